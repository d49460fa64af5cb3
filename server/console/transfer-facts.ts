// The facts of a transfer, as its page and the text for support have them.

import type { Amount } from '../contract/amount.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { AttemptTable, TransferTable } from '../storage/transfer-tables.ts'
import { failureOf } from '../transfers/send-withdrawal.ts'
import { gasOf, type TransferTerms, totalFee } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { boundedText } from './bounded-text.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { stateSentences } from './state-words.ts'
import { originOf } from './transfer-row.ts'

export type TransferFacts = ReturnType<typeof factsOf>

export function factsOf(
  deps: ConsoleDeps,
  transfer: Transfer,
  { row, lastAttempt }: { row: TransferTable; lastAttempt: AttemptTable | undefined },
) {
  const { terms, hash, linkId, transactionId, previewId, accountId, exchangeType } = transfer
  const isErased = row.erased_at !== null
  return {
    ...{ previewId, accountId, linkId, exchange: exchangeType, isWallet: isSelfCustody(exchangeType) },
    transactionId: transactionId === null ? null : boundedText(transactionId, 300),
    erasedAt: row.erased_at === null ? null : new Date(row.erased_at).toISOString(),
    amountInFiat: terms.amountInFiat?.toString() ?? null,
    contract: textOrNull(terms.contract),
    fromAddress: isErased ? null : textOrNull(terms.fromAddress),
    addressTag: textOrNull(terms.addressTag),
    fees: feesOf(terms),
    terms: termsOf(terms),
    ...stateSentences(transfer, {
      isPolled: row.next_poll_at !== null,
      unresponsive: unresponsiveName(deps, transfer),
      recovery: deps.exchanges.byType(exchangeType)?.recovery,
      validUntil: lastAttempt === undefined ? undefined : new Date(lastAttempt.valid_until),
    }),
    nextPollAt: row.next_poll_at === null ? null : new Date(row.next_poll_at).toISOString(),
    failure: failureMessage(transfer),
    updatedAt: transfer.updatedAt.toISOString(),
    withdrawalId: transfer.withdrawalId === null ? null : boundedText(transfer.withdrawalId, 300),
    hash: textOrNull(hash),
    explorerUrl: hash === '' ? null : textOrNull(deps.explorerUrl(terms.networkId, hash)),
    ...{ confirmations: transfer.confirmations, requiredConfirmations: terms.requiredConfirmations },
  }
}

function unresponsiveName(deps: ConsoleDeps, transfer: Transfer): string | undefined {
  return deps.openCircuits().includes(transfer.exchangeType) ? originOf(deps, transfer) : undefined
}

function failureMessage(transfer: Transfer): string | null {
  const failure = failureOf(transfer)
  return failure === null ? null : boundedText(failure.message, 500)
}

function feesOf(terms: TransferTerms): [string, string][] {
  const { symbol, fee, feeInFiat } = gasOf(terms)
  const estimate = terms.feeIsEstimate ? ', an estimate' : ''
  return [
    ['Network fee', `${withFiat(fee, symbol, feeInFiat)}${estimate}`],
    ...(terms.exchangeFee.isZero
      ? []
      : [
          ['Fee of the exchange', withFiat(terms.exchangeFee, terms.symbol, terms.exchangeFeeInFiat)] satisfies [
            string,
            string,
          ],
        ]),
  ]
}

function termsOf(terms: TransferTerms): [string, string][] {
  const { symbol, amount, amountInFiat, requiredAction, estimatedSeconds, requiredConfirmations } = terms
  const fee = totalFee(terms)
  return [
    ['The recipient gets', withFiat(amount, symbol, amountInFiat)],
    ['The account is charged', `${amount.add(fee).toString()} ${boundedText(symbol, 20)}`],
    ['Estimated time', `${estimatedSeconds} s`],
    ['Required confirmations', String(requiredConfirmations)],
    ...(requiredAction === undefined ? [] : [['Required of the user', requiredAction.kind] satisfies [string, string]]),
  ]
}

function withFiat(amount: Amount, symbol: string, fiat: Amount | null): string {
  const dollars = fiat === null ? '' : ` (${dollarText(fiat)})`
  return `${amount.toString()} ${boundedText(symbol, 20)}${dollars}`
}

function dollarText(fiat: Amount): string {
  const rounded = fiat.round(2, 'half-even')
  if (rounded.isZero && !fiat.isZero) return 'less than $0.01'
  const [whole, cents = ''] = rounded.toString().split('.')
  return `$${whole}.${cents.padEnd(2, '0')}`
}

function textOrNull(text: string): string | null {
  return text === '' ? null : boundedText(text, 300)
}
