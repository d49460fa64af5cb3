// How many tests ran, in the terms of the last line that `npm test` prints.

export type Count = { passed: number; failed: number; skipped: number }

export const noTests: Count = { passed: 0, failed: 0, skipped: 0 }

export function addCounts(first: Count, second: Count): Count {
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
  }
}

export function printCount(count: Count): string {
  return `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`
}
