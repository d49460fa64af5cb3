// Polls the chain for a transfer. It succeeds only by a mined transaction that moved the previewed amount of the previewed
// token to the previewed address and has enough confirmations.

import type { Account } from '../accounts/accounts.ts'
import type { MinedPayment } from '../chains/chain.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import { hasPaidRecipient, hasProvedAnother, isAsPreviewed, isReadableHash, proofOf } from './payment-proof.ts'
import type { ListedWithdrawal } from './poll-exchange.ts'
import { judgeWithdrawal, returnOf } from './poll-exchange.ts'
import { type PollResult, storePollResult } from './poll-result.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer, TransferChange } from './transfer-store.ts'

/** Returns whether anything was stored. */
export async function pollOnChain(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  return storePollResult(deps, transfer, await resultOnChain(deps, transfer, account))
}

async function resultOnChain(deps: TransferDeps, transfer: Transfer, account: Account): Promise<PollResult> {
  const { terms, hash } = transfer
  const chain = deps.chains.get(terms.networkKey)
  if (chain === undefined) return resultByExchange(deps, transfer, account)
  if (!chain.isHash(hash))
    return unproved(deps, transfer, {
      account,
      attentionReason: 'the exchange returned a hash that is not one of this network',
    })
  const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
  if (payment === undefined) return notMined(deps, transfer, account)
  // A reverted transaction moved nothing, but the exchange may send again. The transfer fails once the exchange reports a failure.
  if (!payment.succeeded) return findReturnOrReplacement(deps, transfer, account)
  if (!isAsPreviewed(terms, payment)) {
    return unproved(deps, transfer, {
      account,
      attentionReason: 'the mined transaction is not the one that was previewed',
      payment,
    })
  }
  const { confirmations } = payment
  if (confirmations >= terms.requiredConfirmations) return proved(deps, transfer, { account, confirmations })
  if (confirmations === transfer.confirmations) return null
  const nextPollAt = new Date(deps.now().getTime() + 200)
  return { state: 'Confirming', confirmations, nextPollAt, event: { kind: 'confirming', detail: { confirmations } } }
}

async function proved(
  deps: TransferDeps,
  transfer: Transfer,
  { account, confirmations }: { account: Account; confirmations: number },
): Promise<PollResult> {
  const proof = proofOf(transfer.terms, transfer.hash)
  if (await hasProvedAnother(deps.database.query, proof)) {
    return unproved(deps, transfer, { account, attentionReason: 'the mined transaction has proved another transfer' })
  }
  const event = { kind: 'succeeded', detail: { proof: 'chain', confirmations } }
  return { state: 'Succeeded', proof, confirmations, nextPollAt: null, event }
}

/** The transaction is another one: request the hash from the exchange again. Otherwise an operator is required. */
async function unproved(
  deps: TransferDeps,
  transfer: Transfer,
  {
    account,
    attentionReason,
    payment,
  }: { account: Account; attentionReason: string; payment?: MinedPayment | undefined },
): Promise<PollResult> {
  const mayBeReturned = payment === undefined || !hasPaidRecipient(transfer.terms, payment)
  const judge = (withdrawal: Withdrawal) =>
    mayBeReturned
      ? returnedOrReplaced(deps, transfer, { account, withdrawal })
      : replacementOf(deps, transfer, withdrawal)
  const change = await judgeWithdrawal(deps, transfer, { account, judge, payment })
  return change ?? { attentionReason }
}

/** The transaction is not, or no longer, in the chain: reset confirmations, and detect a replaced or returned withdrawal. */
async function notMined(deps: TransferDeps, transfer: Transfer, account: Account): Promise<PollResult> {
  const nextPollAt = new Date(deps.now().getTime() + 400)
  // Store this at once, without a request to the exchange, which may be unavailable. The next poll requests it.
  if (transfer.confirmations > 0) {
    return { state: 'Confirming', confirmations: 0, nextPollAt, event: { kind: 'reorganised' } }
  }
  return findReturnOrReplacement(deps, transfer, account)
}

function findReturnOrReplacement(deps: TransferDeps, transfer: Transfer, account: Account): Promise<PollResult> {
  return judgeWithdrawal(deps, transfer, {
    account,
    judge: (withdrawal) => returnedOrReplaced(deps, transfer, { account, withdrawal }),
  })
}

async function returnedOrReplaced(
  deps: TransferDeps,
  transfer: Transfer,
  { account, withdrawal }: ListedWithdrawal,
): Promise<PollResult> {
  return (await returnOf(deps, transfer, { account, withdrawal })) ?? replacementOf(deps, transfer, withdrawal)
}

/** The exchange sent it in another transaction, or stated a wrong hash before. */
function replacementOf(deps: TransferDeps, transfer: Transfer, { hash }: Withdrawal): TransferChange | null {
  if (hash === transfer.hash || !isReadableHash(deps.chains.get(transfer.terms.networkKey), hash)) return null
  const nextPollAt = new Date(deps.now().getTime() + 400)
  return { state: 'Confirming', hash, confirmations: 0, nextPollAt, event: { kind: 'replaced', detail: { hash } } }
}

function resultByExchange(deps: TransferDeps, transfer: Transfer, account: Account): Promise<PollResult> {
  return judgeWithdrawal(deps, transfer, {
    account,
    judge: (withdrawal) => {
      if (withdrawal.state !== 'completed') return returnOf(deps, transfer, { account, withdrawal })
      return { state: 'Succeeded', nextPollAt: null, event: { kind: 'succeeded', detail: { proof: 'exchange' } } }
    },
  })
}
