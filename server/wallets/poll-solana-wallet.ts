// Polls Solana for a wallet transfer. A signed transaction is sent again while a block may still include it. After that the chain
// shows for good whether one did.

import type { MinedPayment } from '../chains/chain.ts'
import { NodeRefusal } from '../chains/solana-node.ts'
import { errorFacts } from '../log/log.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction } from '../storage/storage.ts'
import { requestAttention } from '../transfers/attention.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { PollTransfer, TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { isLastSearch, searchMs, unassigned, watchEnded, withLastSearch } from './last-search.ts'
import { isOfExchange } from './match-payment.ts'
import { mayClaim, searchAgain } from './payment-holder.ts'
import { referenceOf } from './payment-reference.ts'
import { arrivalsOf, namesAnother } from './solana-arrivals.ts'
import { requestedMessage } from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import { claimPayment, storeSearched, type Watch, watchOf } from './watch-rows.ts'

export const soonMs = 300
const resendMs = 1_000
/** Each takes two calls to the node. The next poll continues after them. */
const arrivalsAtOnce = 50

export function pollSolanaWallet(at: SolanaNetwork): PollTransfer {
  return async (deps, transfer) => {
    if (transfer.state !== 'Broadcast') return search(deps, at, transfer)
    // A minute after signing, a missing status is the node's fault.
    const isSilent = deps.now().getTime() - transfer.updatedAt.getTime() > searchMs && transfer.attention === null
    if (isSilent && (await requestAttention(deps, transfer, 'nothing new of it for over 24 hours'))) return true
    return follow(deps, at, transfer)
  }
}

/** The server knows of no signature. A transaction with this transfer's reference may be on the chain if a third party sent it. */
async function search(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  if (await adoptNamed(deps, at, transfer)) return true
  const before = await watchOf(deps.database.query, transfer.id)
  if (before.sharedAt !== null) return rest(deps, transfer, { watch: before, sharedAt: before.sharedAt })
  const watch = await withLastSearch(deps, transfer, before)
  const outcome = isFromAnyAccount(transfer.terms) ? await adoptUnnamed(deps, at, { transfer, watch }) : 'searched'
  if (outcome === 'adopted') return true
  if (outcome === 'behind') return later(deps, transfer, soonMs)
  if (!isLastSearch(transfer, watch)) return false
  if (outcome === 'unreadable') return requestAttention(deps, transfer, unassigned)
  return write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** The watch continues for as long as the other user may pay, so that their payment is matched to neither. */
async function rest(
  deps: TransferDeps,
  transfer: Transfer,
  { watch, sharedAt }: { watch: Watch; sharedAt: number },
): Promise<boolean> {
  if (deps.now().getTime() - sharedAt < searchMs) return false
  return write(deps, transfer, watchEnded(deps, transfer, watch))
}

/**
 * Adopts the first transaction that has this transfer's reference and pays it. A wallet may have signed more than once, each time with
 * different guard instructions. The transaction that the user sent may then be on the chain instead of the one that was reported.
 */
async function adoptNamed(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  const found = await at.reads.signaturesOf(referenceOf(transfer.id))
  const others = found.reverse().filter(({ hash, failed }) => !failed && hash !== transfer.hash)
  for (const { hash } of others) if (await adopt(deps, at, { transfer, hash })) return true
  return false
}

/**
 * Of what came to the recipient by hand, without a name of a transfer, the first that pays this one. Nothing is searched past
 * what the node names and cannot tell of yet.
 */
async function adoptUnnamed(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, watch }: { transfer: Transfer; watch: Watch },
): Promise<'adopted' | 'behind' | 'unreadable' | 'searched'> {
  const { slot: finalSlot } = await at.reads.head('finalized')
  const arrivals = await arrivalsOf(at, { terms: transfer.terms, watch, finalSlot })
  // No slot is cut in two.
  const cutAt = arrivals[arrivalsAtOnce]?.slot ?? Number.POSITIVE_INFINITY
  const lastSlot = Math.max(cutAt - 1, arrivals[0]?.slot ?? 0)
  let searchedBlock = Math.min(finalSlot, lastSlot)
  for (const { hash, slot } of arrivals.filter((each) => each.slot <= lastSlot)) {
    const judged = await judge(deps, at, { transfer, hash })
    if (judged === 'adopted') return 'adopted'
    if (judged === 'undecided') searchedBlock = Math.min(searchedBlock, slot - 1)
  }
  const isUnreadable = searchedBlock < Math.min(finalSlot, lastSlot)
  if (searchedBlock <= watch.searchedBlock) return isUnreadable ? 'unreadable' : 'searched'
  await storeSearched(deps.database.query, watch, { ...watch, searchedBlock })
  if (cutAt <= finalSlot) return 'behind'
  return isUnreadable ? 'unreadable' : 'searched'
}

async function judge(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, hash }: { transfer: Transfer; hash: string },
): Promise<'adopted' | 'another' | 'undecided'> {
  const { query } = deps.database
  const payment = await paymentOf(at, transfer, hash).catch(refused)
  if (payment === undefined) return 'undecided'
  if (!isAsPreviewed(transfer.terms, payment)) return 'another'
  const ofExchange = await isOfExchange(query, transfer.terms, hash)
  // The exchange is yet to say which transaction is its own.
  if (ofExchange === 'unknown') return 'undecided'
  if (ofExchange === 'yes') return 'another'
  const isNamed = await namesAnother(query, at, { id: transfer.id, hash })
  if (isNamed === null) return 'undecided'
  return !isNamed && (await adoptPayment(deps, transfer, { hash, mayTake: mayClaim })) ? 'adopted' : 'another'
}

/** A signature that the node cannot describe does not stop the search for others. */
function refused(error: unknown): undefined {
  if (!(error instanceof NodeRefusal)) throw error
}

/** Follows this transaction from now on. Returns false if it does not pay the previewed amount. */
async function adopt(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, hash }: { transfer: Transfer; hash: string },
): Promise<boolean> {
  const payment = await paymentOf(at, transfer, hash)
  if (payment === undefined || !isAsPreviewed(transfer.terms, payment)) return false
  return adoptPayment(deps, transfer, { hash })
}

/**
 * Returns false if the transaction belongs to another transfer. A transaction with this transfer's reference matches without a
 * further check; `mayTake` decides on all others.
 */
async function adoptPayment(
  deps: TransferDeps,
  transfer: Transfer,
  { hash, mayTake = async () => true }: { hash: string; mayTake?: typeof mayClaim },
): Promise<boolean> {
  const claim = proofOf(transfer.terms, hash)
  const change = { state: 'Broadcast', hash, confirmations: 0, attention: null, nextPollAt: deps.now() } as const
  return inTransaction(deps.database, async (query) => {
    if (!(await mayTake(query, transfer))) return false
    if (await hasProvedAnother(query, claim)) return false
    if (!(await claimPayment(query, transfer.id, { claim, sentNonce: null }))) return false
    const event = { kind: transfer.hash === '' ? 'sent' : 'replaced', detail: { hash } }
    if ((await changeTransfer(query, transfer, { change: { ...change, event }, now: deps.now() })) === null)
      throw new LostRace()
    return true
  }).catch(hasLost)
}

/** Another poll, or the page, was faster and has scheduled the next poll. */
function hasLost(error: unknown): true {
  if (error instanceof LostRace) return true
  throw error
}

async function follow(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  const { terms, hash } = transfer
  const payment = await paymentOf(at, transfer, hash)
  if (payment === undefined) return notFound(deps, at, transfer)
  const { confirmations, succeeded } = payment
  if (succeeded && !isAsPreviewed(terms, payment)) {
    return requestAttention(deps, transfer, 'the mined transaction is not the one that was previewed')
  }
  if (confirmations < terms.requiredConfirmations) {
    if (confirmations === transfer.confirmations) return later(deps, transfer, soonMs)
    const event = { kind: 'confirming', detail: { confirmations } }
    return write(deps, transfer, { state: 'Broadcast', confirmations, nextPollAt: after(deps, soonMs), event })
  }
  if (succeeded) {
    const proof = proofOf(terms, hash)
    if (await hasProvedAnother(deps.database.query, proof)) return letGo(deps, transfer)
    const event = { kind: 'succeeded', detail: { proof: 'chain', confirmations } }
    return write(deps, transfer, { state: 'Succeeded', proof, confirmations, nextPollAt: null, event })
  }
  if (await adoptNamed(deps, at, transfer)) return true
  if (isFromAnyAccount(terms)) return letGo(deps, transfer)
  return fail(deps, transfer, { state: 'Rejected', errorType: 'walletReverted', event: { kind: 'reverted' } })
}

function paymentOf({ chain }: SolanaNetwork, { terms }: Transfer, hash: string): Promise<MinedPayment | undefined> {
  const { toAddress: to, contract, fromAddress: from } = terms
  return chain.findPayment({ hash, to, contract, ...(isFromAnyAccount(terms) ? {} : { from }) })
}

/** The transaction is not, or no longer, in a block. */
async function notFound(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  if (transfer.confirmations > 0) {
    const event = { kind: 'reorganised' }
    return write(deps, transfer, { state: 'Broadcast', confirmations: 0, nextPollAt: after(deps, soonMs), event })
  }
  if (isFromAnyAccount(transfer.terms)) return letGo(deps, transfer)
  const { signed, lastHeight } = await requestedMessage(deps.database.query, transfer.id)
  // It was not sent through this server, which has nothing to send again.
  if (signed === null) return letGo(deps, transfer)
  // The request that has just stored it has also sent it.
  if (deps.now().getTime() - transfer.updatedAt.getTime() < resendMs) return later(deps, transfer, soonMs)
  const final = await at.reads.head('finalized')
  if (final.height > lastHeight) return expired(deps, at, { transfer, finalSlot: final.slot })
  await sendSigned(deps, at, { transferId: transfer.id, transaction: signed })
  return later(deps, transfer, resendMs)
}

/** Only the chain decides the outcome: a node that refuses it now proves nothing. */
export async function sendSigned(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transferId, transaction }: { transferId: string; transaction: Uint8Array },
): Promise<void> {
  try {
    await at.reads.send(transaction)
  } catch (error) {
    deps.log.warn({ transferId, ...errorFacts(error) }, 'the node did not take what a wallet has signed')
  }
}

/**
 * No block can hold it any more. It never was in one where a node that has come as far, and that has forgotten nothing of
 * what was since, knows nothing of it.
 */
async function expired(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, finalSlot }: { transfer: Transfer; finalSlot: number },
): Promise<boolean> {
  const { isKnown, asOfSlot } = await at.reads.seen(transfer.hash)
  if (isKnown || asOfSlot < finalSlot) return later(deps, transfer, resendMs)
  const { firstBlock } = await watchOf(deps.database.query, transfer.id)
  if ((await at.reads.oldestSlot()) > firstBlock) {
    return requestAttention(deps, transfer, 'the node has forgotten the time in which it could have been sent')
  }
  if (await adoptNamed(deps, at, transfer)) return true
  return fail(deps, transfer, { state: 'NotSent', errorType: 'transferNotSent', event: { kind: 'expired' } })
}

function fail(
  deps: TransferDeps,
  transfer: Transfer,
  how: Pick<TransferChange, 'event'> &
    ({ state: 'Rejected'; errorType: 'walletReverted' } | { state: 'NotSent'; errorType: 'transferNotSent' }),
): Promise<boolean> {
  return write(deps, transfer, { ...how, errorData: { name: transfer.terms.fromName }, nextPollAt: null })
}

/** A found transaction has disappeared: continue the search. */
function letGo(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    if ((await searchAgain(query, transfer, { nextPollAt: after(deps, soonMs), now: deps.now() })) === null)
      throw new LostRace()
    return true
  }).catch(hasLost)
}

/** Nothing has changed: schedules the next poll at this time, whatever the default interval. */
async function later(deps: TransferDeps, { id, lastEvent }: Transfer, ms: number): Promise<true> {
  const update = deps.database.query.updateTable('transfer').set({ next_poll_at: after(deps, ms).getTime() })
  await update.where('id', '=', id).where('last_event', '=', lastEvent).execute()
  return true
}

async function write(deps: TransferDeps, transfer: Transfer, change: TransferChange): Promise<boolean> {
  return (
    (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, { change, now: deps.now() }))) !==
    null
  )
}

function after(deps: TransferDeps, ms: number): Date {
  return new Date(deps.now().getTime() + ms)
}
