// `transfer-link` as a process.

import { runCommandLine } from './run.ts'

/** On a screen one line that is replaced; elsewhere a line now and then. */
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
