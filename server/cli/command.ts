// The interface of the commands of `transfer-link`.

/** Shown with the command's usage. The process exits with 2. */
export class UsageError extends Error {}

/** An expected failure, shown without a stack. The process exits with 1. */
export class CommandFailure extends Error {}

/** The environment that a command reads, and its output. */
export interface Terminal {
  environment: Record<string, string | undefined>
  line(text: string): void
  error(text: string): void
  /** Progress of a long run, on stderr. '' clears it. */
  progress(text: string): void
}

export interface Command {
  /** One or two words: `serve`, `transfer show`. */
  name: string
  summary: string
  usage: string
  /** For a command that writes: how to find out whether a write that the database did not confirm took effect. */
  ifUnconfirmed?: string
  /** Arguments after the name. Throws a UsageError, a CommandFailure, or an error of the layers below. */
  run(args: string[], terminal: Terminal): Promise<void>
}
