import { totalFees } from '../flow/total-fees.ts'
import type { Transfer } from '../flow/transfer-responses.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'
import { isPaidByLink, networkName, senderName } from './names.ts'

/** The receipt as plain text, a line for each fact. Addresses and hashes are complete. */
export function receiptText(texts: Texts, transfer: Transfer, app: string): string {
  const { receipt: words, review } = texts
  const fees = totalFees(transfer).map((fee) => formatToken(fee.amount, fee.symbol))
  const lines: [string, string][] = [
    [words.from, senderName(texts, transfer)],
    [review.to(app), transfer.toAddress],
    [review.tag, transfer.addressTag ?? ''],
    [words.network, networkName(texts, transfer.networkName, transfer.simulated)],
    [words.fees, isPaidByLink(transfer) ? '' : fees.join(' + ') || review.none],
    [words.time, formatMoment(transfer.updatedAt)],
    [words.transaction, transfer.hash],
    [words.reference, transfer.transferId],
  ]
  const facts = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`)
  return [words.title(formatToken(transfer.amount, transfer.symbol), app), '', ...facts, ''].join('\n')
}
