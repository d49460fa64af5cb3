import { css, html, nothing } from 'lit'
import type { ChooseWallet } from '../flow/flow-state.ts'
import { payableDestinations } from '../flow/wallet-transitions.ts'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import { walletPictureStyles } from '../ui/picture-styles.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { qrIcon } from '../ui/wallet-icons.ts'
import { alert, heading, page } from './layout.ts'
import { walletName } from './names.ts'
import { problemAlert } from './problem-alert.ts'
import { Screen } from './screen.ts'
import { walletPicture } from './wallet-picture.ts'

/** The wallets of this browser, and the option to pay by link with any other wallet. */
export class ChooseWalletScreen extends Screen<'choose-wallet'> {
  static override styles = [
    ...Screen.styles,
    walletPictureStyles,
    css`.rows.apart { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--border) }`,
  ]

  protected override render() {
    const { wallets, isAgain, problem, context } = this.state
    const words = this.texts.wallets
    const shown = wallets && reachable(wallets, context)
    const isOffered = shown !== null && payableDestinations(context).length > 0 && context.session.transfersEnabled
    // Without a wallet, paying by link is the main option.
    const isAlone = isOffered && shown.length === 0
    return page([
      isAlone
        ? heading(words.byLink, wallets?.length === 0 ? words.none : words.byLinkLead)
        : heading(words.title, words.lead(this.app)),
      isAgain && problem === null ? alert('warn', this.againSentence(context.session.expectedWallet)) : nothing,
      problemAlert(this.texts, problem),
      isAlone ? nothing : shown === null ? skeletonRows(words.searching) : this.list(shown),
      isOffered ? this.byLink() : nothing,
    ])
  }

  /** With the account in the app's token, if there is one. */
  private againSentence(expected: string | null | undefined) {
    const { again, expectedAccount } = this.texts.wallets
    return expected ? html`${again} ${expectedAccount}: <bdi dir="ltr">${shorten(expected)}</bdi>` : again
  }

  private list(wallets: FoundWallet[]) {
    const words = this.texts.wallets
    if (wallets.length === 0) return html`<p class="hint">${words.none}</p>`
    return html`<h2>${words.found}</h2><ul class="rows">${wallets.map(
      (wallet) => html`<li><button type="button" class="row"
        @click=${() => this.send({ type: 'walletChosen', walletId: wallet.id })}>${walletPicture(this.texts, wallet)}
        <span class="mid"><b>${walletName(this.texts, wallet)}</b>${
          wallet.family === 'solana' ? html`<small>Solana</small>` : nothing
        }</span></button></li>`,
    )}</ul>`
  }

  private byLink() {
    const words = this.texts.wallets
    return html`<ul class="rows apart"><li><button type="button" class="row" @click=${() => this.send({ type: 'payByLinkChosen' })}>
      <span class="picture">${qrIcon}</span><span class="mid"><b>${words.byLink}</b><small>${words.byLinkLead}</small></span></button></li></ul>`
  }
}

customElements.define('choose-wallet-screen', ChooseWalletScreen)

/** The supported kinds of chain, if the list of integrations names them. */
function reachable(wallets: FoundWallet[], { integration }: ChooseWallet['context']): FoundWallet[] {
  return integration?.payOnly ? [] : wallets.filter(({ family }) => integration?.families?.includes(family) !== false)
}
