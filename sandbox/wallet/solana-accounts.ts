// The Sandbox Wallet's three accounts on Solana, with separate keys.

import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'

interface SandboxSolanaAccount {
  name: string
  address: string
  sign(message: Uint8Array): Uint8Array
}

/** In whole coins and tokens. */
const purses = [
  { name: 'Main', funds: 'coin*5+USDC*2500+USDT*300' },
  { name: 'Savings', funds: 'coin*1+USDC*600' },
  { name: 'Without gas', funds: 'USDC*75' },
]
/** The PKCS #8 prefix before the 32 bytes of a key's seed. */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates the keys if there are none. `dataDir` is the whole data folder. */
export function openSolanaAccounts(dataDir: string): SandboxSolanaAccount[] {
  const seeds = readOrCreateSeeds(dataDir)
  return purses.map(({ name }, index) => accountOf(name, seeds[index] ?? ''))
}

/** Each account with its funds, in the format of SOLANA_FUND. */
export function solanaWalletsToFund(dataDir: string): string[] {
  return openSolanaAccounts(dataDir).map(({ address }, index) => `${address}=${purses[index]?.funds}`)
}

function accountOf(name: string, seed: string): SandboxSolanaAccount {
  const key = createPrivateKey({
    key: Buffer.concat([seedPrefix, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  return { name, address: addressOf(key), sign: (message) => Uint8Array.from(sign(null, message, key)) }
}

function addressOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return base58.encode(Uint8Array.from(Buffer.from(x, 'base64url')))
}

function readOrCreateSeeds(dataDir: string): string[] {
  const folder = join(dataDir, 'wallet')
  const file = join(folder, 'solana-keys.json')
  mkdirSync(folder, { recursive: true })
  const made = purses.map(() => randomBytes(32).toString('hex'))
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const seeds: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(seeds) || seeds.length !== purses.length || !seeds.every((seed) => /^[0-9a-f]{64}$/.test(seed)))
    throw new Error(`${file} contains no keys. Remove the data folder to start over.`)
  return seeds
}
