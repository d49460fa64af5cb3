// A reporter for `node --test` that writes the counts and how long each file took, as JSON, for test/parts/node-tests.ts.
import type { TestEvent } from 'node:test/reporters'
import type { FileTime } from '../parts/part.ts'
import type { Count } from './count.ts'

const fileNesting = 2

export default async function* countingReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const count: Count = { passed: 0, failed: 0, skipped: 0 }
  const files: FileTime[] = []
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    // files-in-one-process.ts has one test around all files, and in it a test for each file with the file's suite.
    const isSuite = data.details.type === 'suite' || data.nesting < fileNesting
    if (isSuite && data.nesting === fileNesting)
      files.push({ file: data.name, seconds: data.details.duration_ms / 1000 })
    if (type === 'test:pass' && !isSuite) {
      if (data.skip === undefined && data.todo === undefined) count.passed += 1
      else count.skipped += 1
    }
    // A suite does not count as a test, unless it fails itself: a hook that throws, or a file that does not load.
    if (type === 'test:fail' && (!isSuite || !failedByItsTests(data.details.error))) count.failed += 1
  }
  yield JSON.stringify({ count, files })
}

function failedByItsTests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}
