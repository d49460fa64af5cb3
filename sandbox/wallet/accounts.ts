// The accounts of the Sandbox Wallet. Their keys are random and stay in the data folder. With a published test key, real money sent
// to an address on the screen would be lost.

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

interface SandboxAccount {
  name: string
  key: PrivateKeyAccount
}

/** The balances on every sandbox chain, in whole coins and tokens. */
const purses = [
  { name: 'Main', funds: { coin: 3, USDC: 2500, EURC: 800, TEST: 40 } },
  { name: 'Savings', funds: { coin: 1, USDC: 600 } },
  { name: 'Without gas', funds: { USDC: 75 } },
]

/** Creates the keys if there are none. `dataDir` is the whole data folder. */
export function openSandboxAccounts(dataDir: string): SandboxAccount[] {
  const keys = readOrCreateKeys(dataDir)
  return purses.map(({ name }, index) => ({ name, key: privateKeyToAccount(keys[index] as `0x${string}`) }))
}

/** Each account with its funds, in the format of CHAIN_FUND. */
export function walletsToFund(dataDir: string): string[] {
  return openSandboxAccounts(dataDir).map(({ key }, index) => {
    const parts = Object.entries(purses[index]?.funds ?? {}).map((part) => part.join('*'))
    return `${key.address}=${parts.join('+')}`
  })
}

function readOrCreateKeys(dataDir: string): string[] {
  const folder = join(dataDir, 'wallet')
  const file = join(folder, 'keys.json')
  mkdirSync(folder, { recursive: true })
  const made = purses.map(() => `0x${randomBytes(32).toString('hex')}`)
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(keys) || keys.length !== purses.length || !keys.every((key) => /^0x[0-9a-f]{64}$/.test(key)))
    throw new Error(`${file} contains no keys. Remove the data folder to start over.`)
  return keys
}
