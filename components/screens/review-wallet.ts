import { html } from 'lit'
import { mayHaveSent } from '../flow/failed-calls.ts'
import type { ReviewTransfer } from '../flow/flow-state.ts'
import type { Preview } from '../flow/link-responses.ts'
import { shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { fullAddress } from '../ui/full-address.ts'
import { addressRow } from './address-row.ts'
import { feeText, networkFeeRow, reviewTransfer, sums } from './review-transfer.ts'
import type { Screen } from './screen.ts'
import { box } from './templates.ts'

/** The request that the wallet will receive. The only fee is the network's, and the user can compare the contract. */
export function reviewOfWallet(flow: ReviewTransfer, screen: Screen) {
  const { fromName, wallet } = flow.quote.preview
  const label = mayHaveSent(flow.problem) ? texts.problem.check : texts.wallets.confirm(fromName)
  return wallet ? reviewTransfer(flow, screen, { rows: table, label: () => label }) : reviewTransfer(flow, screen)
}

function table(preview: Preview, before: Preview | null, app: string) {
  const words = texts.review
  const { contractAddress, fromName, fromAddress = '', deposit } = preview
  const from = html`${fromName}<small><bdi dir="ltr">${shorten(fromAddress)}</bdi></small>`
  return box(
    addressRow(app, preview),
    contractAddress !== '' && [texts.wallets.contract, fullAddress(contractAddress), 'wide'],
    [words.from, from],
    networkFeeRow(preview, before),
    deposit !== undefined && [texts.wallets.deposit, feeText(deposit)],
    // The amount, and the fee in another coin.
    [words.leaves, preview.totalDeducted.map((part) => html`<div>${sums([part])}</div>`), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
  )
}
