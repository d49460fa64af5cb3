// Polls the exchange for a withdrawal that it has accepted.

import type { Account } from '../accounts/accounts.ts'
import { withRenewal } from '../accounts/call-account.ts'
import type { MinedPayment } from '../chains/chain.ts'
import { Amount } from '../contract/amount.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import { isOrdered } from './fingerprint.ts'
import { hasPaidRecipient, isAsPreviewed, isReadableHash } from './payment-proof.ts'
import { type PollResult, storePollResult } from './poll-result.ts'
import { type TransferTerms, termsFromText } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer, TransferChange } from './transfer-store.ts'

/** Returns whether anything was stored. */
export async function pollAtExchange(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  const result = await judgeWithdrawal(deps, transfer, {
    account,
    judge: (withdrawal) => resultAtExchange(deps, transfer, { account, withdrawal }),
  })
  return storePollResult(deps, transfer, result)
}

interface WithdrawalJudgement {
  account: Account
  judge: (withdrawal: Withdrawal) => PollResult | Promise<PollResult>
  payment?: MinedPayment | undefined
}

/** Reads the withdrawal and passes it to `judge`. A record of another withdrawal is refused. `payment` is the mined payment, if known. */
export async function judgeWithdrawal(
  deps: TransferDeps,
  transfer: Transfer,
  { account, judge, payment }: WithdrawalJudgement,
): Promise<PollResult> {
  const { withdrawalId, terms } = transfer
  if (withdrawalId === null) return null
  const withdrawal = await withRenewal(deps, account, (credentials) =>
    account.exchange.getWithdrawal(credentials, account.externalId, withdrawalId),
  )
  if (withdrawal === undefined) return null
  if (withdrawal.id !== withdrawalId || !isOrdered(withdrawal, terms, deps.networks)) {
    return { attentionReason: 'the exchange returned another withdrawal than the one requested', found: [withdrawal] }
  }
  return (await applyChargedFee(deps, transfer, { withdrawal, payment })) ?? judge(withdrawal)
}

/**
 * For an exchange that deducts its fee from the order: compares the fee charged with the fee quoted. If it charged less, the recipient
 * receives more, and the terms get the amount and the fee of the withdrawal. If it charged more, the recipient receives less than the
 * user confirmed, and the transfer needs review. A fee counts once the withdrawal is completed, or if the mined payment has its amount.
 * A later record corrects an earlier one. Null if nothing differs.
 */
async function applyChargedFee(
  deps: TransferDeps,
  { previewId, state, terms }: Transfer,
  { withdrawal, payment }: { withdrawal: Withdrawal; payment: MinedPayment | undefined },
): Promise<PollResult> {
  const { amount } = withdrawal
  if (withdrawal.isFeeUnstated || amount.equals(terms.amount)) return null
  const isMined = payment !== undefined && amount.equals(Amount.fromBaseUnits(payment.baseUnits, terms.decimals))
  if (withdrawal.state !== 'completed' && !withdrawal.isInternal && !isMined) return null
  const quoted = await quotedTerms(deps, previewId)
  if (quoted === null) return null
  const surplus = amount.subtract(quoted.amount)
  if (surplus.isLessThan(Amount.zero))
    return { attentionReason: 'the exchange charged a higher fee than it had quoted' }
  const fee = quoted.networkFee.subtract(surplus)
  if (fee.isLessThan(Amount.zero)) return null
  const inFiat = (each: Amount | null, part: Amount, whole: Amount) =>
    each === null || whole.isZero ? each : each.multiply(part, 'half-even').divideBy(whole, 'half-even')
  const settled = {
    amount,
    amountInFiat: inFiat(quoted.amountInFiat, amount, quoted.amount),
    networkFee: fee,
    networkFeeInFiat: inFiat(quoted.networkFeeInFiat, fee, quoted.networkFee),
  }
  const detail = { amount: amount.toString(), networkFee: fee.toString() }
  return { state, terms: settled, nextPollAt: deps.now(), event: { kind: 'feeSettled', detail } }
}

/** Null once the preview is deleted: then another process has ended the transfer. */
async function quotedTerms({ database }: TransferDeps, previewId: string): Promise<TransferTerms | null> {
  const select = database.query.selectFrom('preview').select('terms').where('id', '=', previewId)
  const preview = await select.executeTakeFirst()
  return preview === undefined ? null : termsFromText(preview.terms)
}

/** A withdrawal, as the exchange lists it for an account. */
export interface ListedWithdrawal {
  account: Account
  withdrawal: Withdrawal
}

async function resultAtExchange(
  deps: TransferDeps,
  transfer: Transfer,
  { account, withdrawal }: ListedWithdrawal,
): Promise<PollResult> {
  const returned = await returnOf(deps, transfer, { account, withdrawal })
  if (returned !== null) return returned
  const chain = deps.chains.get(transfer.terms.networkKey)
  if (withdrawal.isInternal) return withdrawal.state === 'completed' ? succeededInside : null
  if (isReadableHash(chain, withdrawal.hash)) return sentIn(deps, withdrawal)
  if (withdrawal.state !== 'completed') return null
  if (chain === undefined) {
    return { state: 'Succeeded', nextPollAt: null, event: { kind: 'succeeded', detail: { proof: 'exchange' } } }
  }
  return withdrawal.hash === ''
    ? null
    : { attentionReason: 'the exchange names no transaction for a completed withdrawal' }
}

/** The recipient has an account at the same exchange. No chain shows the transfer, so the exchange's status is the proof. */
const succeededInside = {
  state: 'Succeeded',
  nextPollAt: null,
  event: { kind: 'succeeded', detail: { proof: 'exchange', inside: 'exchange' } },
} as const

function sentIn(deps: TransferDeps, { hash }: Withdrawal): TransferChange {
  return { state: 'Confirming', hash, nextPollAt: deps.now(), event: { kind: 'sent', detail: { hash } } }
}

/** The exchange returned the funds. Its status is not accepted if the chain shows that the recipient was paid. */
export async function returnOf(
  deps: TransferDeps,
  { terms }: Transfer,
  { account, withdrawal }: ListedWithdrawal,
): Promise<PollResult> {
  if (withdrawal.state !== 'failed' && withdrawal.state !== 'canceled') return null
  const chain = deps.chains.get(terms.networkKey)
  const { hash } = withdrawal
  if (chain?.isHash(hash)) {
    const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
    if (payment !== undefined && isAsPreviewed(terms, payment)) return sentIn(deps, withdrawal)
    if (payment !== undefined && hasPaidRecipient(terms, payment)) {
      return { attentionReason: 'the exchange says it failed, and the chain shows that the recipient was paid' }
    }
  }
  const state = withdrawal.state === 'failed' ? 'Returned' : 'Canceled'
  const errorData = { name: account.exchange.name }
  return { state, errorType: 'transferReturned', errorData, nextPollAt: null, event: { kind: state.toLowerCase() } }
}
