// A reporter for `node --test` that writes nothing but the counts, as JSON, for test/parts/unit.ts to read.
import type { TestEvent } from 'node:test/reporters'
import type { Count } from './count.ts'

export default async function* countingReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const count: Count = { passed: 0, failed: 0, skipped: 0 }
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { data } = event
    // A suite is no test, except that its own failure (a throwing hook) must be seen.
    if (event.type === 'test:fail') count.failed += data.details.type === 'suite' && !isOwnFailure(data) ? 0 : 1
    else if (data.details.type === 'suite' || isWholeFile(data)) continue
    else if (data.skip !== undefined || data.todo !== undefined) count.skipped += 1
    else count.passed += 1
  }
  yield JSON.stringify(count)
}

// A file without tests is reported as one passing test that bears the file's name.
function isWholeFile(data: { name: string; file?: string | undefined; nesting: number }): boolean {
  return data.nesting === 0 && data.file !== undefined && data.file.endsWith(data.name)
}

function isOwnFailure(data: { details: { error?: unknown } }): boolean {
  const { error } = data.details
  return !(error instanceof Error && 'failureType' in error && error.failureType === 'subtestsFailed')
}
