import { fullAddress } from '../ui/full-address.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { submitButton } from './controls.ts'
import { box, hero, page } from './layout.ts'
import { problemAlert } from './problem-alert.ts'
import { Screen } from './screen.ts'

/** Another user has an open payment of the same amount: the wallet proves by a signature that the address is this user's. */
export class ProveWalletScreen extends Screen<'prove-wallet'> {
  protected override render() {
    const { quote, pending, problem } = this.state
    const words = this.texts.wallets
    const { fromName, fromAddress = '' } = quote.preview
    const isBusy = pending !== null
    return page(
      [
        hero('wait', { icon: walletIcon, title: words.proveTitle, lead: words.proveLead(fromName) }),
        problemAlert(this.texts, problem),
        box([words.yourAddress, fullAddress(fromAddress), 'wide']),
      ],
      submitButton({ label: words.prove(fromName), busyLabel: words.stages.confirming, isBusy }),
      () => {
        if (!isBusy) this.send({ type: 'proofRequested' })
      },
    )
  }
}

customElements.define('prove-wallet-screen', ProveWalletScreen)
