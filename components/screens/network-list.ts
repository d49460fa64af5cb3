import { html } from 'lit'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/link-responses.ts'
import { texts } from '../texts/texts.ts'
import { markOf, withoutColor } from '../ui/asset-marks.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { feeLine } from './choose-network.ts'
import { factsOf, networkReason } from './reasons.ts'
import type { Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'

/** Every network of the asset as a radio button. */
export function networkList({ holding, context }: EnterAmount, chosen: HoldingNetwork, screen: Screen) {
  const words = texts.amount
  return html`<fieldset><legend class="sr">${words.network}</legend>${holding.networks.map((network) =>
    choice(screen, network, {
      isChosen: network === chosen,
      reason: networkReason(network, holding, factsOf(context, screen)),
    }),
  )}<small>${words.onlyReceivable(screen.app)}</small></fieldset>`
}

function choice(
  { send }: Screen,
  network: HoldingNetwork,
  { isChosen, reason }: { isChosen: boolean; reason: string | null },
) {
  const mark = markOf(network.mark, network.name)
  const { id, eligibleForTransfer: isEligible } = network
  return html`<label>${letterDisc(isEligible ? mark : withoutColor(mark))}
    <span>${shownNetwork(network.name, network.simulated)}<small>${isEligible ? feeLine(network) : reason}</small></span>
    <input type="radio" name="network" .checked=${isChosen} ?disabled=${!isEligible}
      @change=${() => send({ type: 'networkChosen', networkId: id })} /></label>`
}
