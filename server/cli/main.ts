// `transfer-link` as a process.

import { runWords } from './run.ts'

process.exitCode = await runWords(process.argv.slice(2), {
  environment: process.env,
  line: (text) => console.log(text),
  error: (text) => console.error(text),
  progress: (text) => void (process.stdout.isTTY && process.stdout.write(`\r\u001b[K${text}`)),
})
