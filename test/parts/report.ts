// Reads the report of a test runner. A runner that failed without a failed test counts as one failure.
import { readFileSync } from 'node:fs'
import { noTests } from '../support/count.ts'
import type { Result } from './part.ts'

/** `read` turns the parsed report into a result; its counts are checked here, so a changed report cannot pass as empty. */
export function readReport<Report>(path: string, exitCode: number, read: (report: Report) => Result): Result {
  const { count, files } = parse(path, read)
  return { count: exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count, files }
}

function parse<Report>(path: string, read: (report: Report) => Result): Result {
  try {
    const { count, files } = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
    const { passed, failed, skipped } = count
    if ([passed, failed, skipped].every(Number.isSafeInteger)) return { count: { passed, failed, skipped }, files }
    throw new Error('its counts are not numbers')
  } catch (error) {
    console.log(`The runner's report is missing: ${error instanceof Error ? error.message : error}`)
    return { count: noTests, files: [] }
  }
}
