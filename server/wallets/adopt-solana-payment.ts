// Adopts a transaction on Solana as the payment of a transfer: one with the transfer's reference, or one sent manually without it.

import type { MinedPayment } from '../chains/chain.ts'
import { NodeError } from '../chains/solana-node.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer } from '../transfers/transfer-store.ts'
import { mayClaim } from './credited-transfer.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { isOfExchange } from './match-payment.ts'
import { referenceOf } from './payment-reference.ts'
import { arrivalsOf, namesAnother } from './solana-arrivals.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import type { WatchedTransfer } from './watch-rows.ts'
import { claimPayment, storeSearched } from './watch-rows.ts'

/** A transaction that may pay a transfer. */
interface Candidate {
  transfer: Transfer
  hash: string
}

/** Each takes two calls to the node. The next poll continues after them. */
const arrivalsAtOnce = 50

/**
 * Adopts the first transaction that has this transfer's reference and pays it. A wallet may have signed more than once, each time with
 * different guard instructions. The transaction that the user sent may then be on the chain instead of the one that was reported.
 */
export async function adoptNamed(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  const found = await at.reads.signaturesOf(referenceOf(transfer.id))
  const others = found.reverse().filter(({ hash, failed }) => !failed && hash !== transfer.hash)
  for (const { hash } of others) if (await adopt(deps, at, { transfer, hash })) return true
  return false
}

/**
 * Adopts the first payment that was sent manually, without the reference of a transfer, and pays this one. The search stops before an
 * arrival that the node lists but cannot describe yet.
 */
export async function adoptUnnamed(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, watch }: WatchedTransfer,
): Promise<'adopted' | 'behind' | 'unreadable' | 'searched'> {
  const { slot: finalSlot } = await at.reads.head('finalized')
  const arrivals = await arrivalsOf(at, { terms: transfer.terms, watch, finalSlot })
  // A slot is searched completely, or by the next poll.
  const cutAt = arrivals[arrivalsAtOnce]?.slot ?? Number.POSITIVE_INFINITY
  const lastSlot = Math.max(cutAt - 1, arrivals[0]?.slot ?? 0)
  let searchedBlock = Math.min(finalSlot, lastSlot)
  for (const { hash, slot } of arrivals.filter((each) => each.slot <= lastSlot)) {
    const judged = await judge(deps, at, { transfer, hash, slot })
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
  { transfer, hash, slot }: Candidate & { slot: number },
): Promise<'adopted' | 'another' | 'undecided'> {
  const { query } = deps.database
  const payment = await paymentOf(at, transfer, hash).catch(refused)
  if (payment === undefined) return 'undecided'
  if (!isAsPreviewed(transfer.terms, payment)) return 'another'
  const ofExchange = await isOfExchange(query, transfer.terms, hash)
  // The exchange has not returned its transaction's hash yet.
  if (ofExchange === 'unknown') return 'undecided'
  if (ofExchange === 'yes') return 'another'
  const isNamed = await namesAnother(query, at, { id: transfer.id, hash })
  if (isNamed === null) return 'undecided'
  const mayTake = (query: Query) => mayClaim(query, transfer, slot)
  return !isNamed && (await adoptPayment(deps, transfer, { hash, mayTake })) ? 'adopted' : 'another'
}

/** A signature that the node cannot describe does not stop the search for others. */
function refused(error: unknown): undefined {
  if (!(error instanceof NodeError)) throw error
}

/** Follows this transaction from now on. Returns false if it does not pay the previewed amount. */
async function adopt(deps: TransferDeps, at: SolanaNetwork, { transfer, hash }: Candidate): Promise<boolean> {
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
  { hash, mayTake = async () => true }: { hash: string; mayTake?: (query: Query) => Promise<boolean> },
): Promise<boolean> {
  const claim = proofOf(transfer.terms, hash)
  const change = { state: 'Broadcast', hash, confirmations: 0, attention: null, nextPollAt: deps.now() } as const
  return inTransaction(deps.database, async (query) => {
    if (!(await mayTake(query))) return false
    if (await hasProvedAnother(query, claim)) return false
    if (!(await claimPayment(query, transfer.id, { claim, sentNonce: null }))) return false
    const event = { kind: transfer.hash === '' ? 'sent' : 'replaced', detail: { hash } }
    if ((await changeTransfer(query, transfer, { change: { ...change, event }, now: deps.now() })) === null)
      throw new LostRace()
    return true
  })
}

export function paymentOf(
  { chain }: SolanaNetwork,
  { terms }: Transfer,
  hash: string,
): Promise<MinedPayment | undefined> {
  const { toAddress: to, contract, fromAddress: from } = terms
  return chain.findPayment({ hash, to, contract, ...(isFromAnyAccount(terms) ? {} : { from }) })
}
