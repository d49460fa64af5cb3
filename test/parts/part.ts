// One part of `npm test`. A part runs its files (all of them if none is named) and returns its counts.
import type { Count } from '../support/count.ts'

type PartOptions = {
  /** Files or folders named on the command line, relative to the project; empty for all. */
  files: string[]
  /** Leaves out the tests of `npm run proof`. Named files run completely. */
  isShort: boolean
  /** A folder for reports. It is removed when the run ends. */
  reportFolder: string
}

/** How long a test file took, or a check that has no file. */
export type FileTime = { file: string; seconds: number }

export type Result = { count: Count; files: FileTime[] }

export type Part = {
  name: string
  description: string
  /** The folder whose files belong to this part, for `npm test -- <file>`. */
  folder: string | null
  run: (options: PartOptions) => Promise<Result>
}
