// `npm run renew`: writes what is generated.
import { generatedFiles, readGenerated, writeGenerated } from './generated.ts'

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
