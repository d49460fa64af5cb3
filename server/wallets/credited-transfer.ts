// Only its fingerprint identifies a payment from any sender. The unique index on `transfer.fingerprint` allows one watch at a time,
// also if two users request the payment at the same moment. `changeTransfer` releases it when the payment is found or the watch ends.
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
import { soon } from './store-poll.ts'
import { claimPayment, storeShared, watchOf } from './watch-rows.ts'

/** The transfer that such a payment would be credited to. */
export async function creditedTransfer(query: Query, terms: TransferTerms): Promise<Transfer | undefined> {
  const select = query.selectFrom('transfer').selectAll().where('fingerprint', '=', fingerprintOfPayment(terms))
  const row = await lockRows(query, select).executeTakeFirst()
  return row === undefined ? undefined : transferOf(row)
}

/**
 * Whether a payment from any sender may be credited to this transfer. If a reorganisation has replaced its payment, the transfer may
 * find the replacement, unless another user has requested the same payment since.
 */
export async function mayClaim(query: Query, transfer: Transfer): Promise<boolean> {
  const credited = await creditedTransfer(query, transfer.terms)
  const isCredited = credited === undefined ? transfer.state !== 'AwaitingWallet' : credited.id === transfer.id
  return isCredited && (await watchOf(query, transfer.id)).sharedAt === null
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

/** Another user may send the same payment from now on. It is credited to neither. */
export async function share(query: Query, transfer: Transfer, now: Date): Promise<void> {
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
