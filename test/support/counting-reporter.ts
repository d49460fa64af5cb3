// A reporter for `node --test` that writes nothing but the counts, as JSON, for test/parts/node-tests.ts to read.
import type { TestEvent } from 'node:test/reporters'
import type { Count } from './count.ts'

export default async function* countingReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const count: Count = { passed: 0, failed: 0, skipped: 0 }
  for await (const { type, data } of source) {
    if (type === 'test:pass' && data.details.type !== 'suite' && !isWholeFile(data)) {
      if (data.skip === undefined && data.todo === undefined) count.passed += 1
      else count.skipped += 1
    }
    // A suite is no test, except that its own failure (a hook that throws) must be seen.
    if (type === 'test:fail' && (data.details.type !== 'suite' || !failedByItsTests(data.details.error))) {
      count.failed += 1
    }
  }
  yield JSON.stringify(count)
}

// A file without tests is reported as one passing test that bears the file's name.
function isWholeFile(data: { name: string; file?: string | undefined; nesting: number }): boolean {
  return data.nesting === 0 && data.file !== undefined && data.file.endsWith(data.name)
}

function failedByItsTests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}
