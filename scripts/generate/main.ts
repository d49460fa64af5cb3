// `npm run generate`: writes the generated files.
import { readCommandLine } from '../command-line.ts'
import { generatedFiles, readGenerated, writeGenerated } from './generated.ts'

const paths = [...new Set(generatedFiles.map(({ path }) => path))].join(' and in ')
readCommandLine(`Usage: npm run generate    writes the generated parts of ${paths}`, {})

for (const file of generatedFiles) {
  const before = contentOrEmpty(() => readGenerated(file))
  const after = file.generated(before)
  if (after !== before) writeGenerated(file, after)
  console.log(`${after === before ? 'unchanged' : 'written  '}  ${file.path}`)
}

function contentOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
