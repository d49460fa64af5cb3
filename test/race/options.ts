// What the command line asks for.
import { parseArgs } from 'node:util'
import type { Storage } from '../chaos/stage.ts'

export interface RaceOptions {
  previews: number
  parallel: number
  codes: number
  redemptions: number
  storages: Storage[]
  root: string
}

export const usage =
  'Usage: npm run race -- [--previews 1000] [--parallel 100] [--codes 10000] [--redemptions 20]\n' +
  '                       [--storage sqlite|postgres|both] [--quick]'

/** Null when something is not understood. */
export function readOptions(words: readonly string[], root: string): RaceOptions | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      previews: { type: 'string' },
      parallel: { type: 'string' },
      codes: { type: 'string' },
      redemptions: { type: 'string' },
      storage: { type: 'string', default: 'both' },
      root: { type: 'string', default: root },
      quick: { type: 'boolean', default: false },
    },
  })
  const count = (text: string | undefined, full: number, quick: number) => Number(text ?? (values.quick ? quick : full))
  const options = {
    previews: count(values.previews, 1_000, 10),
    parallel: count(values.parallel, 100, 50),
    codes: count(values.codes, 10_000, 60),
    redemptions: count(values.redemptions, 20, 20),
  }
  const storages: Storage[] | null =
    values.storage === 'both'
      ? ['sqlite', 'postgres']
      : values.storage === 'sqlite' || values.storage === 'postgres'
        ? [values.storage]
        : null
  if (storages === null || !Object.values(options).every((value) => Number.isSafeInteger(value) && value >= 0))
    return null
  return { ...options, storages, root: values.root }
}
