/** A broken rule. invariants.ts lists the names. */
export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, says: string) {
    super(`${invariant}: ${says}`)
    this.invariant = invariant
  }
}
