import { isWallet } from '../flow/enter-rare-step.ts'
import type { TrackTransfer, TransferReceipt } from '../flow/flow-state.ts'
import type { Transfer } from '../flow/link-answers.ts'
import { formatClock } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import type { Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { type Stage, ticks, trackTransfer } from './track-transfer.ts'
import { transferReceipt } from './transfer-receipt.ts'

/** Between a wallet and the app there is nobody but the network. */
export function trackOfWallet(flow: TrackTransfer, screen: Screen) {
  const { account } = flow.known
  if (account !== null && !isWallet(account.type)) return trackTransfer(flow, screen)
  return trackTransfer(flow, screen, (transfer, app) => stages(transfer, account !== null, app))
}

/** Whoever paid by a link has no name but one that everybody has. */
export function receiptOfWallet(flow: TransferReceipt, screen: Screen) {
  const { transfer, known } = flow
  const isNameless = known.account === null && transfer.fromAddress === ''
  return transferReceipt(
    isNameless ? { ...flow, transfer: { ...transfer, fromName: texts.wallets.another } } : flow,
    screen,
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
