import { isWallet } from '../flow/account-states.ts'
import type { TrackTransfer, TransferReceipt } from '../flow/flow-state.ts'
import type { Transfer } from '../flow/link-responses.ts'
import { formatClock } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import type { Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { shownSender } from './shown-sender.ts'
import { type ProgressPhase, ticks, trackTransfer } from './track-transfer.ts'
import { transferReceipt } from './transfer-receipt.ts'

/** The progress of a transfer from a wallet, which has no exchange. */
export function trackOfWallet(flow: TrackTransfer, screen: Screen) {
  const { account } = flow.context
  if (account !== null && !isWallet(account.type)) return trackTransfer(flow, screen)
  return trackTransfer(flow, screen, (transfer, app) => phases(transfer, account !== null, app))
}

export function receiptOfWallet(flow: TransferReceipt, screen: Screen) {
  const { transfer } = flow
  return transferReceipt({ ...flow, transfer: { ...transfer, fromName: shownSender(transfer) } }, screen)
}

function phases(transfer: Transfer, isConnected: boolean, app: string): ProgressPhase[] {
  const words = texts.track
  const { confirmations, requiredConfirmations: required, fromName, networkName, simulated, timeline, hash } = transfer
  const sentAt = timeline.find(({ kind }) => kind === 'sent')?.at ?? transfer.createdAt
  return [
    isConnected
      ? // The wallet's report is not enough: this step ends when the network has the transaction.
        [texts.wallets.confirmed(fromName), hash !== '', hash !== '' && formatClock(sentAt)]
      : [texts.payLink.seen, true, formatClock(sentAt)],
    [
      words.confirming(shownNetwork(networkName, simulated)),
      required > 0 && confirmations >= required,
      required > 0 && ticks(Math.min(confirmations, required), required),
    ],
    [words.received(app), false],
  ]
}
