import { html, nothing } from 'lit'
import { Amount } from '../../server/contract/amount.ts'
import { feesDiffer } from '../flow/compare-quotes.ts'
import type { ReviewTransfer } from '../flow/flow-state.ts'
import type { Fee, Preview, TokenAmount } from '../flow/link-answers.ts'
import '../parts/quote-clock.ts'
import { routePicture } from '../parts/route-picture.ts'
import { explain } from '../texts/explain.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { addressRow } from './address-row.ts'
import { amountHero, box, submitButton } from './pieces.ts'
import { alert, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'

/** After the fees changed, a click that was meant for the old ones must not send. */
const calmMs = 800

/** Everything about the transfer before it is sent, with what it costs and how long the price holds. */
export function reviewTransfer(flow: ReviewTransfer, screen: Screen) {
  const words = texts.review
  const { changedFrom, asking, known, problem } = flow
  const { preview } = flow.quote
  const amount = formatToken(preview.amount, preview.symbol)
  const isSending = asking?.call === 'execute'
  const waits = asking !== null || !isCalm(changedFrom, screen)
  const { account, integrations, integration } = known
  const color = (integrations?.find((each) => each.type === account?.type) ?? integration)?.color ?? ''
  return page(
    [
      changedFrom === null ? routePicture(preview.fromName, preview, screen.app, color) : nothing,
      amountHero(amount, words.title(amount), worth(preview)),
      changedFrom !== null
        ? changeNotice(changedFrom, preview)
        : problem !== null
          ? alert('warn', explain(problem))
          : nothing,
      table(preview, changedFrom, screen.app),
      html`<p class="quote">${quoteLine(flow, screen)}</p>`,
    ],
    [submitButton(words.send(amount), words.sending, isSending, waits), html`<p class="note">${words.final}</p>`],
    () => {
      if (!waits) screen.send({ type: 'sendAsked' })
    },
  )
}

function worth({ amountInFiat, networkName, simulated }: Preview): string {
  const network = shownNetwork(networkName, simulated)
  return amountInFiat === null ? texts.review.on(network) : texts.review.worthOn(formatAbout(amountInFiat), network)
}

function isCalm(changedFrom: Preview | null, { own, later }: Screen): boolean {
  if (own.changedFrom !== changedFrom) Object.assign(own, { changedFrom, changedAtMs: performance.now() })
  const waitMs = changedFrom === null ? 0 : (own.changedAtMs ?? 0) + calmMs - performance.now()
  if (waitMs > 0) later(waitMs)
  return waitMs <= 0
}

function table(preview: Preview, before: Preview | null, app: string) {
  const words = texts.review
  return box(
    addressRow(app, preview),
    [words.from, preview.fromName],
    [words.networkFee, feeCell(preview.networkFee, before?.networkFee)],
    [words.exchangeFee, feeCell(preview.exchangeFee, before?.exchangeFee)],
    [words.leaves, sums(preview.totalDeducted), 'total'],
    [words.receives(app), sums([preview.recipientReceives]), 'total'],
  )
}

function changeNotice(before: Preview, after: Preview) {
  const words = texts.review
  const which = feesDiffer(before.networkFee, after.networkFee) ? 'networkFee' : 'exchangeFee'
  const [oldFee, newFee] = [before[which], after[which]]
  return alert(
    'warn',
    feesDiffer(oldFee, newFee) ? words.changed(feeText(oldFee), feeText(newFee)) : words.changedTotals,
  )
}

function quoteLine({ quote: { preview, receivedAtMs }, asking }: ReviewTransfer, { send }: Screen) {
  const words = texts.review
  const { expiresIn, estimatedTime } = preview
  if (asking?.call === 'preview') return html`<span role="status">${words.refreshing}</span>`
  if (asking?.call === 'execute') return nothing
  return html`<quote-clock .deadlineMs=${receivedAtMs + expiresIn * 1000} .lifetimeSeconds=${expiresIn}
      @expire=${() => send({ type: 'quoteExpired' })}></quote-clock>
    <span>· ${words.arrives(formatDuration(estimatedTime))}</span>`
}

function isNothing(fee: Fee): boolean {
  return Amount.tryParse(fee.fee)?.isZero ?? false
}

function feeText(fee: Fee): string {
  return isNothing(fee) ? texts.review.none : formatToken(fee.fee, fee.feeCurrency)
}

function feeCell(fee: Fee, before: Fee | undefined) {
  const fiat = isNothing(fee) ? '' : formatAbout(fee.feeInFiat)
  return html`${
    before !== undefined && feesDiffer(before, fee)
      ? html`<s><span class="sr">${texts.review.was} </span>${feeText(before)}</s>`
      : nothing
  }${feeText(fee)}${fiat && html`<small>${fiat}</small>`}`
}

function sums(parts: TokenAmount[]) {
  return parts.map(({ amount, symbol }) => formatToken(amount, symbol)).join(' + ')
}
