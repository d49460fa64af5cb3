import { html } from 'lit'
import { formatToken } from '../texts/format.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { button } from './controls.ts'
import { addressRow, box, hero, page } from './layout.ts'
import { networkName } from './names.ts'
import { Screen } from './screen.ts'

/** The wallet waits for the user's approval. The page shows the data to compare with the wallet. */
export class ConfirmInWalletScreen extends Screen<'confirm-in-wallet'> {
  protected override render() {
    const { texts } = this
    const { quote, stage } = this.state
    const { preview } = quote
    return page(
      [
        hero('wait', {
          icon: walletIcon,
          title: texts.wallets.confirmTitle(preview.fromName),
          lead: texts.wallets.confirmLead,
        }),
        html`<p class="waits" role="status"><i class="wheel"></i>${texts.wallets.stages[stage]}</p>`,
        box(
          [texts.track.amount, formatToken(preview.amount, preview.symbol)],
          [texts.amount.network, networkName(texts, preview.networkName, preview.simulated)],
          addressRow(this, preview),
        ),
      ],
      button(this, { label: texts.wallets.cancel, event: { type: 'back' }, isQuiet: true }),
    )
  }
}

customElements.define('confirm-in-wallet-screen', ConfirmInWalletScreen)
