// `transfer-link` as a process.

import { runCommandLine } from './run.ts'

/** On a terminal one line that is replaced, otherwise a line every few seconds. */
const everyMs = 10_000
let shownAt = Date.now()

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
  else if (text !== '' && Date.now() - shownAt >= everyMs) {
    shownAt = Date.now()
    process.stderr.write(`${text}\n`)
  }
}

process.umask(0o077)
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  line: (text) => console.log(text),
  error: (text) => console.error(text),
  progress: showProgress,
})
