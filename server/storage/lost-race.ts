/** Thrown inside `inTransaction` to roll it back: another request or process has made the change first. */
export class LostRace extends Error {}
