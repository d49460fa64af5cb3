import { html, nothing } from 'lit'
import type { TrackTransfer } from '../flow/flow-state.ts'
import type { Transfer } from '../flow/link-responses.ts'
import { formatClock, formatToken } from '../texts/format.ts'
import { digits } from '../texts/plural.ts'
import { texts } from '../texts/texts.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { checkIcon } from '../ui/icons.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { box, button } from './templates.ts'

export type ProgressPhase = [title: string, isDone: boolean, detail?: unknown]

/** A transfer on its way: what has happened, what is happening, what comes next. */
export function trackTransfer({ transfer }: TrackTransfer, screen: Screen, phasesOf = phases) {
  const words = texts.track
  const { hash, explorerUrl, amount, symbol } = transfer
  const list = phasesOf(transfer, screen.app)
  const now = list.findIndex(([, isDone]) => !isDone)
  return page(
    [
      heading(words.title, words.lead),
      isSlow(transfer) ? alert('', words.slow) : nothing,
      html`<ol>${list.map((each, index) => phaseItem(each, index, now))}</ol>`,
      box(hash !== '' && [words.transaction, explorerLink(hash, explorerUrl)], [
        words.amount,
        formatToken(amount, symbol),
      ]),
    ],
    button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: true }),
  )
}

function phases(transfer: Transfer, app: string): ProgressPhase[] {
  const words = texts.track
  const { confirmations, requiredConfirmations, fromName, networkName, simulated, statusDetail, hash } = transfer
  const timeOf = (kind: string) => transfer.timeline.find((entry) => entry.kind === kind)?.at
  // The exchange may accept an order and approve it later. With a transaction hash it has sent.
  const isApproved = hash !== '' || confirmations > 0
  const accepted = timeOf('accepted') ?? timeOf('found')
  const isSent = isApproved || accepted !== undefined
  const waiting = statusDetail === 'AwaitingConfirmation' ? words.confirm(fromName) : words.approving(fromName)
  return [
    isSent
      ? [words.sent(fromName), true, formatClock(accepted ?? transfer.createdAt)]
      : [words.sending(fromName), false],
    [
      isApproved ? words.approved : isSent ? waiting : words.approval(fromName),
      isApproved,
      isApproved && formatClock(timeOf('sent') ?? ''),
    ],
    [
      words.confirming(shownNetwork(networkName, simulated)),
      requiredConfirmations > 0 && confirmations >= requiredConfirmations,
      isApproved &&
        requiredConfirmations > 0 &&
        ticks(Math.min(confirmations, requiredConfirmations), requiredConfirmations),
    ],
    [words.received(app), false],
  ]
}

function phaseItem([title, isDone, detail]: ProgressPhase, index: number, now: number) {
  const place = isDone ? 'done' : index === now ? 'now' : 'next'
  return html`<li class=${place} aria-current=${index === now ? 'step' : nothing}>
    <span class="dot" aria-hidden="true">${isDone ? checkIcon : digits(index + 1)}</span>
    <span><b>${title}<span class="sr"> – ${texts.track.state[place]}</span></b>${detail ? html`<small>${detail}</small>` : nothing}</span></li>`
}

export function ticks(reached: number, required: number) {
  return html`${texts.track.confirmations(reached, required)}<span class="ticks" aria-hidden="true">${Array.from(
    { length: required <= 12 ? required : 0 },
    (_, index) => html`<i class=${index < reached ? 'on' : ''}></i>`,
  )}</span>`
}

function isSlow({ createdAt, updatedAt, estimatedSeconds }: Transfer): boolean {
  const elapsedSeconds = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000
  return elapsedSeconds > Math.max(60, 2 * estimatedSeconds)
}
