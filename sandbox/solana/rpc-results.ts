// Results in the format of Solana's JSON-RPC, limited to the fields that the product reads.

import { base58 } from '@scure/base'
import type { VmAccount } from './litesvm.ts'

export const confirmedAfter = 2
export const finalAfter = 32

export interface StoredTransaction {
  slot: number
  transaction: string
}

export interface ExecutedTransaction extends StoredTransaction {
  hash: string
  keys: string[]
  err: string | null
  before: (VmAccount | null)[]
  after: (VmAccount | null)[]
}

export function rawAccount(account: VmAccount | null) {
  if (account === null || account.lamports() === 0n) return null
  return {
    lamports: Number(account.lamports()),
    owner: base58.encode(account.owner()),
    executable: account.executable(),
    data: [Buffer.from(account.data()).toString('base64'), 'base64'],
    rentEpoch: 0,
    space: account.data().length,
  }
}

export function statusOf(found: ExecutedTransaction | undefined, slotNow: number) {
  if (found === undefined) return null
  const depth = slotNow - found.slot
  const confirmationStatus = depth >= finalAfter ? 'finalized' : depth >= confirmedAfter ? 'confirmed' : 'processed'
  return { slot: found.slot, confirmations: depth >= finalAfter ? null : depth, err: found.err, confirmationStatus }
}

export function rawTransaction({ slot, keys, err, before, after, transaction, hash }: ExecutedTransaction) {
  return {
    slot,
    blockTime: null,
    version: 'legacy',
    meta: {
      err,
      preBalances: before.map(lamportsOf),
      postBalances: after.map(lamportsOf),
      preTokenBalances: tokenBalances(before),
      postTokenBalances: tokenBalances(after),
    },
    transaction: { signatures: [hash], message: { accountKeys: keys }, raw: transaction },
  }
}

function lamportsOf(account: VmAccount | null): number {
  return Number(account?.lamports() ?? 0n)
}

export function tokenBalances(accounts: readonly (VmAccount | null)[]) {
  return accounts.flatMap((account, accountIndex) => {
    const data = Buffer.from(account?.data() ?? [])
    if (data.length !== 165) return []
    const [mint, owner] = [base58.encode(data.subarray(0, 32)), base58.encode(data.subarray(32, 64))]
    return [{ accountIndex, mint, owner, uiTokenAmount: { amount: String(data.readBigUInt64LE(64)) } }]
  })
}
