// The rows of the review, for a transfer from an exchange and for one from a wallet.

import { html, nothing } from 'lit'
import { feesDiffer } from '../flow/compare-quotes.ts'
import type { Fee, Preview } from '../flow/transfer-responses.ts'
import { formatAbout, shorten } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import type { AnyScreen } from './controls.ts'
import { feeText, isNoFee, sums } from './fee-text.ts'
import { addressRow, type Row } from './layout.ts'

/** What the rows show. */
export interface Review {
  preview: Preview
  /** The previous quote, if its fees were different. */
  before: Preview | null
  /** The name of the account at the exchange, '' if there is none. */
  accountName: string
}

export function exchangeRows(screen: AnyScreen, { preview, before, accountName }: Review): Row[] {
  const { texts, app } = screen
  const words = texts.review
  return [
    addressRow(screen, preview),
    [words.from, senderCell(preview.fromName, accountName)],
    networkFeeRow(texts, preview, before),
    [words.exchangeFee, feeCell(texts, preview.exchangeFee, { before: before?.exchangeFee })],
    [words.leaves, sums(preview.totalDeducted), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
  ]
}

/** The request that the wallet will receive. The only fee is the network's, and the user can compare the contract. */
export function walletRows(screen: AnyScreen, { preview, before }: Review): Row[] {
  const { texts, app } = screen
  const words = texts.review
  const { contractAddress, fromName, fromAddress = '', deposit } = preview
  return [
    addressRow(screen, preview),
    [words.from, html`${fromName}<small><bdi dir="ltr">${shorten(fromAddress)}</bdi></small>`],
    networkFeeRow(texts, preview, before),
    deposit !== undefined && [texts.wallets.deposit, feeText(texts, deposit)],
    // The amount, and the fee in another coin.
    [words.leaves, preview.totalDeducted.map((part) => html`<div>${sums([part])}</div>`), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
    contractAddress !== '' && [texts.wallets.contract, fullAddress(contractAddress), 'wide'],
  ]
}

/** The exchange, and the account there. */
export function senderCell(name: string, accountName: string) {
  return accountName === '' || accountName === name ? name : html`${name}<small>${accountName}</small>`
}

/** What changed since the previous quote. */
export function changeText(texts: Texts, before: Preview, after: Preview): string {
  const words = texts.review
  const which = feesDiffer(before.networkFee, after.networkFee) ? 'networkFee' : 'exchangeFee'
  const [oldFee, newFee] = [before[which], after[which]]
  return feesDiffer(oldFee, newFee)
    ? words.changed(feeText(texts, oldFee), feeText(texts, newFee))
    : words.changedTotals
}

/** Labelled as an estimate if the quote is one. */
function networkFeeRow(texts: Texts, { networkFee, feeIsEstimate }: Preview, before: Preview | null): Row {
  const { networkFee: label, networkFeeEstimate } = texts.review
  const cell = feeCell(texts, networkFee, { before: before?.networkFee, isEstimate: feeIsEstimate })
  return [feeIsEstimate ? networkFeeEstimate : label, cell]
}

function feeCell(
  texts: Texts,
  fee: Fee,
  { before, isEstimate }: { before?: Fee | undefined; isEstimate?: boolean | undefined },
) {
  const fiat = isNoFee(fee) ? '' : formatAbout(fee.feeInFiat)
  const former =
    before && feesDiffer(before, fee)
      ? html`<s><span class="sr">${texts.review.was} </span>${feeText(texts, before)}</s>`
      : nothing
  return html`${former}${isEstimate ? '≈ ' : ''}${feeText(texts, fee)}${fiat && html`<small>${fiat}</small>`}`
}
