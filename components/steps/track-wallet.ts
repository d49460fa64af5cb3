import { html, nothing } from 'lit'
import { isWallet } from '../flow/enter-rare-step.ts'
import type { TrackTransfer } from '../flow/flow-state.ts'
import type { Transfer } from '../flow/link-answers.ts'
import { explorerLink } from '../parts/explorer-link.ts'
import { formatClock, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { box, button } from './pieces.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { isSlow, type Stage, stageItem, ticks, trackTransfer } from './track-transfer.ts'

/** Between a wallet and the app there is nobody but the network. */
export function trackOfWallet(flow: TrackTransfer, screen: Screen) {
  const { transfer, known } = flow
  if (known.account !== null && !isWallet(known.account.type)) return trackTransfer(flow, screen)
  const words = texts.track
  const { hash, explorerUrl, amount, symbol } = transfer
  const list = stages(transfer, known.account !== null, screen.app)
  const now = list.findIndex(([, isDone]) => !isDone)
  return page(
    [
      heading(words.title, words.lead),
      isSlow(transfer) ? alert('', words.slow) : nothing,
      html`<ol>${list.map((each, index) => stageItem(each, index, now))}</ol>`,
      box(hash !== '' && [words.transaction, explorerLink(hash, explorerUrl)], [
        words.amount,
        formatToken(amount, symbol),
      ]),
    ],
    button(screen, texts.common.close, { type: 'leaveAsked' }, true),
  )
}

function stages(transfer: Transfer, isConnected: boolean, app: string): Stage[] {
  const words = texts.track
  const { confirmations, requiredConfirmations: required, fromName, networkName, simulated, timeline } = transfer
  const sentAt = timeline.find(({ kind }) => kind === 'sent')?.at ?? transfer.createdAt
  return [
    [isConnected ? texts.wallets.confirmed(fromName) : texts.payLink.seen, true, formatClock(sentAt)],
    [
      words.confirming(shownNetwork(networkName, simulated)),
      required > 0 && confirmations >= required,
      required > 0 && ticks(Math.min(confirmations, required), required),
    ],
    [words.received(app), false],
  ]
}
