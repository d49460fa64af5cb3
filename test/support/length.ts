// Leaves tests to `npm run proof`. `npm test` is the short run. A file that is named on the command line runs completely.
import { describe, test } from 'node:test'

export const isShortRun = process.env.TEST_LENGTH === 'short'

/** Passed to the processes of a run. */
export function lengthOf(isShort: boolean): Record<string, string> {
  return { TEST_LENGTH: isShort ? 'short' : 'full' }
}

/** The whole list, or its first items in the short run. */
export function shareOf<Item>(items: readonly Item[], inShortRun: number): readonly Item[] {
  return isShortRun ? items.slice(0, inShortRun) : items
}

/** A test that the short run leaves out. */
export const proofTest = (name: string, run: () => Promise<void>): void => {
  if (!isShortRun) test(name, run)
}

/** A suite that the short run leaves out. */
export const proofSuite = (name: string, define: () => void): void => {
  if (!isShortRun) describe(name, define)
}
