// The options of the command line.

import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import type { Storage } from '../chaos/stage.ts'

export interface RaceOptions {
  previews: number
  parallel: number
  codes: number
  redemptions: number
  payments: number
  users: number
  storages: Storage[]
  root: string
}

const usage = `Usage: npm run race -- [--previews 1000] [--parallel 100] [--codes 10000] [--redemptions 20]
                       [--payments 1000] [--users 10] [--storage sqlite|postgres|both] [--quick]

  Sends equal requests to separate server processes at once: each preview must be sent once, each link code redeemed once.
  --previews     previews that are executed
  --parallel     concurrent executes of each preview
  --codes        link codes that are redeemed
  --redemptions  concurrent redemptions of each code
  --payments     payments by link that are requested
  --users        users that request each payment at once
  --quick        smaller numbers`

export function readOptions(root: string): RaceOptions {
  const { values } = readCommandLine(usage, {
    options: {
      previews: { type: 'string' },
      parallel: { type: 'string' },
      codes: { type: 'string' },
      redemptions: { type: 'string' },
      payments: { type: 'string' },
      users: { type: 'string' },
      storage: { type: 'string', default: 'both' },
      root: { type: 'string', default: root },
      quick: { type: 'boolean', default: false },
    },
  })
  const count = (
    option: 'previews' | 'parallel' | 'codes' | 'redemptions' | 'payments' | 'users',
    full: number,
    quick: number,
  ) => wholeNumber(values[option] ?? `${values.quick ? quick : full}`, { option: `--${option}`, usage })
  const storage = oneOf(['both', 'sqlite', 'postgres'], { text: values.storage, what: 'storage', usage })
  return {
    previews: count('previews', 1_000, 10),
    parallel: count('parallel', 100, 50),
    codes: count('codes', 10_000, 60),
    redemptions: count('redemptions', 20, 20),
    payments: count('payments', 1_000, 20),
    users: count('users', 10, 5),
    storages: storage === 'both' ? ['sqlite', 'postgres'] : [storage],
    root: values.root,
  }
}
