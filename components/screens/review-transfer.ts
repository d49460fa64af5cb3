import { css, html, nothing } from 'lit'
import { mayHaveSent } from '../flow/failed-calls.ts'
import type { Preview } from '../flow/transfer-responses.ts'
import { explain } from '../texts/explain.ts'
import { findText } from '../texts/find-text.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { routeStyles } from '../ui/picture-styles.ts'
import { routePicture } from '../ui/route-picture.ts'
import { moneyButton } from './controls.ts'
import { alert, amountHero, box, page } from './layout.ts'
import { networkName } from './names.ts'
import './quote-clock.ts'
import { changeText, exchangeRows, walletRows } from './review-rows.ts'
import { Screen } from './screen.ts'
import { senderBrand } from './sender-brand.ts'

/** The complete transfer before it is sent, with its costs and the remaining time of the quote. */
export class ReviewTransferScreen extends Screen<'review-transfer'> {
  static override styles = [
    ...Screen.styles,
    routeStyles,
    css`
      .quote { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 6px; font-size: 0.8125rem;
        color: var(--muted); margin: 0; min-height: 26px; text-align: center }
      .held { display: inline-flex; align-items: center; gap: 6px }
      /* A wallet's review has more rows, and its totals come before the picture. */
      @media (height < 47.5rem) { .of-wallet { display: none } }
      .box s { display: block; color: var(--muted); font-weight: 400; font-size: 0.8125rem }
    `,
  ]

  protected override render() {
    const { changedFrom, pending, quote, context } = this.state
    const { preview } = quote
    const words = this.texts.review
    const amount = formatToken(preview.amount, preview.symbol)
    const rows = preview.wallet ? walletRows : exchangeRows
    return page(
      [
        changedFrom === null ? this.route(preview) : nothing,
        amountHero(amount, words.title(amount), this.worth(preview)),
        this.notice(),
        box(...rows(this, { preview, before: changedFrom, accountName: context.account?.name ?? '' })),
      ],
      [
        // Above the line, so that the button does not overlap that of the previous screen.
        moneyButton(this, {
          label: this.label(amount),
          busyLabel: words.sending,
          isBusy: pending?.call === 'execute',
          waits: pending !== null,
        }),
        html`<p class="quote">${this.quoteLine()}</p>`,
        html`<p class="note">${this.guard?.isUnread ? html`<b>${words.unread}</b>` : words.final}</p>`,
      ],
      () => {
        if (pending === null) this.send({ type: 'sendRequested' })
      },
    )
  }

  private route(preview: Preview) {
    const picture = routePicture({
      from: preview.fromName,
      token: preview,
      to: this.app,
      fromBrand: senderBrand(this.state.context),
    })
    return preview.wallet ? html`<div class="of-wallet">${picture}</div>` : picture
  }

  private worth({ amountInFiat, networkName: name, simulated }: Preview): string {
    const network = networkName(this.texts, name, simulated)
    const words = this.texts.review
    return amountInFiat === null ? words.on(network) : words.worthOn(formatAbout(amountInFiat), network)
  }

  /** What changed, what went wrong, or what the exchange will require. */
  private notice() {
    const { changedFrom, problem, quote } = this.state
    if (changedFrom !== null) return alert('warn', changeText(this.texts, changedFrom, quote.preview))
    // The user can complete the required action before the transfer waits for it.
    const required = findText(this.texts.confirmElsewhere.titles, quote.preview.userStep?.errorType)
    const warning = problem ? explain(this.texts, problem) : required
    return warning === null ? nothing : alert('warn', warning)
  }

  private label(amount: string): string {
    const { review, wallets, problem } = this.texts
    const { preview } = this.state.quote
    if (!preview.wallet) return review.send(amount)
    return mayHaveSent(this.state.problem) ? problem.check : wallets.confirm(preview.fromName)
  }

  private quoteLine() {
    const words = this.texts.review
    const { quote, pending } = this.state
    if (pending?.call === 'preview') return html`<span role="status">${words.refreshing}</span>`
    if (pending?.call === 'execute') return nothing
    return html`<span class="held"><quote-clock .quote=${quote} @expired=${() => this.send({ type: 'quoteExpired' })}></quote-clock> ·</span>
      <span>${words.arrives(formatDuration(quote.preview.estimatedTime))}</span>`
  }
}

customElements.define('review-transfer-screen', ReviewTransferScreen)
