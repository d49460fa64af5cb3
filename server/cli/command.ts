// What every command of `transfer-link` is.

/** Shown with the command's own help; the process ends with 2. */
export class UsageError extends Error {}

/** Expected, and told without a stack; the process ends with 1. */
export class CommandFailure extends Error {}

/** Where a command runs: what it reads of the world, and where it writes. */
export interface Terminal {
  environment: Record<string, string | undefined>
  line(text: string): void
  error(text: string): void
  /** How far a long run is, on stderr. '' ends it. */
  progress(text: string): void
}

export interface Command {
  /** One or two words: `serve`, `transfer show`. */
  name: string
  summary: string
  usage: string
  /** Arguments after the name. Throws a UsageError, a CommandFailure, or an error of the layers below. */
  run(args: string[], terminal: Terminal): Promise<void>
}
