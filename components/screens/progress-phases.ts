// What happens to a transfer on its way, for one from an exchange and for one from a wallet.

import { html } from 'lit'
import type { Transfer } from '../flow/transfer-responses.ts'
import { formatClock } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'
import { networkName } from './names.ts'

export interface ProgressPhase {
  title: string
  isDone: boolean
  detail?: unknown
}

export function exchangePhases(texts: Texts, transfer: Transfer, app: string): ProgressPhase[] {
  const words = texts.track
  const { confirmations, fromName, statusDetail, hash } = transfer
  // The exchange may accept an order and approve it later. With a transaction hash it has sent.
  const isApproved = hash !== '' || confirmations > 0
  const accepted = timeOf(transfer, 'accepted') ?? timeOf(transfer, 'found')
  const isSent = isApproved || accepted !== undefined
  const waiting = statusDetail === 'AwaitingConfirmation' ? words.confirm(fromName) : words.approving(fromName)
  return [
    isSent
      ? { title: words.sent(fromName), isDone: true, detail: formatClock(accepted ?? transfer.createdAt) }
      : { title: words.sending(fromName), isDone: false },
    {
      title: isApproved ? words.approved : isSent ? waiting : words.approval(fromName),
      isDone: isApproved,
      detail: isApproved && formatClock(timeOf(transfer, 'sent') ?? ''),
    },
    confirmingPhase(texts, transfer, isApproved),
    { title: words.received(app), isDone: false },
  ]
}

/** A wallet has no exchange that approves. Without a connected account the payment was made by link. */
export function walletPhases(
  texts: Texts,
  transfer: Transfer,
  { app, isConnected }: { app: string; isConnected: boolean },
): ProgressPhase[] {
  const { fromName, hash, createdAt } = transfer
  const sentAt = formatClock(timeOf(transfer, 'sent') ?? createdAt)
  const isSent = hash !== ''
  return [
    isConnected
      ? // The wallet's report is not enough: this phase ends when the network has the transaction.
        { title: texts.wallets.confirmed(fromName), isDone: isSent, detail: isSent && sentAt }
      : { title: texts.payLink.seen, isDone: true, detail: sentAt },
    confirmingPhase(texts, transfer, true),
    { title: texts.track.received(app), isDone: false },
  ]
}

function timeOf({ timeline }: Transfer, kind: string): string | undefined {
  return timeline.find((entry) => entry.kind === kind)?.at
}

function confirmingPhase(texts: Texts, transfer: Transfer, isCounted: boolean): ProgressPhase {
  const { confirmations, requiredConfirmations: required, networkName: name, simulated } = transfer
  return {
    title: texts.track.confirming(networkName(texts, name, simulated)),
    isDone: required > 0 && confirmations >= required,
    detail: isCounted && required > 0 && ticks(texts, Math.min(confirmations, required), required),
  }
}

function ticks({ track }: Texts, reached: number, required: number) {
  return html`${track.confirmations(reached, required)}<span class="ticks" aria-hidden="true">${Array.from(
    { length: required <= 12 ? required : 0 },
    (_, index) => html`<i class=${index < reached ? 'on' : ''}></i>`,
  )}</span>`
}
