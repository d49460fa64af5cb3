// How the processes of a run learn that it is the short one: `npm test` without a file's name.

export function lengthOf(isShort: boolean): Record<string, string> {
  return { TEST_LENGTH: isShort ? 'short' : 'full' }
}
