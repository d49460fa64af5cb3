import { fullAddress } from '../ui/full-address.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { button } from './controls.ts'
import { box, hero, page } from './layout.ts'
import { walletName } from './names.ts'
import { Screen } from './screen.ts'

/** The wallet shared a different account from the one in the app's token. The user decides. */
export class OtherAccountScreen extends Screen<'other-account'> {
  protected override render() {
    const { wallet, expected, address } = this.state
    const words = this.texts.wallets
    return page(
      [
        hero('wait', {
          icon: walletIcon,
          title: words.otherTitle,
          lead: words.otherLead(walletName(this.texts, wallet)),
        }),
        box(
          [words.expectedAccount, fullAddress(expected), 'wide'],
          [words.sharedAccount, fullAddress(address), 'wide'],
        ),
      ],
      [
        button(this, { label: words.switchAccount, event: { type: 'accountSwitched' } }),
        button(this, { label: words.useOther, event: { type: 'otherAccountConfirmed' }, isQuiet: true }),
      ],
    )
  }
}

customElements.define('other-account-screen', OtherAccountScreen)
