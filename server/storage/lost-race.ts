/** Thrown inside `inTransaction` to roll it back: another request or process has already made the change. */
export class LostRace extends Error {}
