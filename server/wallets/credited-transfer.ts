// Only its fingerprint identifies a payment from any sender. The unique index on `transfer.fingerprint` allows it to one watch at a
// time, also if two users request the payment at the same moment. `changeTransfer` releases it when the payment is found or the watch
// ends. Older requests of the same user are watched without it.
// Every reader of the credited transfer locks its row: until the transaction ends, no payment is found for it.

import { lockRows } from '../storage/dialect.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { fingerprintOfPayment } from '../transfers/fingerprint.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { PollTimes } from '../transfers/transfer-store.ts'
import { changeTransfer, type Transfer, transferOf } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { equalAttempts } from './payment-queries.ts'
import { soon } from './store-poll.ts'
import { claimPayment, storeShared, watchOf } from './watch-rows.ts'

/**
 * The transfer that the next such payment would be credited to: the newest open request. A newer request of the same user takes the
 * fingerprint from an older one, which stays open for a late payment.
 */
export async function creditedTransfer(query: Query, terms: TransferTerms): Promise<Transfer | undefined> {
  const select = query.selectFrom('transfer').selectAll().where('fingerprint', '=', fingerprintOfPayment(terms))
  const row = await lockRows(query, select).executeTakeFirst()
  if (row !== undefined) return transferOf(row)
  for (const { id } of await openRequests(query, terms)) {
    const open = query.selectFrom('transfer').selectAll().where('id', '=', id).where('state', '=', 'AwaitingWallet')
    const older = await lockRows(query, open.where('next_poll_at', 'is not', null)).executeTakeFirst()
    if (older !== undefined) return transferOf(older)
  }
  return undefined
}

/** Open requests of this payment from any account, newest first. All are of one user, except for shared ones. */
async function openRequests(query: Query, terms: TransferTerms): Promise<Transfer[]> {
  const fingerprint = fingerprintOfPayment(terms)
  const equal = await equalAttempts(query, terms, null)
  return equal
    .filter((each) => each.state === 'AwaitingWallet' && fingerprintOfPayment(each.terms) === fingerprint)
    .toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
}

function isNewer(one: Transfer, other: Transfer): boolean {
  const laterMs = one.createdAt.getTime() - other.createdAt.getTime()
  return laterMs === 0 ? one.fingerprint !== null : laterMs > 0
}

/**
 * Whether a payment from any sender in this block may be credited to this transfer. Of one user's requests it belongs to the newest
 * that is older than the payment. If a reorganisation has replaced its payment, the transfer may find the replacement, unless another
 * user has requested the same payment since.
 */
export async function mayClaim(query: Query, transfer: Transfer, block: number | null): Promise<boolean> {
  const credited = await creditedTransfer(query, transfer.terms)
  if ((await watchOf(query, transfer.id)).sharedAt !== null) return false
  if (credited === undefined) return transfer.state !== 'AwaitingWallet'
  if (credited.clientId !== transfer.clientId || credited.userId !== transfer.userId) return false
  if (credited.id === transfer.id) return true
  const open = await openRequests(query, transfer.terms)
  if (transfer.state === 'AwaitingWallet' && !open.some(({ id }) => id === transfer.id)) return false
  for (const other of open) {
    if (other.id === transfer.id || !isNewer(other, transfer)) continue
    if (block === null || block > (await watchOf(query, other.id)).firstBlock) return false
  }
  return credited.state === 'AwaitingWallet'
}

/**
 * A newer request of the same user is credited first. The older one stays open for a payment from before it, or for a second one. The
 * caller has locked the older one.
 */
export async function supersede(query: Query, transfer: Transfer, now: Date): Promise<void> {
  const event = { kind: 'superseded' }
  const change = { state: 'AwaitingWallet', fingerprint: null, nextPollAt: now, event } as const
  if ((await changeTransfer(query, transfer, { change, now })) === null) throw new LostRace()
}

/**
 * The payment found is not this transfer's, or is no longer in the chain. If another user has requested the same payment
 * meanwhile, the next one to arrive may be from either user. Returns null if another change was faster.
 */
async function searchAgain(query: Query, transfer: Transfer, { nextPollAt, now }: PollTimes): Promise<Transfer | null> {
  const { id, terms, clientId, userId } = transfer
  const credited = isFromAnyAccount(terms) ? await creditedTransfer(query, terms) : undefined
  const isShared = credited !== undefined && (credited.clientId !== clientId || credited.userId !== userId)
  if (isShared) {
    await storeShared(query, id, now)
    await share(query, credited, now)
  }
  await claimPayment(query, id, { claim: null, sentNonce: null })
  const fingerprint = isFromAnyAccount(terms) && credited === undefined ? fingerprintOfPayment(terms) : null
  const event = { kind: isShared ? 'ambiguous' : 'notThis' }
  const change = { state: 'AwaitingWallet', hash: '', confirmations: 0, fingerprint, nextPollAt, event } as const
  return changeTransfer(query, transfer, { change, now })
}

/** Another user may send the same payment from now on. It is credited to neither, nor to an older request. */
export async function share(query: Query, credited: Transfer, now: Date): Promise<void> {
  const older = (await openRequests(query, credited.terms)).filter(({ id }) => id !== credited.id)
  for (const transfer of [credited, ...older]) await shareOne(query, transfer, now)
}

async function shareOne(query: Query, transfer: Transfer, now: Date): Promise<void> {
  const isNew = (await watchOf(query, transfer.id)).sharedAt === null
  await storeShared(query, transfer.id, now)
  if (!isNew || transfer.state !== 'AwaitingWallet') return
  await changeTransfer(query, transfer, {
    change: { state: 'AwaitingWallet', nextPollAt: now, event: { kind: 'ambiguous' } },
    now,
  })
}

/** The payment belongs to another transfer, or is no longer in the chain: continues the search. Throws LostRace. */
export function releasePayment(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    if ((await searchAgain(query, transfer, { nextPollAt: soon(deps), now: deps.now() })) === null) throw new LostRace()
    return true
  })
}
