import { css, html, nothing } from 'lit'
import { isWallet } from '../flow/account-states.ts'
import type { Transfer } from '../flow/transfer-responses.ts'
import { formatToken } from '../texts/format.ts'
import { digits } from '../texts/plural.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { checkIcon } from '../ui/icons.ts'
import { routeStyles } from '../ui/picture-styles.ts'
import { routePicture } from '../ui/route-picture.ts'
import { leaveButton } from './controls.ts'
import { alert, box, heading, page } from './layout.ts'
import { senderName } from './names.ts'
import { exchangePhases, type ProgressPhase, walletPhases } from './progress-phases.ts'
import { Screen } from './screen.ts'
import { senderBrand } from './sender-brand.ts'

/** A transfer on its way: what has happened, what is happening, what comes next. */
export class TrackTransferScreen extends Screen<'track-transfer'> {
  static override styles = [
    ...Screen.styles,
    routeStyles,
    css`
      ol { margin-top: 10px }
      ol li { display: flex; gap: 14px; padding-bottom: 22px; position: relative }
      ol li::before { content: ''; position: absolute; inset-inline-start: 13px; top: 28px; bottom: 0; width: 2px; background: var(--surface-2) }
      .done::before { background: var(--success) !important }
      ol li:last-child::before { display: none }
      ol b { font-weight: 600; display: block; padding: 3px 0 }
      ol small { color: var(--muted); display: block; font-size: 0.8125rem }
      .next b { font-weight: 400; color: var(--muted) }
      .dot { width: 28px; height: 28px; border-radius: 50%; flex: none; display: grid; place-items: center; background: var(--surface-2);
        color: var(--muted); font-size: 14px; font-weight: 700; transition: background-color 0.2s }
      .done .dot { background: var(--success); color: var(--bg) }
      .now .dot { background: var(--bg); box-shadow: inset 0 0 0 3px var(--accent); color: var(--accent) }
      .ticks { display: flex; gap: 4px; margin-top: 8px }
      .ticks i { width: 26px; max-width: 26px; flex: 1; height: 6px; border-radius: 3px; background: var(--surface-2); transition: background-color 0.3s }
      .ticks .on { background: var(--accent) }
      @media (forced-colors: active) { .ticks i { background: GrayText } .ticks .on { background: CanvasText } ol li::before, .done::before { background: GrayText !important } }
      ol + .box { margin-top: auto }
    `,
  ]

  protected override render() {
    const { transfer } = this.state
    const words = this.texts.track
    const { hash, explorerUrl, amount, symbol } = transfer
    const phases = this.phases(transfer)
    const now = phases.findIndex(({ isDone }) => !isDone)
    return page(
      [
        this.route(transfer),
        heading(words.title, words.lead),
        isSlow(transfer) ? alert('', words.slow) : nothing,
        html`<ol>${phases.map((each, index) => this.phase(each, index, now))}</ol>`,
        box(hash !== '' && [words.transaction, explorerLink(this.texts, hash, explorerUrl)], [
          words.amount,
          formatToken(amount, symbol),
        ]),
      ],
      leaveButton(this, this.texts.common.close),
    )
  }

  private route(transfer: Transfer) {
    const { hash, confirmations, requiredConfirmations } = transfer
    const isConfirmed = requiredConfirmations > 0 && confirmations >= requiredConfirmations
    const progress = isConfirmed ? 2 : hash !== '' || confirmations > 0 ? 1 : 0
    const from = senderName(this.texts, transfer)
    return routePicture({ from, token: transfer, to: this.app, fromBrand: senderBrand(this.state.context), progress })
  }

  private phases(transfer: Transfer): ProgressPhase[] {
    const { account } = this.state.context
    return account !== null && !isWallet(account.type)
      ? exchangePhases(this.texts, transfer, this.app)
      : walletPhases(this.texts, transfer, { app: this.app, isConnected: account !== null })
  }

  private phase({ title, isDone, detail }: ProgressPhase, index: number, now: number) {
    const place = isDone ? 'done' : index === now ? 'now' : 'next'
    return html`<li class=${place} aria-current=${index === now ? 'step' : nothing}>
      <span class="dot" aria-hidden="true">${isDone ? checkIcon : digits(index + 1)}</span>
      <span><b>${title}<span class="sr"> – ${this.texts.track.state[place]}</span></b>${detail ? html`<small>${detail}</small>` : nothing}</span></li>`
  }
}

customElements.define('track-transfer-screen', TrackTransferScreen)

function isSlow({ createdAt, updatedAt, estimatedSeconds }: Transfer): boolean {
  const elapsedSeconds = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000
  return elapsedSeconds > Math.max(60, 2 * estimatedSeconds)
}
