import { html, nothing } from 'lit'
import type { TransferReceipt } from '../flow/flow-state.ts'
import { totalFees } from '../flow/total-fees.ts'
import { formatMoment, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { bigCheckIcon } from '../ui/icons.ts'
import { addressRow } from './address-row.ts'
import { page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { amountHero, box, button, copyable } from './templates.ts'

/** The transfer has arrived. */
export function transferReceipt({ transfer }: TransferReceipt, screen: Screen) {
  const words = texts.receipt
  const { hash, transferId } = transfer
  const amount = formatToken(transfer.amount, transfer.symbol)
  const fees = totalFees(transfer).map((fee) => formatToken(fee.amount, fee.symbol))
  // Printing from inside a frame on a phone prints the page around it.
  const canPrint = navigator.maxTouchPoints < 2 || window.parent === window
  return page(
    [
      html`<div class="sign good">${bigCheckIcon}</div>`,
      amountHero(amount, words.title(amount, screen.app), words.received(screen.app)),
      box(
        [words.from, transfer.fromName],
        addressRow(screen.app, transfer),
        [words.network, shownNetwork(transfer.networkName, transfer.simulated)],
        [words.fees, fees.join(' + ') || texts.review.none],
        [words.time, formatMoment(transfer.updatedAt)],
        hash !== '' && [
          words.transaction,
          copyable(screen, {
            text: hash,
            what: words.transaction,
            shown: onPaper(hash, explorerLink(hash, transfer.explorerUrl)),
          }),
        ],
        transfer.provedBy === 'exchange' && [words.confirmedBy, transfer.fromName],
        [words.reference, copyable(screen, { text: transferId, what: words.reference }), 'wide'],
      ),
      canPrint
        ? html`<button type="button" class="link save" @click=${() => window.print()}>${words.save}</button>`
        : nothing,
    ],
    button(screen, { label: texts.common.done, event: { type: 'leaveRequested' } }),
  )
}

/** The full hash for printing, since paper has no links. */
function onPaper(hash: string, link: unknown) {
  return html`<span class="screen">${link}</span><span class="paper">${hash}</span>`
}
