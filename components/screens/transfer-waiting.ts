import { html, nothing } from 'lit'
import { isAmbiguous, isProvable } from '../flow/transfer-states.ts'
import { formatClock, formatToken, shorten } from '../texts/format.ts'
import { explorerLink } from '../ui/explorer-link.ts'
import '../ui/copy-text.ts'
import { leaveButton, submitButton } from './controls.ts'
import { alert, box, heading, page } from './layout.ts'
import { networkName } from './names.ts'
import { problemAlert } from './problem-alert.ts'
import { Screen } from './screen.ts'

/** It is unknown whether the exchange or the wallet has sent. This screen offers no retry, because it could send twice. */
export class TransferWaitingScreen extends Screen<'transfer-waiting'> {
  protected override render() {
    const { waiting: words, wallets } = this.texts
    const { transfer, pending, problem = null } = this.state
    const { fromName } = transfer
    const isOfWallet = isAmbiguous(transfer)
    const canProve = isProvable(this.state)
    const walletLead = canProve ? wallets.proveLead(fromName) : wallets.unclearLead(this.app)
    const isBusy = pending?.call === 'proveAddress'
    return page(
      [
        alert(
          'warn',
          isOfWallet ? wallets.unclear(fromName) : html`<b>${words.alertTitle(fromName)}</b>${words.alert}`,
        ),
        problemAlert(this.texts, problem),
        heading(words.title, isOfWallet ? walletLead : words.lead(this.app)),
        this.facts(),
      ],
      [
        canProve
          ? submitButton({ label: wallets.prove(fromName), busyLabel: wallets.stages.confirming, isBusy })
          : nothing,
        leaveButton(this, words.close),
      ],
      () => {
        if (canProve && !isBusy) this.send({ type: 'proofRequested' })
      },
    )
  }

  private facts() {
    const { waiting: words, track } = this.texts
    const {
      amount,
      symbol,
      networkName: name,
      simulated,
      transferId,
      hash,
      createdAt,
      explorerUrl,
    } = this.state.transfer
    return box(
      [words.amount, words.amountOn(formatToken(amount, symbol), networkName(this.texts, name, simulated))],
      [words.requested, formatClock(createdAt)],
      hash !== '' && [track.transaction, explorerLink(this.texts, hash, explorerUrl)],
      [
        words.reference,
        html`<copy-text .text=${transferId} .what=${words.reference}>${shorten(transferId)}</copy-text>`,
      ],
    )
  }
}

customElements.define('transfer-waiting-screen', TransferWaitingScreen)
