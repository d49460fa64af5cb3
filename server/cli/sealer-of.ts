import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { generatedKeyRing } from '../secrets/key-ring.ts'
import { type Sealer, sealer } from '../secrets/seal.ts'
import { CommandFailure } from './command.ts'

/** The sealer of the server. Generates no key. */
export function sealerOf({ masterKeys, dataFolder, environment }: Config): Sealer {
  const folder = join(dataFolder, 'keys')
  if (masterKeys === null && !existsSync(join(folder, 'master-keys'))) {
    throw new CommandFailure('The master key is missing. Set MASTER_KEYS or DATA_DIR to the server’s value.')
  }
  return sealer(masterKeys ?? generatedKeyRing(folder), environment)
}
