import { html } from 'lit'
import type { ChoosePayment } from '../flow/flow-state.ts'
import { payableDestinations } from '../flow/wallet-transitions.ts'
import { texts } from '../texts/texts.ts'
import { markOf } from '../ui/asset-marks.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { heading, page, type Screen } from './screen.ts'

/** The assets that the app accepts. The wallet's balances are unknown here. */
export function choosePayment({ context }: ChoosePayment, screen: Screen) {
  const words = texts.chooseAsset
  return page([
    heading(words.title, words.lead(screen.app)),
    html`<ul class="rows">${payableDestinations(context).map(
      ({ symbol, tokenName, networkName, mark, networkMark }, index) => {
        const [token, network] = [markOf(mark, symbol), markOf(networkMark, networkName)]
        return html`<li><button type="button" class="row" @click=${() => screen.send({ type: 'destinationChosen', index })}>
        ${letterDisc(token, '', network)}
        <span class="mid"><b>${tokenName}</b><small>${symbol} · ${networkName}</small></span></button></li>`
      },
    )}</ul>`,
  ])
}
