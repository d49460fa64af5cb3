import { html, nothing } from 'lit'
import { Amount } from '../../server/contract/amount.ts'
import type { ReviewTransfer } from '../flow/flow-state.ts'
import type { Fee, Preview, TokenAmount } from '../flow/link-responses.ts'
import { explain } from '../texts/explain.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { findText, texts } from '../texts/texts.ts'
import { routePicture } from '../ui/route-picture.ts'
import { addressRow } from './address-row.ts'
import { quoteClock } from './quote-clock.ts'
import { alert, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { templateSlots } from './template-slots.ts'
import { amountHero, box, moneyButton, type Row } from './templates.ts'

interface ReviewParts {
  /** The table of the transfer's facts. */
  rows: typeof table
  /** The label of the button that sends. */
  label: (amount: string) => string
}

const defaultParts: ReviewParts = { rows: table, label: (amount) => texts.review.send(amount) }

/** The complete transfer before it is sent, with its costs and the remaining time of the quote. */
export function reviewTransfer(flow: ReviewTransfer, screen: Screen, { rows, label }: ReviewParts = defaultParts) {
  const words = texts.review
  const { changedFrom, pending, context, problem } = flow
  const { preview } = flow.quote
  // The user can complete the required action before the transfer waits for it.
  const warning = problem ? explain(problem) : findText(texts.confirmElsewhere.titles, preview.userStep?.errorType)
  const amount = formatToken(preview.amount, preview.symbol)
  const isSending = pending?.call === 'execute'
  const { account, integrations, integration } = context
  const color = (integrations?.find((each) => each.type === account?.type) ?? integration)?.color ?? ''
  return page(
    [
      changedFrom === null
        ? routePicture({ from: preview.fromName, token: preview, to: screen.app, fromColor: color })
        : nothing,
      amountHero(amount, words.title(amount), worth(preview)),
      changedFrom !== null ? templateSlots.changeNotice?.(changedFrom, preview) : warning && alert('warn', warning),
      rows(preview, changedFrom, screen.app),
    ],
    [
      // Above the line, so that the button does not overlap that of the previous screen.
      moneyButton(screen, {
        label: label(amount),
        busyLabel: words.sending,
        isBusy: isSending,
        waits: pending !== null,
      }),
      html`<p class="quote">${quoteLine(flow, screen)}</p>`,
      html`<p class="note">${words.final}</p>`,
    ],
    () => {
      if (pending === null) screen.send({ type: 'sendRequested' })
    },
  )
}

function worth({ amountInFiat, networkName, simulated }: Preview): string {
  const network = shownNetwork(networkName, simulated)
  return amountInFiat === null ? texts.review.on(network) : texts.review.worthOn(formatAbout(amountInFiat), network)
}

function table(preview: Preview, before: Preview | null, app: string) {
  const words = texts.review
  return box(
    addressRow(app, preview),
    [words.from, preview.fromName],
    networkFeeRow(preview, before),
    [words.exchangeFee, feeCell(preview.exchangeFee, before?.exchangeFee)],
    [words.leaves, sums(preview.totalDeducted), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
  )
}

function quoteLine({ quote, pending }: ReviewTransfer, screen: Screen) {
  const words = texts.review
  if (pending?.call === 'preview') return html`<span role="status">${words.refreshing}</span>`
  if (pending?.call === 'execute') return nothing
  return html`<span class="clock">${quoteClock(quote, screen)}</span>
    <span>· ${words.arrives(formatDuration(quote.preview.estimatedTime))}</span>`
}

function isNothing(fee: Fee): boolean {
  return Amount.tryParse(fee.fee)?.isZero ?? false
}

export function feeText(fee: Fee): string {
  return isNothing(fee) ? texts.review.none : formatToken(fee.fee, fee.feeCurrency)
}

/** Labelled as an estimate if the quote is one. */
export function networkFeeRow({ networkFee, feeIsEstimate }: Preview, before: Preview | null): Row {
  const { networkFee: label, networkFeeEstimate } = texts.review
  return [feeIsEstimate ? networkFeeEstimate : label, feeCell(networkFee, before?.networkFee, feeIsEstimate)]
}

function feeCell(fee: Fee, before: Fee | undefined, isEstimate?: boolean) {
  const fiat = isNothing(fee) ? '' : formatAbout(fee.feeInFiat)
  return html`${before && templateSlots.formerFee?.(before, fee)}${isEstimate ? '≈ ' : ''}${feeText(fee)}${fiat && html`<small>${fiat}</small>`}`
}

export function sums(parts: TokenAmount[]) {
  return parts.map(({ amount, symbol }) => formatToken(amount, symbol)).join(' + ')
}
