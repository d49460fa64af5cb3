// `npm run renew`: writes what is generated.
import { readCommandLine } from '../command-line.ts'
import { generatedFiles, readGenerated, writeGenerated } from './generated.ts'

const paths = generatedFiles.map(({ path }) => path).join(' and in ')
readCommandLine(`Usage: npm run renew    writes anew what is generated in ${paths}`, {})

for (const file of generatedFiles) {
  const before = safely(() => readGenerated(file))
  const after = file.renewed(before)
  if (after !== before) writeGenerated(file, after)
  console.log(`${after === before ? 'unchanged' : 'renewed  '}  ${file.path}`)
}

function safely(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
