// The wallet from which the exchange pays. Its key is random and stays in the data folder. With a published test key, real money
// sent to an address on the screen would be lost.

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'

export interface HotWallet {
  address: string
  sign(transaction: OutgoingTransaction): Promise<{ raw: string; hash: string }>
}

interface OutgoingTransaction {
  chainId: number
  nonce: number
  /** The recipient of a coin, or the token's contract. */
  to: string
  value: bigint
  data: string
}

type Hex = `0x${string}`

const gas = 150_000n
const maxFeePerGas = 100_000_000_000n
const maxPriorityFeePerGas = 1_000_000_000n

/** Creates the key if there is none. `dataDir` is the whole data folder. */
export function hotWalletAddress(dataDir: string): string {
  return privateKeyToAccount(readOrCreateKey(dataDir)).address
}

export function openHotWallet(dataDir: string): HotWallet {
  const account = privateKeyToAccount(readOrCreateKey(dataDir))
  return {
    address: account.address,
    // The same transaction always has the same bytes: signatures are deterministic and the fees are fixed.
    sign: async ({ chainId, nonce, to, value, data }) => {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: to as Hex,
        value,
        data: data as Hex,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas,
      })
      return { raw, hash: keccak256(raw) }
    },
  }
}

function readOrCreateKey(dataDir: string): Hex {
  const folder = join(dataDir, 'exchange')
  const file = join(folder, 'hot-wallet.key')
  mkdirSync(folder, { recursive: true })
  try {
    const made = openSync(file, 'wx', 0o600)
    writeSync(made, `0x${randomBytes(32).toString('hex')}\n`)
    fsyncSync(made)
    closeSync(made)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error(`${file} contains no key. Remove the data folder to start over.`)
  return key as Hex
}

/** Calldata of an ERC-20 `transfer(address,uint256)`. */
export function tokenTransferData(to: string, units: bigint): string {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
}
