// What the chain says of a transfer that a wallet was asked for. The page's word is a hint of where to look and proves nothing;
// without it the chain is searched. Only a mined payment of just these terms, deep enough, makes a transfer succeed.

import type { MinedPayment } from '../chains/chain.ts'
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

/** A look for the follower. */
export function pollEvmWallet(networks: WalletNetworks): PollTransfer {
  return async (deps, transfer) => {
    const at = networks.get(transfer.terms.networkKey)
    if (at === undefined) return requestAttention(deps, transfer, 'no node of its network is configured any more')
    const watch = await watchOf(deps.database.query, transfer.id)
    if (watch.sharedAt !== null && transfer.state === 'AwaitingWallet')
      return rest(deps, transfer, watch, watch.sharedAt)
    const look = transfer.state === 'Broadcast' ? follow : search
    const isChanged = await look(deps, at, transfer, watch).catch((error: unknown) => {
      if (error instanceof Undecided) return noteUndecided(deps, transfer)
      if (error instanceof Ambiguous) return stayAmbiguous(deps, transfer, watch, error.hash)
      // Whoever was faster has said when the next look is.
      if (error instanceof LostRace) return true
      throw error
    })
    const isForgotten =
      transfer.state === 'Broadcast' && ageOf(deps, transfer) > searchMs && transfer.attention === null
    return isChanged || (isForgotten && requestAttention(deps, transfer, 'pending for over 24 hours'))
  }
}

/** A payment that cannot be read or assigned for so long is an operator's. Its blocks are searched again by every poll. */
async function noteUndecided(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  if (transfer.state !== 'AwaitingWallet' || ageOf(deps, transfer) <= searchMs) return false
  return requestAttention(deps, transfer, unassigned)
}

function ageOf(deps: TransferDeps, { createdAt }: Transfer): number {
  return deps.now().getTime() - createdAt.getTime()
}

async function search(deps: TransferDeps, at: WalletNetwork, transfer: Transfer, before: Watch): Promise<boolean> {
  const watch = await withLastSearch(deps, transfer, before)
  const found = await findSent(at, transfer, watch)
  for (const sent of found.sent) if (await adopt(deps, at, transfer, sent, 'sent')) return true
  await storeSearched(deps.database.query, watch, found)
  if (found.isBehind) return lookOn(deps, transfer)
  // Only of an account that is known can be read whether it has paid in another way.
  const mayDoubt = transfer.state !== 'Ambiguous' && !isFromAnyAccount(transfer.terms)
  const doubt = mayDoubt ? await findAmbiguousPayment(deps.database.query, at, transfer, watch, found.older) : null
  if (doubt !== null) return beAmbiguous(deps, transfer, doubt)
  return isLastSearch(transfer, watch) && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** Told as unknown, and an operator's to end. What proves it after all still counts. */
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
    return changeTransfer(query, transfer, change, deps.now())
  })
  if (written !== null) deps.log.error({ transferId: transfer.id, reason }, 'a transfer needs an operator')
  return written !== null
}

/** Credited to no user. A proof of the address decides it later, or an operator does. */
async function stayAmbiguous(deps: TransferDeps, transfer: Transfer, watch: Watch, hash: string): Promise<boolean> {
  if (transfer.state !== 'Ambiguous') return beAmbiguous(deps, transfer, { hash, reason: ambiguousReason })
  return ageOf(deps, transfer) >= hintedSearchMs && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** Kept for as long as the other user may pay, so that nobody who asks after both is taken for either. */
async function rest(deps: TransferDeps, transfer: Transfer, watch: Watch, sharedAt: number): Promise<boolean> {
  return deps.now().getTime() - sharedAt >= searchMs && write(deps, transfer, watchEnded(deps, transfer, watch))
}

/** There is more to search: the next look comes at once. */
async function lookOn({ database, now }: TransferDeps, { id, lastEvent }: Transfer): Promise<true> {
  const update = database.query.updateTable('transfer').set({ next_poll_at: now().getTime() })
  await update.where('id', '=', id).where('last_event', '=', lastEvent).execute()
  return true
}

/** From now on it is this transaction that is followed. False when it is another transfer's. */
async function adopt(
  deps: TransferDeps,
  at: WalletNetwork,
  transfer: Transfer,
  sent: Sent,
  kind: 'sent' | 'replaced',
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
    if (!(await claimPayment(query, transfer.id, claim, sent.nonce))) return false
    const changed = await changeTransfer(query, transfer, { ...seen, nextPollAt: deps.now(), event }, deps.now())
    if (changed === null) throw new LostRace()
    return true
  })
}

/** What others have sent is a payment only once it is one: a transaction of theirs that failed is nobody's failure here. */
async function hasArrived({ chain }: WalletNetwork, terms: TransferTerms, hash: string): Promise<boolean> {
  const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
  // One node has it in a block, and the one that was read now does not know it yet.
  if (payment === undefined) throw new Undecided()
  return isAsPreviewed(terms, payment)
}

/** Thrown where a later poll decides whose a payment is, or whether it is one: nothing is searched past it. */
class Undecided extends Error {}

/** Thrown where a payment fits attempts of several users, and nothing identifies one. Nothing is searched past it. */
class Ambiguous extends Error {
  readonly hash: string

  constructor(hash: string) {
    super('a payment fits the attempts of several users')
    this.hash = hash
  }
}

/** Thrown to undo a transaction whose ground was lost to another look: nothing that this one has read is kept. */
class LostRace extends Error {}

async function follow(deps: TransferDeps, at: WalletNetwork, transfer: Transfer, watch: Watch): Promise<boolean> {
  const { terms } = transfer
  const payment = await paymentOf(at, transfer)
  if (payment === undefined) return notMined(deps, at, transfer, watch)
  if (payment.succeeded && !isAsPreviewed(terms, payment)) {
    return requestAttention(deps, transfer, 'the mined transaction is not the one that was previewed')
  }
  if (payment.confirmations < terms.requiredConfirmations) return confirming(deps, transfer, payment)
  if (payment.succeeded) return succeed(deps, transfer, payment)
  // Who paid by a link may do so once more.
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
  // The exchange has named it since it was found.
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

/** Another transfer's payment after all: the search goes on. */
function letGo(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    if ((await searchAgain(query, transfer, soon(deps), deps.now())) === null) throw new LostRace()
    return true
  })
}

/**
 * Not in the chain (any more). Another transaction may pay the same in its place: speeding up makes one. One that pays
 * something else, deep enough, proves that this one never comes.
 */
async function notMined(deps: TransferDeps, at: WalletNetwork, transfer: Transfer, watch: Watch): Promise<boolean> {
  const { terms } = transfer
  if (transfer.confirmations > 0) {
    const event = { kind: 'reorganised' }
    return write(deps, transfer, { state: 'Broadcast', confirmations: 0, nextPollAt: soon(deps), event })
  }
  // Read before the search: what has taken its place then lies in the blocks that are searched.
  const isOver = await isReplaced(at, transfer, watch)
  const found = await findSent(at, transfer, watch)
  // Another node has it in a block: the one that was read before lags behind.
  if (found.sent.some(({ hash, block }) => hash === transfer.hash && block !== null)) return false
  for (const other of found.sent) {
    if (other.hash !== transfer.hash && (await adopt(deps, at, transfer, other, 'replaced'))) return true
  }
  await storeSearched(deps.database.query, watch, found)
  if (isFromAnyAccount(terms)) return letGo(deps, transfer)
  if (isOver) {
    if (found.isBehind) return lookOn(deps, transfer)
    const unlogged = terms.contract === '' ? [] : await findUnlogged(at, transfer, watch)
    for (const other of unlogged) if (await adopt(deps, at, transfer, other, 'replaced')) return true
    const doubt = await findAmbiguousPayment(deps.database.query, at, transfer, watch, [])
    return doubt === null ? fail(deps, transfer, 'Canceled') : beAmbiguous(deps, transfer, doubt)
  }
  const isKnown = (await at.reads.transaction(transfer.hash)) !== null
  // Noted once, by way of the empty looks: the node does not know it any more, and it may still come back.
  if (isKnown === (transfer.emptyPolls === 0)) return false
  const event = { kind: isKnown ? 'seenAgain' : 'dropped' }
  return write(deps, transfer, { state: 'Broadcast', emptyPolls: isKnown ? 0 : 1, nextPollAt: soon(deps), event })
}

/** Whether another transaction has used its nonce, deep enough. */
async function isReplaced({ reads }: WalletNetwork, { terms, hash }: Transfer, { sentNonce, firstBlock }: Watch) {
  if (sentNonce === null || isFromAnyAccount(terms)) return false
  const block = (await reads.head()) - terms.requiredConfirmations + 1
  return block > firstBlock && reads.isReplaced({ hash, owner: terms.fromAddress, nonce: sentNonce, block })
}

async function write(deps: TransferDeps, transfer: Transfer, change: TransferChange): Promise<boolean> {
  return (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))) !== null
}

function soon(deps: TransferDeps): Date {
  return new Date(deps.now().getTime() + soonMs)
}
