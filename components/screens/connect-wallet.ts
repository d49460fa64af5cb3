import { css, html } from 'lit'
import { walletPictureStyles } from '../ui/picture-styles.ts'
import { button } from './controls.ts'
import { page } from './layout.ts'
import { walletName } from './names.ts'
import { Screen } from './screen.ts'
import { walletPicture } from './wallet-picture.ts'

/** The wallet waits for the user to share an account. */
export class ConnectWalletScreen extends Screen<'connect-wallet'> {
  static override styles = [
    ...Screen.styles,
    walletPictureStyles,
    css`
      .wallet-request { display: grid; place-items: center; margin: 16px 0 14px }
      .wallet-request .disc { margin: 0 }
    `,
  ]

  protected override render() {
    const words = this.texts.wallets
    const { wallet } = this.state
    return page(
      html`<div class="wallet-request">${walletPicture(this.texts, wallet, 'square large')}</div>
        <div class="hero"><h1 tabindex="-1" class="long">${words.connectTitle(walletName(this.texts, wallet))}</h1>
          <p class="lead">${words.connectLead}</p></div>
        <p class="waits" role="status"><i class="wheel"></i>${words.stages.confirming}</p>`,
      button(this, { label: words.cancel, event: { type: 'back' }, isQuiet: true }),
    )
  }
}

customElements.define('connect-wallet-screen', ConnectWalletScreen)
