import { html, nothing } from 'lit'
import type { TransferWaiting } from '../flow/flow-state.ts'
import { isAmbiguous, isProvable } from '../flow/transfer-states.ts'
import { formatClock, formatToken, shorten } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { box, button, copyable, problemAlert, submitButton } from './templates.ts'

/** It is unknown whether the exchange or the wallet has sent. This screen offers no retry, because it could send twice. */
export function transferWaiting(flow: TransferWaiting, screen: Screen) {
  const words = texts.waiting
  const { transfer, pending, problem = null } = flow
  const { amount, symbol, fromName, networkName, simulated, transferId, hash } = transfer
  const isOfWallet = isAmbiguous(transfer)
  const mayProve = isProvable(flow)
  const unclearLead = mayProve ? texts.wallets.proveLead(fromName) : texts.wallets.unclearLead(screen.app)
  const isBusy = pending?.call === 'proveAddress'
  return page(
    [
      alert(
        'warn',
        isOfWallet ? texts.wallets.unclear(fromName) : html`<b>${words.alertTitle(fromName)}</b>${words.alert}`,
      ),
      problemAlert(problem),
      heading(words.title, isOfWallet ? unclearLead : words.lead(screen.app)),
      box(
        [words.amount, words.amountOn(formatToken(amount, symbol), shownNetwork(networkName, simulated))],
        [words.requested, formatClock(transfer.createdAt)],
        hash !== '' && [texts.track.transaction, explorerLink(hash, transfer.explorerUrl)],
        [words.reference, copyable(screen, { text: transferId, what: words.reference, shown: shorten(transferId) })],
      ),
    ],
    [
      mayProve
        ? submitButton({ label: texts.wallets.prove(fromName), busyLabel: texts.wallets.stages.confirming, isBusy })
        : nothing,
      button(screen, { label: words.close, event: { type: 'leaveRequested' }, isQuiet: true }),
    ],
    () => {
      if (mayProve && !isBusy) screen.send({ type: 'proofRequested' })
    },
  )
}
