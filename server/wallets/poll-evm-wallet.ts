// Polls the chain for a wallet transfer. A hash reported by the page is a hint and proves nothing; without one the chain is
// searched. A transfer succeeds only by a mined payment that matches its terms and has enough confirmations.

import type { MinedPayment } from '../chains/chain.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction } from '../storage/storage.ts'
import { requestAttention } from '../transfers/attention.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { PollTransfer, TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from '../transfers/transfer-store.ts'
import { type AmbiguousPayment, findAmbiguousPayment } from './ambiguous-payment.ts'
import { findSent, findUnlogged, isFromAnyAccount, type Sent } from './find-sent.ts'
import { hintedSearchMs, isLastSearch, searchMs, unassigned, watchEnded, withLastSearch } from './last-search.ts'
import { ambiguousReason, isEqualReorganised, isOfExchange, matchPayment } from './match-payment.ts'
import { mayClaim, searchAgain } from './payment-holder.ts'
import { hasProved } from './proved-addresses.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'
import { claimPayment, isClaimedByOther, storeSearched, type Watch, watchOf } from './watch-rows.ts'

const soonMs = 300

/** The follower's poll. */
export function pollEvmWallet(networks: WalletNetworks): PollTransfer {
  return async (deps, transfer) => {
    const at = networks.get(transfer.terms.networkKey)
    if (at === undefined) return requestAttention(deps, transfer, 'no node of its network is configured any more')
    const watch = await watchOf(deps.database.query, transfer.id)
    if (watch.sharedAt !== null && transfer.state === 'AwaitingWallet')
      return rest(deps, transfer, { watch, sharedAt: watch.sharedAt })
    const poll = transfer.state === 'Broadcast' ? follow : search
    const isChanged = await poll(deps, at, { transfer, watch }).catch((error: unknown) => {
      if (error instanceof Undecided) return noteUndecided(deps, transfer)
      if (error instanceof Ambiguous) return stayAmbiguous(deps, transfer, { watch, hash: error.hash })
      // Nothing that this poll has read is stored. The faster process has scheduled the next one.
      if (error instanceof LostRace) return true
      throw error
    })
    const isForgotten =
      transfer.state === 'Broadcast' && ageOf(deps, transfer) > searchMs && transfer.attention === null
    return isChanged || (isForgotten && requestAttention(deps, transfer, 'pending for over 24 hours'))
  }
}

/** After this time a payment that cannot be read or assigned needs an operator. Every poll searches its blocks again. */
async function noteUndecided(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  if (transfer.state !== 'AwaitingWallet' || ageOf(deps, transfer) <= searchMs) return false
  return requestAttention(deps, transfer, unassigned)
}

function ageOf(deps: TransferDeps, { createdAt }: Transfer): number {
  return deps.now().getTime() - createdAt.getTime()
}

async function search(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, watch: before }: { transfer: Transfer; watch: Watch },
): Promise<boolean> {
  const watch = await withLastSearch(deps, transfer, before)
  const found = await findSent(at, transfer, watch)
  for (const sent of found.sent) if (await adopt(deps, at, { transfer, sent, kind: 'sent' })) return true
  await storeSearched(deps.database.query, watch, found)
  if (found.isBehind) return pollAgain(deps, transfer)
  // Other kinds of payment can be detected only for a known account.
  const mayBeAmbiguous = transfer.state !== 'Ambiguous' && !isFromAnyAccount(transfer.terms)
  const ambiguous = mayBeAmbiguous
    ? await findAmbiguousPayment(deps.database.query, at, { transfer, watch, olderHashes: found.older })
    : null
  if (ambiguous !== null) return beAmbiguous(deps, transfer, ambiguous)
  return isLastSearch(transfer, watch) && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** Reported as Unknown; an operator ends it. A later proof still counts. */
async function beAmbiguous(
  deps: TransferDeps,
  transfer: Transfer,
  { hash, reason }: AmbiguousPayment,
): Promise<boolean> {
  const event = { kind: 'unclear', detail: { reason, ...(hash === '' ? {} : { hash }) } }
  const change = {
    state: 'Ambiguous',
    hash,
    confirmations: 0,
    attention: reason,
    nextPollAt: soon(deps),
    event,
  } as const
  const written = await inTransaction(deps.database, async (query) => {
    const claim = proofOf(transfer.terms, hash)
    const isOfAnother = (await hasProvedAnother(query, claim)) || (await isClaimedByOther(query, transfer.id, claim))
    if (hash !== '' && isOfAnother) return null
    return changeTransfer(query, transfer, { change, now: deps.now() })
  })
  if (written !== null) deps.log.error({ transferId: transfer.id, reason }, 'a transfer needs an operator')
  return written !== null
}

/** Credited to no user. A proof of the address decides it later, or an operator does. */
async function stayAmbiguous(
  deps: TransferDeps,
  transfer: Transfer,
  { watch, hash }: { watch: Watch; hash: string },
): Promise<boolean> {
  if (transfer.state !== 'Ambiguous') return beAmbiguous(deps, transfer, { hash, reason: ambiguousReason })
  return ageOf(deps, transfer) >= hintedSearchMs && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** Stored while the other user may pay, so that a later request is matched to neither payment. */
async function rest(
  deps: TransferDeps,
  transfer: Transfer,
  { watch, sharedAt }: { watch: Watch; sharedAt: number },
): Promise<boolean> {
  return deps.now().getTime() - sharedAt >= searchMs && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** There is more to search: the next poll is due at once. */
async function pollAgain({ database, now }: TransferDeps, { id, lastEvent }: Transfer): Promise<true> {
  const update = database.query.updateTable('transfer').set({ next_poll_at: now().getTime() })
  await update.where('id', '=', id).where('last_event', '=', lastEvent).execute()
  return true
}

/** Follows this transaction from now on. Returns false if it belongs to another transfer. */
async function adopt(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, sent, kind }: { transfer: Transfer; sent: Sent; kind: 'sent' | 'replaced' },
): Promise<boolean> {
  if (isFromAnyAccount(transfer.terms)) {
    if (!(await hasArrived(at, transfer.terms, sent.hash))) return false
    if (await isEqualReorganised(deps.database.query, at.chain, transfer)) throw new Undecided()
  }
  const claim = proofOf(transfer.terms, sent.hash)
  const event = { kind, detail: { hash: sent.hash } }
  const seen = { state: 'Broadcast', hash: sent.hash, confirmations: 0, emptyPolls: 0, attention: null } as const
  return inTransaction(deps.database, async (query) => {
    if (isFromAnyAccount(transfer.terms) && !(await mayClaim(query, transfer))) return false
    if (await hasProvedAnother(query, claim)) return false
    const ofExchange = await isOfExchange(query, transfer.terms, sent.hash)
    if (ofExchange === 'yes') return false
    // An exchange may still name this transaction for its own transfer. Only a proved address excludes that: an exchange's hot
    // wallet can be named by any user.
    if (ofExchange === 'unknown' && !(await hasProved(query, transfer, transfer.terms))) throw new Undecided()
    if (await isClaimedByOther(query, transfer.id, claim)) return false
    const belonging = await matchPayment(query, transfer, sent)
    if (belonging === 'other') return false
    if (belonging === 'ambiguous') throw new Ambiguous(sent.hash)
    if (!(await claimPayment(query, transfer.id, { claim, sentNonce: sent.nonce }))) return false
    const changed = await changeTransfer(query, transfer, {
      change: { ...seen, nextPollAt: deps.now(), event },
      now: deps.now(),
    })
    if (changed === null) throw new LostRace()
    return true
  })
}

/** A transaction of another sender counts only if it succeeded. Its failure is not a failure of this transfer. */
async function hasArrived({ chain }: WalletNetwork, terms: TransferTerms, hash: string): Promise<boolean> {
  const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
  // One node has it in a block; the node read now does not have it yet.
  if (payment === undefined) throw new Undecided()
  return isAsPreviewed(terms, payment)
}

/** Thrown if a later poll must decide whether and to whom a payment belongs. The search stops before it. */
class Undecided extends Error {}

/** Thrown if a payment matches attempts of several users and nothing identifies one. The search stops before it. */
class Ambiguous extends Error {
  readonly hash: string

  constructor(hash: string) {
    super('a payment fits the attempts of several users')
    this.hash = hash
  }
}

async function follow(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, watch }: { transfer: Transfer; watch: Watch },
): Promise<boolean> {
  const { terms } = transfer
  const payment = await paymentOf(at, transfer)
  if (payment === undefined) return notMined(deps, at, { transfer, watch })
  if (payment.succeeded && !isAsPreviewed(terms, payment)) {
    return requestAttention(deps, transfer, 'the mined transaction is not the one that was previewed')
  }
  if (payment.confirmations < terms.requiredConfirmations) return confirming(deps, transfer, payment)
  if (payment.succeeded) return succeed(deps, transfer, payment)
  // A user who paid by link may pay again.
  return isFromAnyAccount(terms) ? letGo(deps, transfer) : fail(deps, transfer, 'Rejected')
}

function paymentOf({ chain }: WalletNetwork, { terms, hash }: Transfer): Promise<MinedPayment | undefined> {
  const from = isFromAnyAccount(terms) ? {} : { from: terms.fromAddress }
  return chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract, ...from })
}

async function confirming(deps: TransferDeps, transfer: Transfer, { confirmations }: MinedPayment): Promise<boolean> {
  if (confirmations === transfer.confirmations) return false
  const event = { kind: 'confirming', detail: { confirmations } }
  return write(deps, transfer, { state: 'Broadcast', confirmations, emptyPolls: 0, nextPollAt: soon(deps), event })
}

async function succeed(deps: TransferDeps, transfer: Transfer, { confirmations }: MinedPayment): Promise<boolean> {
  const { query } = deps.database
  const proof = proofOf(transfer.terms, transfer.hash)
  if (await hasProvedAnother(query, proof)) return letGo(deps, transfer)
  // The exchange has stated this hash since it was found.
  if ((await isOfExchange(query, transfer.terms, transfer.hash)) === 'yes') return letGo(deps, transfer)
  const event = { kind: 'succeeded', detail: { proof: 'chain', confirmations } }
  return write(deps, transfer, { state: 'Succeeded', proof, confirmations, nextPollAt: null, event })
}

function fail(deps: TransferDeps, transfer: Transfer, state: 'Rejected' | 'Canceled'): Promise<boolean> {
  const errorType = state === 'Rejected' ? 'walletReverted' : 'walletReplaced'
  const event = { kind: state === 'Rejected' ? 'reverted' : 'replacedByOther' }
  return write(deps, transfer, {
    state,
    errorType,
    errorData: { name: transfer.terms.fromName },
    nextPollAt: null,
    event,
  })
}

/** The payment belongs to another transfer: continue the search. */
function letGo(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    if ((await searchAgain(query, transfer, { nextPollAt: soon(deps), now: deps.now() })) === null) throw new LostRace()
    return true
  })
}

/**
 * The transaction is not, or no longer, in the chain. Speeding up replaces it with one that pays the same. A replacement that pays
 * something else and has enough confirmations proves that this transaction will never be mined.
 */
async function notMined(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, watch }: { transfer: Transfer; watch: Watch },
): Promise<boolean> {
  const { terms } = transfer
  if (transfer.confirmations > 0) {
    const event = { kind: 'reorganised' }
    return write(deps, transfer, { state: 'Broadcast', confirmations: 0, nextPollAt: soon(deps), event })
  }
  // Read the nonce before the search, so that a replacement is in the searched blocks.
  const isOver = await isReplaced(at, transfer, watch)
  const found = await findSent(at, transfer, watch)
  // Another node has it in a block: the node read before lags.
  if (found.sent.some(({ hash, block }) => hash === transfer.hash && block !== null)) return false
  for (const other of found.sent) {
    if (other.hash !== transfer.hash && (await adopt(deps, at, { transfer, sent: other, kind: 'replaced' })))
      return true
  }
  await storeSearched(deps.database.query, watch, found)
  if (isFromAnyAccount(terms)) return letGo(deps, transfer)
  if (isOver) {
    if (found.isBehind) return pollAgain(deps, transfer)
    const unlogged = terms.contract === '' ? [] : await findUnlogged(at, transfer, watch)
    for (const other of unlogged) if (await adopt(deps, at, { transfer, sent: other, kind: 'replaced' })) return true
    const ambiguous = await findAmbiguousPayment(deps.database.query, at, { transfer, watch, olderHashes: [] })
    return ambiguous === null ? fail(deps, transfer, 'Canceled') : beAmbiguous(deps, transfer, ambiguous)
  }
  const isKnown = (await at.reads.transaction(transfer.hash)) !== null
  // Recorded once, through the empty polls: the node no longer has the transaction, and it may return.
  if (isKnown === (transfer.emptyPolls === 0)) return false
  const event = { kind: isKnown ? 'seenAgain' : 'dropped' }
  return write(deps, transfer, { state: 'Broadcast', emptyPolls: isKnown ? 0 : 1, nextPollAt: soon(deps), event })
}

/** Whether another transaction with enough confirmations has used its nonce. */
async function isReplaced({ reads }: WalletNetwork, { terms, hash }: Transfer, { sentNonce, firstBlock }: Watch) {
  if (sentNonce === null || isFromAnyAccount(terms)) return false
  const block = (await reads.head()) - terms.requiredConfirmations + 1
  return block > firstBlock && reads.isReplaced({ hash, owner: terms.fromAddress, nonce: sentNonce, block })
}

async function write(deps: TransferDeps, transfer: Transfer, change: TransferChange): Promise<boolean> {
  return (
    (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, { change, now: deps.now() }))) !==
    null
  )
}

function soon(deps: TransferDeps): Date {
  return new Date(deps.now().getTime() + soonMs)
}
