import { css, html, nothing, type PropertyValues } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { Amount } from '../../server/contract/amount.ts'
import { feesDiffer } from '../flow/compare-quotes.ts'
import type { ReviewTransfer } from '../flow/flow-state.ts'
import type { Fee, Preview, TokenAmount } from '../flow/link-answers.ts'
import '../parts/full-address.ts'
import { alertIcon } from '../parts/icons.ts'
import '../parts/quote-clock.ts'
import '../parts/route-picture.ts'
import { formatDuration, formatExact, formatFiat, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.review
/** After the fees changed, a click that was meant for the old ones must not send. */
const calmMs = 800

/**
 * Everything about the transfer before it is sent, with what it costs and how long the price holds.
 *
 * @fires flow - `sendAsked`
 * @fires flow - `quoteExpired`
 */
@customElement('review-transfer')
export class ReviewTransferStep extends Step<ReviewTransfer> {
  static override styles = [
    ...stepStyles,
    css`
      .quote { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 6px; font-size: 13px;
        color: var(--muted); margin: 12px 0 0; min-height: 20px; text-align: center }
      .hero { margin-bottom: 14px }
      .box > div { padding-block: 9px }
      .tag { display: block; margin-top: 6px }
    `,
  ]

  @state() private isCalm = true
  private calm: ReturnType<typeof setTimeout> | undefined

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.calm)
  }

  protected override willUpdate(changed: PropertyValues) {
    const before: unknown = changed.get('flow')
    const hadOther = before !== undefined && (before as ReviewTransfer).changedFrom !== this.flow.changedFrom
    if (!hadOther || this.flow.changedFrom === null) return
    this.isCalm = false
    this.calm = setTimeout(() => {
      this.isCalm = true
    }, calmMs)
  }

  protected override render() {
    const { quote, known, changedFrom } = this.flow
    const { preview } = quote
    const amount = formatToken(preview.amount, preview.symbol)
    return html`
      <div class="body">
        ${
          changedFrom === null
            ? html`<route-picture from=${preview.fromName} fromColor=${this.fromColor} symbol=${preview.symbol}
          to=${known.session.client.name}></route-picture>`
            : nothing
        }
        <div class="hero">
          <h1 tabindex="-1" class=${amount.length > 26 ? 'longest' : amount.length > 16 ? 'long' : ''}><span class="sr">${words.title('')}</span>${amount}</h1>
          <p class="lead">${preview.amountInFiat === null ? nothing : `≈ ${formatFiat(preview.amountInFiat)} `}${words.on(preview.networkName)}</p>
        </div>
        ${changedFrom === null ? nothing : this.changeNotice(changedFrom, preview)}
        ${this.table(preview, changedFrom)}
        <p class="quote">${this.quoteLine()}</p>
      </div>
      <footer>${this.sendButton(amount)}<p class="note">${words.final}</p></footer>
    `
  }

  private table(preview: Preview, before: Preview | null) {
    const app = this.flow.known.session.client.name
    return html`<dl class="box">
      <div class="wide"><dt>${words.to(app)}</dt><dd><full-address .address=${preview.toAddress}></full-address>
        ${preview.addressTag ? html`<small class="tag">${words.tag}: <b>${preview.addressTag}</b></small>` : nothing}</dd></div>
      <div><dt>${words.from}</dt><dd>${preview.fromName}</dd></div>
      <div><dt>${words.networkFee}</dt><dd>${feeCell(preview.networkFee, before?.networkFee)}</dd></div>
      <div><dt>${words.exchangeFee}</dt><dd>${feeCell(preview.exchangeFee, before?.exchangeFee)}</dd></div>
      <div class="total"><dt>${words.leaves}</dt><dd>${sums(preview.totalDeducted)}</dd></div>
      <div class="total"><dt>${words.receives(app)}</dt><dd>${sums([preview.recipientReceives])}</dd></div>
    </dl>`
  }

  private changeNotice(before: Preview, after: Preview) {
    const [oldFee, newFee] = feesDiffer(before.networkFee, after.networkFee)
      ? [before.networkFee, after.networkFee]
      : [before.exchangeFee, after.exchangeFee]
    const sentence = feesDiffer(oldFee, newFee) ? words.changed(feeText(oldFee), feeText(newFee)) : words.changedTotals
    return html`<div class="alert warn" role="alert">${alertIcon}<span>${sentence}</span></div>`
  }

  private quoteLine() {
    const { quote, asking } = this.flow
    if (asking?.call === 'preview') return html`<span role="status">${words.refreshing}</span>`
    if (asking?.call === 'execute') return nothing
    return html`<quote-clock .deadlineMs=${quote.receivedAtMs + quote.preview.expiresIn * 1000}
        .lifetimeSeconds=${quote.preview.expiresIn} @expire=${() => this.send({ type: 'quoteExpired' })}></quote-clock>
      <span>· ${words.arrives(formatDuration(quote.preview.estimatedTime))}</span>`
  }

  private sendButton(amount: string) {
    const isSending = this.flow.asking?.call === 'execute'
    const waits = this.flow.asking !== null || !this.isCalm
    return html`<button class="button" aria-busy=${isSending} aria-disabled=${waits}
      @click=${() => (waits ? undefined : this.send({ type: 'sendAsked' }))}>${isSending ? words.sending : words.send(amount)}</button>`
  }

  private get fromColor(): string {
    const { account, integrations, integration } = this.flow.known
    return (integrations?.find((each) => each.type === account?.type) ?? integration)?.color ?? ''
  }
}

function isNothing(fee: Fee): boolean {
  return Amount.tryParse(fee.fee)?.isZero ?? false
}

function feeText(fee: Fee): string {
  return isNothing(fee) ? words.none : formatToken(fee.fee, fee.feeCurrency)
}

function feeCell(fee: Fee, before: Fee | undefined) {
  const old = before !== undefined && feesDiffer(before, fee) ? before : null
  const fiat = isNothing(fee) ? '' : formatFiat(fee.feeInFiat)
  return html`${old === null ? nothing : html`<s><span class="sr">${words.was} </span>${feeText(old)}</s>`}${feeText(fee)}
    ${fiat === '' ? nothing : html`<small>≈ ${fiat}</small>`}`
}

function sums(parts: TokenAmount[]) {
  return parts.map(({ amount, symbol }, index) => `${index > 0 ? ' + ' : ''}${formatExact(amount)} ${symbol}`)
}

declare global {
  interface HTMLElementTagNameMap {
    'review-transfer': ReviewTransferStep
  }
}
