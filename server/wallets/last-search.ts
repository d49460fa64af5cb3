// Ends a watch: after one last search from the first block, which finds what earlier searches missed, attention is requested of
// an operator.

import { hasOpenSession } from '../links/moved-sessions.ts'
import { requestAttention } from '../transfers/attention.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer, TransferChange } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { storeChange } from './store-poll.ts'
import { restartSearch, type Watch, watchOf } from './watch-rows.ts'

/** How long to search for a payment without a reported hash, and with one. */
export const searchMs = 86_400_000
export const hintedSearchMs = 7 * searchMs
/** After this time a payment of the watch's last minute is settled, on lagging nodes too. */
const settleMs = 600_000
/** How long polls may fail after the end of a watch before an operator is required. */
const failingMs = 3_600_000

/** A payment is on the chain, and neither a node nor an exchange has identified its transfer yet. */
export const unassigned = 'a payment on the chain cannot be assigned for over 24 hours'

const failingPolls = 'the chain could not be searched to the end: the polls of its node fail'

/** The earliest time of the last search. */
export function endOf({ createdAt }: Pick<Transfer, 'createdAt'>, { hints }: Pick<Watch, 'hints'>): number {
  return createdAt.getTime() + (hints.length > 0 ? hintedSearchMs : searchMs) + settleMs
}

/** Returns the watch to search with. Once its time is over, that is the watch from its first block. */
export async function withLastSearch(deps: TransferDeps, transfer: Transfer, watch: Watch): Promise<Watch> {
  if (deps.now().getTime() < endOf(transfer, watch) || isLastSearch(transfer, watch)) return watch
  const { firstBlock: searchedBlock, nonce: minedNonce, firstState } = watch
  const from = { searchedBlock, minedNonce, receiverState: firstState, firstState }
  return restartSearch(deps.database.query, watch, { from, now: deps.now() })
}

export function isLastSearch(transfer: Transfer, watch: Watch): boolean {
  return watch.lastSearchAt !== null && watch.lastSearchAt >= endOf(transfer, watch)
}

/**
 * Stores a failed poll. A watch ends only after a full search, so a watch whose node is unreadable does not end. One hour after the
 * end of its time, attention is requested. Polling continues and may still find the payment.
 */
export async function storeFailedPoll(deps: TransferDeps, transfer: Transfer): Promise<void> {
  if (transfer.attention !== null) return
  const watch = await watchOf(deps.database.query, transfer.id)
  const isBroadcast = transfer.state === 'Broadcast'
  // A late payment of a request that its page has left would be missed as well.
  if (!isBroadcast && isDeclined(watch) && !isFromAnyAccount(transfer.terms)) return
  const end = isBroadcast ? transfer.createdAt.getTime() + searchMs : endOf(transfer, watch)
  if (deps.now().getTime() < end + failingMs) return
  await requestAttention(deps, transfer, { reason: failingPolls })
}

/** A shared watch may have missed its payment. */
function isDeclined({ declinedAt, hints, sharedAt }: Watch): boolean {
  return declinedAt !== null && hints.length === 0 && sharedAt === null
}

/**
 * A payment by link was requested, and its link has ended or expired, also if the page could not report that the user left. Nobody
 * has reported a payment.
 */
async function isAbandoned(deps: TransferDeps, { terms, linkId }: Transfer, { sharedAt }: Watch): Promise<boolean> {
  if (!isFromAnyAccount(terms) || sharedAt !== null || linkId === null) return false
  return !(await hasOpenSession(deps.database.query, linkId, deps.now().getTime()))
}

/** The change that ends a watch. A declined or abandoned request needs no operator. */
export async function watchEnded(deps: TransferDeps, transfer: Transfer, watch: Watch): Promise<TransferChange> {
  const earlier = transfer.attention === failingPolls ? null : transfer.attention
  const isLeft = isDeclined(watch) || (await isAbandoned(deps, transfer, watch))
  const attention = earlier ?? (isLeft ? null : reasonOf(watch))
  if (attention !== null)
    deps.log.warn({ transferId: transfer.id, reason: attention }, 'a watch ended without a payment')
  const detail = attention === null ? {} : { reason: attention }
  return { state: transfer.state, attention, nextPollAt: null, event: { kind: 'watchEnded', detail } }
}

/**
 * A shared watch continues while the other user may pay, so that a later request is matched to neither payment. Returns false until
 * then.
 */
export async function endSharedWatch(
  deps: TransferDeps,
  transfer: Transfer,
  { watch, sharedAt }: { watch: Watch; sharedAt: number },
): Promise<boolean> {
  if (deps.now().getTime() - sharedAt < searchMs) return false
  return storeChange(deps, transfer, await watchEnded(deps, transfer, watch))
}

function reasonOf({ sharedAt, hints }: Watch): string {
  if (sharedAt !== null)
    return 'the watch has ended: another user requested an equal payment, so none could be assigned'
  const days = hints.length > 0 ? '7 days' : '24 hours'
  return `the watch has ended: no payment was found on the chain in ${days}`
}
