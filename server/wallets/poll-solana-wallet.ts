// Polls Solana for a wallet transfer. A signed transaction is sent again while a block may still include it. After that, the result on
// the chain is final.

import { errorFacts } from '../log/log.ts'
import { LostRace } from '../storage/lost-race.ts'
import { requestAttention } from '../transfers/attention.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { PollTransfer, TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer, TransferChange } from '../transfers/transfer-store.ts'
import { adoptNamed, adoptUnnamed, paymentOf } from './adopt-solana-payment.ts'
import { releasePayment } from './credited-transfer.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { endSharedWatch, isLastSearch, searchMs, unassigned, watchEnded, withLastSearch } from './last-search.ts'
import { requestedMessage } from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import { pollAgain, soon, soonMs, storeChange } from './store-poll.ts'
import { watchOf } from './watch-rows.ts'

const resendMs = 1_000

export function pollSolanaWallet(at: SolanaNetwork): PollTransfer {
  return async (deps, transfer) => {
    // Another poll, or the page, was faster and has scheduled the next poll.
    return pollSolanaPayment(deps, at, transfer).catch((error: unknown) => {
      if (error instanceof LostRace) return true
      throw error
    })
  }
}

async function pollSolanaPayment(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  if (transfer.state !== 'Broadcast') return search(deps, at, transfer)
  // A minute after signing, a missing status is the node's fault.
  const isSilent = deps.now().getTime() - transfer.updatedAt.getTime() > searchMs && transfer.attention === null
  if (
    isSilent &&
    (await requestAttention(deps, transfer, {
      reason: 'the status of the transaction has not changed for over 24 hours',
    }))
  )
    return true
  return pollTransaction(deps, at, transfer)
}

/** The server has no signature. A transaction with this transfer's reference may be on the chain if a third party sent it. */
async function search(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  if (await adoptNamed(deps, at, transfer)) return true
  const before = await watchOf(deps.database.query, transfer.id)
  if (before.sharedAt !== null) return endSharedWatch(deps, transfer, { watch: before, sharedAt: before.sharedAt })
  const watch = await withLastSearch(deps, transfer, before)
  const outcome = isFromAnyAccount(transfer.terms) ? await adoptUnnamed(deps, at, { transfer, watch }) : 'searched'
  if (outcome === 'adopted') return true
  if (outcome === 'behind') return pollAgain(deps, transfer, soonMs)
  if (!isLastSearch(transfer, watch)) return false
  if (outcome === 'unreadable') return requestAttention(deps, transfer, { reason: unassigned })
  return storeChange(deps, transfer, await watchEnded(deps, transfer, watch))
}

async function pollTransaction(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  const { terms, hash } = transfer
  const payment = await paymentOf(at, transfer, hash)
  if (payment === undefined) return notFound(deps, at, transfer)
  const { confirmations, succeeded } = payment
  if (succeeded && !isAsPreviewed(terms, payment)) {
    return requestAttention(deps, transfer, { reason: 'the mined transaction is not the one that was previewed' })
  }
  if (confirmations < terms.requiredConfirmations) {
    if (confirmations === transfer.confirmations) return pollAgain(deps, transfer, soonMs)
    const event = { kind: 'confirming', detail: { confirmations } }
    return storeChange(deps, transfer, { state: 'Broadcast', confirmations, nextPollAt: soon(deps), event })
  }
  if (succeeded) {
    const proof = proofOf(terms, hash)
    if (await hasProvedAnother(deps.database.query, proof)) return releasePayment(deps, transfer)
    const event = { kind: 'succeeded', detail: { proof: 'chain', confirmations } }
    return storeChange(deps, transfer, { state: 'Succeeded', proof, confirmations, nextPollAt: null, event })
  }
  if (await adoptNamed(deps, at, transfer)) return true
  if (isFromAnyAccount(terms)) return releasePayment(deps, transfer)
  return fail(deps, transfer, { state: 'Rejected', errorType: 'walletReverted', event: { kind: 'reverted' } })
}

/** The transaction is not, or no longer, in a block. */
async function notFound(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<boolean> {
  if (transfer.confirmations > 0) {
    const event = { kind: 'reorganised' }
    return storeChange(deps, transfer, { state: 'Broadcast', confirmations: 0, nextPollAt: soon(deps), event })
  }
  if (isFromAnyAccount(transfer.terms)) return releasePayment(deps, transfer)
  const { signed, lastHeight } = await requestedMessage(deps.database.query, transfer.id)
  // It was not sent through this server, which has nothing to send again.
  if (signed === null) return releasePayment(deps, transfer)
  // The request that has just stored it has also sent it.
  if (deps.now().getTime() - transfer.updatedAt.getTime() < resendMs) return pollAgain(deps, transfer, soonMs)
  const final = await at.reads.head('finalized')
  if (final.height > lastHeight) return expired(deps, at, { transfer, finalSlot: final.slot })
  await sendSigned(deps, at, { transferId: transfer.id, transaction: signed })
  return pollAgain(deps, transfer, resendMs)
}

/** Only the chain decides the outcome. An error from a node proves nothing. */
export async function sendSigned(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transferId, transaction }: { transferId: string; transaction: Uint8Array },
): Promise<void> {
  try {
    await at.reads.send(transaction)
  } catch (error) {
    deps.log.warn({ transferId, ...errorFacts(error) }, 'the node did not accept a signed transaction')
  }
}

/**
 * No block can include the transaction any more. It was never in a block if a node that has reached this height, and still has all
 * blocks since, does not know it.
 */
async function expired(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer, finalSlot }: { transfer: Transfer; finalSlot: number },
): Promise<boolean> {
  const { isKnown, asOfSlot } = await at.reads.seen(transfer.hash)
  if (isKnown || asOfSlot < finalSlot) return pollAgain(deps, transfer, resendMs)
  const { firstBlock } = await watchOf(deps.database.query, transfer.id)
  if ((await at.reads.oldestSlot()) > firstBlock) {
    return requestAttention(deps, transfer, {
      reason: 'the node no longer has the blocks that could contain the transaction',
    })
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
  return storeChange(deps, transfer, { ...how, errorData: { name: transfer.terms.fromName }, nextPollAt: null })
}
