import { html, nothing } from 'lit'
import type { ReviewTransfer } from '../flow/flow-state.ts'
import type { Preview } from '../flow/link-answers.ts'
import { fullAddress } from '../parts/full-address.ts'
import { routePicture } from '../parts/route-picture.ts'
import { explain } from '../texts/explain.ts'
import { formatToken, shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { addressRow } from './address-row.ts'
import { changeNotice, isCalm } from './changed-quote.ts'
import { amountHero, box, submitButton } from './pieces.ts'
import { feeCell, quoteLine, reviewTransfer, sums, worth } from './review-transfer.ts'
import { alert, page, type Screen } from './screen.ts'

/** What the wallet will be asked for. There is no fee but the network's, and a contract to compare. */
export function reviewOfWallet(flow: ReviewTransfer, screen: Screen) {
  const { preview } = flow.quote
  if (!preview.wallet) return reviewTransfer(flow, screen)
  const words = texts.review
  const { changedFrom, asking, problem } = flow
  const amount = formatToken(preview.amount, preview.symbol)
  const waits = asking !== null || !isCalm(changedFrom, screen)
  return page(
    [
      changedFrom === null && problem === null ? routePicture(preview.fromName, preview, screen.app) : nothing,
      amountHero(amount, words.title(amount), worth(preview)),
      changedFrom !== null
        ? changeNotice(changedFrom, preview)
        : problem !== null
          ? alert('warn', explain(problem))
          : nothing,
      table(preview, changedFrom, screen.app),
    ],
    [
      html`<p class="quote">${quoteLine(flow, screen)}</p>`,
      submitButton(texts.wallets.confirmTitle(preview.fromName), words.sending, asking?.call === 'execute', waits),
      html`<p class="note">${words.final}</p>`,
    ],
    () => {
      if (!waits) screen.send({ type: 'sendAsked' })
    },
  )
}

function table(preview: Preview, before: Preview | null, app: string) {
  const words = texts.review
  const { contractAddress, fromName, fromAddress = '', networkFee } = preview
  const from = html`${fromName}<small><bdi dir="ltr">${shorten(fromAddress)}</bdi></small>`
  return box(
    addressRow(app, preview),
    contractAddress !== '' && [texts.wallets.contract, fullAddress(contractAddress), 'wide'],
    [words.from, from],
    [words.networkFee, feeCell(networkFee, before?.networkFee)],
    // The amount, and the fee in another coin.
    [words.leaves, preview.totalDeducted.map((part) => html`<div>${sums([part])}</div>`), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
  )
}
