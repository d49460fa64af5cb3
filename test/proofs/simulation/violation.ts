/** A rule that does not hold; its numbers are listed at the top of invariants.ts. */
export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, says: string) {
    super(`${invariant}: ${says}`)
    this.invariant = invariant
  }
}
