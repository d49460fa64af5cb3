// Storage of the watch: how far the chain has been searched for a wallet's payment, and what was found.

import { changedOne, type Query } from '../storage/storage.ts'
import type { WalletWatchTable } from '../storage/transfer-tables.ts'
import { hashedProof } from '../transfers/payment-proof.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { referenceOf } from './payment-reference.ts'

/** In base units. */
export interface NativeBalances {
  payer: bigint
  receiver: bigint
}

export interface Watch {
  transferId: string
  /** The first nonce that the account could use when the request was made. Transactions with a lower nonce are older. */
  nonce: number
  minedNonce: number
  firstBlock: number
  /** Blocks up to here are searched and settled. They are not searched again before the last search. */
  searchedBlock: number
  sentNonce: number | null
  /** Hashes that the page reported, newest first. */
  hints: readonly string[]
  declinedAt: number | null
  claim: string | null
  /** Of a native coin from any account: the receiver's balance and nonce as of the last settled block searched. */
  receiverState: string | null
  /** Of a native coin from a wallet: both balances before the request. */
  balancesBefore: NativeBalances | null
  /** Since when the payment cannot be distinguished from another user's. No payment is matched to it. */
  sharedAt: number | null
  /** When the last search of all blocks began, with which the watch ends. */
  lastSearchAt: number | null
  /** Of a native coin from any account: the receiver's state as of the first block, if it was read in time. */
  firstState: string | null
}

/** A transfer with the known facts of its payment on the chain. */
export interface WatchedTransfer {
  transfer: Transfer
  watch: Watch
}

/** The fields that a search of the chain changes. */
export type Progress = Pick<Watch, 'searchedBlock' | 'minedNonce' | 'receiverState' | 'firstState'>

const maxHints = 5

/** The facts with which a watch begins. */
export type WatchStart = Pick<Watch, 'nonce' | 'minedNonce' | 'firstBlock'> & Partial<Pick<Watch, 'balancesBefore'>>

export async function insertWatch(query: Query, watch: WatchStart & Pick<Watch, 'transferId'>): Promise<void> {
  await query
    .insertInto('wallet_watch')
    .values({
      transfer_id: watch.transferId,
      nonce: watch.nonce,
      mined_nonce: watch.minedNonce,
      first_block: watch.firstBlock,
      searched_block: watch.firstBlock,
      sent_nonce: null,
      reference: referenceOf(watch.transferId),
      hints: '[]',
      declined_at: null,
      claim: null,
      receiver_state: null,
      payer_balance: watch.balancesBefore?.payer.toString() ?? null,
      receiver_balance: watch.balancesBefore?.receiver.toString() ?? null,
      shared_at: null,
      last_search_at: null,
      first_state: null,
    })
    .execute()
}

export async function watchOf(query: Query, transferId: string): Promise<Watch> {
  const watch = await findWatch(query, transferId)
  if (watch === undefined) throw new Error(`transfer ${transferId} has no watch`)
  return watch
}

/** Undefined for a transfer of an exchange. */
export async function findWatch(query: Query, transferId: string): Promise<Watch | undefined> {
  const select = query.selectFrom('wallet_watch').selectAll().where('transfer_id', '=', transferId)
  const row = await select.executeTakeFirst()
  return row === undefined ? undefined : watchFrom(row)
}

function watchFrom(row: WalletWatchTable): Watch {
  return {
    transferId: row.transfer_id,
    nonce: row.nonce,
    minedNonce: row.mined_nonce,
    firstBlock: row.first_block,
    searchedBlock: row.searched_block,
    sentNonce: row.sent_nonce,
    hints: JSON.parse(row.hints) as string[],
    declinedAt: row.declined_at,
    claim: row.claim,
    receiverState: row.receiver_state,
    balancesBefore: balancesOf(row),
    sharedAt: row.shared_at,
    lastSearchAt: row.last_search_at,
    firstState: row.first_state,
  }
}

function balancesOf({ payer_balance: payer, receiver_balance: receiver }: WalletWatchTable): NativeBalances | null {
  return payer === null || receiver === null ? null : { payer: BigInt(payer), receiver: BigInt(receiver) }
}

/** Adds a hash to the stored ones. Concurrent calls keep both hashes. */
export async function storeHint(query: Query, transferId: string, hash: string): Promise<void> {
  for (;;) {
    const { hints } = await watchOf(query, transferId)
    const newest = [hash, ...hints.filter((hint) => hint !== hash)].slice(0, maxHints)
    const write = query.updateTable('wallet_watch').set({ hints: JSON.stringify(newest) })
    const unchanged = write.where('transfer_id', '=', transferId).where('hints', '=', JSON.stringify(hints))
    if (changedOne(await unchanged.executeTakeFirstOrThrow())) return
  }
}

export async function storeDeclined(query: Query, transferId: string, at: Date): Promise<void> {
  await update(query, transferId, { declined_at: at.getTime() })
}

/** The wallet may send after all: it is requested again, or has reported a payment. */
export async function clearDeclined(query: Query, transferId: string): Promise<void> {
  await update(query, transferId, { declined_at: null })
}

export async function storeShared(query: Query, transferId: string, at: Date): Promise<void> {
  await update(query, transferId, { shared_at: at.getTime() })
}

/** Changes nothing once the last search has begun in another process: progress of an earlier search no longer counts. */
export async function storeSearched(
  query: Query,
  { transferId, lastSearchAt }: Watch,
  progress: Progress,
): Promise<void> {
  await query
    .updateTable('wallet_watch')
    .set(progressColumns(progress))
    .where('transfer_id', '=', transferId)
    .where('last_search_at', lastSearchAt === null ? 'is' : '=', lastSearchAt)
    .execute()
}

export async function restartSearch(
  query: Query,
  watch: Watch,
  { from, now }: { from: Progress; now: Date },
): Promise<Watch> {
  await update(query, watch.transferId, { ...progressColumns(from), last_search_at: now.getTime() })
  return { ...watch, ...from, lastSearchAt: now.getTime() }
}

function progressColumns(progress: Progress): Partial<WalletWatchTable> {
  const { searchedBlock, minedNonce, receiverState, firstState } = progress
  return {
    searched_block: searchedBlock,
    mined_nonce: minedNonce,
    receiver_state: receiverState,
    first_state: firstState,
  }
}

/** Claims a payment for this transfer; null releases it. Returns false if another transfer has claimed it. */
export async function claimPayment(
  query: Query,
  transferId: string,
  { claim, sentNonce }: { claim: string | null; sentNonce: number | null },
): Promise<boolean> {
  if (claim !== null && (await isClaimedByOther(query, transferId, claim))) return false
  await update(query, transferId, { claim, sent_nonce: sentNonce })
  return true
}

/** Whether another transfer has the payment. */
export async function isClaimedByOther(query: Query, transferId: string, claim: string): Promise<boolean> {
  const claims = [claim, hashedProof(claim)]
  const select = query.selectFrom('wallet_watch').select('transfer_id').where('claim', 'in', claims)
  const row = await select.executeTakeFirst()
  return row !== undefined && row.transfer_id !== transferId
}

async function update(query: Query, transferId: string, change: Partial<WalletWatchTable>): Promise<void> {
  await query.updateTable('wallet_watch').set(change).where('transfer_id', '=', transferId).execute()
}
