/** A broken rule. invariants.ts lists the names. */
export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, says: string) {
    super(`${invariant}: ${says}`)
    this.invariant = invariant
  }
}

/** Any other error is a defect of the code, or of the simulation. */
export function violationOf(error: unknown): Violation {
  return error instanceof Violation ? error : new Violation('!', String(error instanceof Error ? error.stack : error))
}
