import { html } from 'lit'
import type { ConfirmInWallet } from '../flow/flow-state.ts'
import { formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { walletIcon } from '../ui/wallet-icons.ts'
import { addressRow } from './address-row.ts'
import { hero } from './on-demand-templates.ts'
import { page, type Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { box, button } from './templates.ts'

/** The wallet waits for the user's approval. The page shows the data to compare with the wallet. */
export function confirmInWallet({ quote: { preview }, stage }: ConfirmInWallet, screen: Screen) {
  const words = texts.wallets
  const { amount, symbol, fromName, networkName, simulated } = preview
  return page(
    [
      hero('wait', { icon: walletIcon, title: words.confirmTitle(fromName), lead: words.confirmLead }),
      html`<p class="waits" role="status"><i class="wheel"></i>${words.stages[stage]}</p>`,
      box(
        [texts.track.amount, formatToken(amount, symbol)],
        [texts.amount.network, shownNetwork(networkName, simulated)],
        addressRow(screen.app, preview),
      ),
    ],
    button(screen, { label: words.cancel, event: { type: 'back' }, isQuiet: true }),
  )
}
