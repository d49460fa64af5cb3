import { html } from 'lit'
import type { ConnectWallet } from '../flow/flow-state.ts'
import { texts } from '../texts/texts.ts'
import { nameOf, walletPicture } from './choose-wallet.ts'
import { page, type Screen } from './screen.ts'
import { button } from './templates.ts'

/** The wallet waits for the user to share an account. */
export function connectWallet({ wallet }: ConnectWallet, screen: Screen) {
  const words = texts.wallets
  return page(
    html`<div class="wallet-request">${walletPicture(wallet, 'square large')}</div>
      <div class="hero"><h1 tabindex="-1" class="long">${words.connectTitle(nameOf(wallet))}</h1>
        <p class="lead">${words.connectLead}</p></div>
      <p class="waits" role="status"><i class="wheel"></i>${words.stages.confirming}</p>`,
    button(screen, { label: words.cancel, event: { type: 'back' }, isQuiet: true }),
  )
}
