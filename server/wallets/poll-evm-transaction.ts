// Polls a transfer's transaction until it has enough confirmations, was reverted, or was replaced.

import type { MinedPayment } from '../chains/chain.ts'
import { requestAttention } from '../transfers/attention.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { adopt } from './adopt-evm-payment.ts'
import { findAmbiguousPayment, storeAmbiguous } from './ambiguous-payment.ts'
import { releasePayment } from './credited-transfer.ts'
import { findSent, findUnlogged, isFromAnyAccount } from './find-sent.ts'
import { isOfExchange } from './match-payment.ts'
import { pollAgain, soon, storeChange } from './store-poll.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import type { WatchedTransfer } from './watch-rows.ts'
import { storeSearched, type Watch } from './watch-rows.ts'

export async function pollEvmTransaction(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, watch }: WatchedTransfer,
): Promise<boolean> {
  const { terms } = transfer
  const payment = await paymentOf(at, transfer)
  if (payment === undefined) return notMined(deps, at, { transfer, watch })
  if (payment.succeeded && !isAsPreviewed(terms, payment)) {
    return requestAttention(deps, transfer, { reason: 'the mined transaction is not the one that was previewed' })
  }
  if (payment.confirmations < terms.requiredConfirmations) return confirming(deps, transfer, payment)
  if (payment.succeeded) return succeed(deps, transfer, payment)
  // A user who paid by link may pay again.
  return isFromAnyAccount(terms) ? releasePayment(deps, transfer) : fail(deps, transfer, 'Rejected')
}

function paymentOf({ chain }: WalletNetwork, { terms, hash }: Transfer): Promise<MinedPayment | undefined> {
  const from = isFromAnyAccount(terms) ? {} : { from: terms.fromAddress }
  return chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract, ...from })
}

async function confirming(deps: TransferDeps, transfer: Transfer, { confirmations }: MinedPayment): Promise<boolean> {
  if (confirmations === transfer.confirmations) return false
  const event = { kind: 'confirming', detail: { confirmations } }
  return storeChange(deps, transfer, {
    state: 'Broadcast',
    confirmations,
    emptyPolls: 0,
    nextPollAt: soon(deps),
    event,
  })
}

async function succeed(deps: TransferDeps, transfer: Transfer, { confirmations }: MinedPayment): Promise<boolean> {
  const { query } = deps.database
  const proof = proofOf(transfer.terms, transfer.hash)
  if (await hasProvedAnother(query, proof)) return releasePayment(deps, transfer)
  // The exchange has stated this hash since it was found.
  if ((await isOfExchange(query, transfer.terms, transfer.hash)) === 'yes') return releasePayment(deps, transfer)
  const event = { kind: 'succeeded', detail: { proof: 'chain', confirmations } }
  return storeChange(deps, transfer, { state: 'Succeeded', proof, confirmations, nextPollAt: null, event })
}

function fail(deps: TransferDeps, transfer: Transfer, state: 'Rejected' | 'Canceled'): Promise<boolean> {
  const errorType = state === 'Rejected' ? 'walletReverted' : 'walletReplaced'
  const event = { kind: state === 'Rejected' ? 'reverted' : 'replacedByOther' }
  return storeChange(deps, transfer, {
    state,
    errorType,
    errorData: { name: transfer.terms.fromName },
    nextPollAt: null,
    event,
  })
}

/**
 * The transaction is not, or no longer, in the chain. Speeding up replaces it with one that pays the same. A replacement that pays
 * something else and has enough confirmations proves that this transaction will never be mined.
 */
async function notMined(deps: TransferDeps, at: WalletNetwork, { transfer, watch }: WatchedTransfer): Promise<boolean> {
  const { terms } = transfer
  if (transfer.confirmations > 0) {
    const event = { kind: 'reorganised' }
    return storeChange(deps, transfer, { state: 'Broadcast', confirmations: 0, nextPollAt: soon(deps), event })
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
  if (isFromAnyAccount(terms)) return releasePayment(deps, transfer)
  if (isOver) {
    if (found.isBehind) return pollAgain(deps, transfer)
    const unlogged = terms.contract === '' ? [] : await findUnlogged(at, transfer, watch)
    for (const other of unlogged) if (await adopt(deps, at, { transfer, sent: other, kind: 'replaced' })) return true
    const ambiguous = await findAmbiguousPayment(deps.database.query, at, { transfer, watch, olderHashes: [] })
    return ambiguous === null ? fail(deps, transfer, 'Canceled') : storeAmbiguous(deps, transfer, ambiguous)
  }
  const isKnown = (await at.reads.transaction(transfer.hash)) !== null
  // Recorded once, as an empty poll: the node no longer has the transaction, but it may reappear.
  if (isKnown === (transfer.emptyPolls === 0)) return false
  const event = { kind: isKnown ? 'seenAgain' : 'dropped' }
  return storeChange(deps, transfer, { state: 'Broadcast', emptyPolls: isKnown ? 0 : 1, nextPollAt: soon(deps), event })
}

/** Whether another transaction with enough confirmations has used its nonce. */
async function isReplaced({ reads }: WalletNetwork, { terms, hash }: Transfer, { sentNonce, firstBlock }: Watch) {
  if (sentNonce === null || isFromAnyAccount(terms)) return false
  const block = (await reads.head()) - terms.requiredConfirmations + 1
  return block > firstBlock && reads.isReplaced({ hash, owner: terms.fromAddress, nonce: sentNonce, block })
}
