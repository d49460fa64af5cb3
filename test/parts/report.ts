// Reads the counts a test runner left behind. A runner that failed without naming a failed test counts as one failure.
import { readFileSync } from 'node:fs'
import { type Count, noTests } from '../support/count.ts'

/** `read` turns the parsed report into counts; its fields are checked here, so a changed report cannot pass as empty. */
export function countFromReport<Report>(path: string, exitCode: number, read: (report: Report) => Count): Count {
  const count = readReport(path, read)
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function readReport<Report>(path: string, read: (report: Report) => Count): Count {
  try {
    const { passed, failed, skipped } = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
    if ([passed, failed, skipped].every(Number.isSafeInteger)) return { passed, failed, skipped }
    throw new Error('its counts are no numbers')
  } catch (error) {
    console.log(`The runner's report is missing: ${error instanceof Error ? error.message : error}`)
    return noTests
  }
}
