// What a test leaves to `npm run proof` in the short run that `npm test` is. A file that is named runs whole.
import { describe, test } from 'node:test'

export const isShortRun = process.env.TEST_LENGTH === 'short'

/** For the processes of a run. */
export function lengthOf(isShort: boolean): Record<string, string> {
  return { TEST_LENGTH: isShort ? 'short' : 'full' }
}

/** All of a list, or its first ones in the short run. */
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
