import { css, html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import { classMap } from 'lit/directives/class-map.js'
import type { TrackTransfer } from '../flow/flow-state.ts'
import { explorerLink } from '../parts/explorer-link.ts'
import { alertIcon, checkIcon } from '../parts/icons.ts'
import { formatClock, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.track

interface Stage {
  title: string
  detail?: unknown
  isDone: boolean
}

/**
 * A transfer on its way: what has happened, what is happening, what comes next.
 *
 * @fires flow - `leaveAsked`
 */
@customElement('track-transfer')
export class TrackTransferStep extends Step<TrackTransfer> {
  static override styles = [
    ...stepStyles,
    css`
      ol { margin-top: 10px }
      li { display: flex; gap: 14px; padding-bottom: 22px; position: relative }
      li::before { content: ''; position: absolute; inset-inline-start: 13px; top: 28px; bottom: 0; width: 2px; background: var(--surface-2) }
      li.done::before { background: var(--success) }
      li:last-child::before { display: none }
      li b { font-weight: 600; display: block; line-height: 28px }
      li small { color: var(--muted); display: block; font-size: 13px; font-variant-numeric: tabular-nums }
      .next b { font-weight: 400; color: var(--muted) }
      .dot { width: 28px; height: 28px; border-radius: 50%; flex: none; display: grid; place-items: center; background: var(--surface-2);
        color: var(--muted); font-size: 14px; font-weight: 700; transition: background-color 0.2s }
      .done .dot { background: var(--success); color: var(--bg) }
      .now .dot { background: var(--bg); box-shadow: inset 0 0 0 3px var(--accent); color: var(--accent) }
      .bars { display: flex; gap: 4px; margin-top: 8px }
      .bars i { width: 26px; max-width: 26px; flex: 1; height: 6px; border-radius: 3px; background: var(--surface-2); transition: background-color 0.3s }
      .bars i.on { background: var(--accent) }
      .box { margin-top: auto }
      .explorer { display: inline-flex; align-items: center; gap: 4px; text-decoration: none; font-weight: 600 }
    `,
  ]

  protected override render() {
    const { transfer } = this.flow
    const stages = this.stages()
    const now = stages.findIndex((stage) => !stage.isDone)
    return html`
      <div class="body">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${words.lead}</p>
        ${this.isSlow ? html`<div class="alert">${alertIcon}<span>${words.slow}</span></div>` : nothing}
        <ol>${stages.map((stage, index) => this.stage(stage, index, now))}</ol>
        <dl class="box">
          ${
            transfer.hash === ''
              ? nothing
              : html`<div><dt>${words.transaction}</dt><dd>${explorerLink(transfer.hash, transfer.explorerUrl)}</dd></div>`
          }
          <div><dt>${words.amount}</dt><dd>${formatToken(transfer.amount, transfer.symbol)}</dd></div>
        </dl>
      </div>
      <footer><button class="button quiet" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.close}</button></footer>
    `
  }

  private stages(): Stage[] {
    const { transfer, known } = this.flow
    const { confirmations, requiredConfirmations, fromName, networkName, statusDetail } = transfer
    // An exchange that took the order may still hold it; with the transaction's hash it has let it go.
    const isApproved = transfer.hash !== '' || confirmations > 0
    const accepted = this.timeOf('accepted') ?? this.timeOf('found')
    const isSent = isApproved || accepted !== undefined
    const isConfirmed = requiredConfirmations > 0 && confirmations >= requiredConfirmations
    const waiting = statusDetail === 'AwaitingConfirmation' ? words.confirm(fromName) : words.approving(fromName)
    return [
      isSent
        ? { title: words.sent(fromName), detail: formatClock(accepted ?? transfer.createdAt), isDone: true }
        : { title: words.sending(fromName), isDone: false },
      {
        title: isApproved ? words.approved : isSent ? waiting : words.approval(fromName),
        detail: isApproved ? formatClock(this.timeOf('sent') ?? '') : undefined,
        isDone: isApproved,
      },
      {
        title: words.confirming(networkName),
        detail: isApproved ? this.confirmations() : undefined,
        isDone: isConfirmed,
      },
      { title: words.received(known.session.client.name), isDone: false },
    ]
  }

  private stage({ title, detail, isDone }: Stage, index: number, now: number) {
    const place = isDone ? 'done' : index === now ? 'now' : 'next'
    return html`<li class=${place} aria-current=${index === now ? 'step' : nothing}>
      <span class="dot" aria-hidden="true">${isDone ? checkIcon : index + 1}</span>
      <span><b>${title}<span class="sr"> – ${words.state[place]}</span></b>${detail ? html`<small>${detail}</small>` : nothing}</span></li>`
  }

  private confirmations() {
    const { confirmations, requiredConfirmations } = this.flow.transfer
    if (requiredConfirmations === 0) return nothing
    const reached = Math.min(confirmations, requiredConfirmations)
    const bars = requiredConfirmations <= 12 ? requiredConfirmations : 0
    return html`${words.confirmations(reached, requiredConfirmations)}<span class="bars" aria-hidden="true">${Array.from(
      { length: bars },
      (_, index) => html`<i class=${classMap({ on: index < reached })}></i>`,
    )}</span>`
  }

  private timeOf(kind: string): string | undefined {
    return this.flow.transfer.timeline.find((entry) => entry.kind === kind)?.at
  }

  private get isSlow(): boolean {
    const { createdAt, updatedAt, estimatedSeconds } = this.flow.transfer
    const elapsedSeconds = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000
    return elapsedSeconds > Math.max(60, 2 * estimatedSeconds)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'track-transfer': TrackTransferStep
  }
}
