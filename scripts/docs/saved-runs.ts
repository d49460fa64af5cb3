// The last run of each proof that was saved with `--save`, from the first and the last lines of its file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../command.ts'

export interface SavedRun {
  /** The name of its npm script. */
  proof: string
  command: string
  held: boolean
  date: string
  commit: string
}

/** `file` is relative to the project. */
export function savedRun(file: string): SavedRun {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  const [, command = '', proof = '', date = '', commit = ''] =
    /^`(npm run (\S+?)(?: [^`]*)?)` on ([\d-]+) at (\w+)/m.exec(text) ?? []
  const [, verdict] = /^(HELD|BROKEN)\b/m.exec(text) ?? []
  if (command === '' || verdict === undefined) throw new Error(`${file} does not state its command, or whether it held`)
  return { proof, command, held: verdict === 'HELD', date, commit }
}
