import { html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/link-answers.ts'
import { markOf, withoutColor } from '../parts/asset-marks.ts'
import { chevronIcon } from '../parts/icons.ts'
import { letterDisc } from '../parts/letter-disc.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { factsOf, networkReason } from './reasons.ts'
import type { Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'

/**
 * The network inside the amount step: one line that opens into a list of radio buttons, where there is a choice. One that
 * cannot be chosen is shown with its reason.
 */
export function chooseNetwork({ holding, known }: EnterAmount, chosen: HoldingNetwork, screen: Screen) {
  const words = texts.amount
  const { isOpen = false } = screen.own
  if (eligibleNetworks(holding).length === 1) return html`${shown(chosen)}<small>${feeLine(chosen)}</small>`
  return html`<button type="button" class="network" aria-expanded=${isOpen} @click=${() => screen.set({ isOpen: !isOpen })}>
      <span class="sr">${words.network}: </span><b>${shown(chosen)} ${chevronIcon}</b><small>${feeLine(chosen)}</small></button>
    ${
      isOpen
        ? html`<fieldset><legend class="sr">${words.network}</legend>${holding.networks.map((network) =>
            choice(network, network === chosen, networkReason(network, holding, factsOf(known, screen)), screen),
          )}<small>${words.onlyReceivable(screen.app)}</small></fieldset>`
        : nothing
    }`
}

function choice(network: HoldingNetwork, isChosen: boolean, reason: string | null, { send }: Screen) {
  const mark = markOf(network.mark, network.name)
  const { id, eligibleForTransfer: isEligible } = network
  return html`<label>${letterDisc(isEligible ? mark : withoutColor(mark))}
    <span>${shown(network)}<small>${isEligible ? feeLine(network) : reason}</small></span>
    <input type="radio" name="network" .checked=${isChosen} ?disabled=${!isEligible}
      @change=${() => send({ type: 'networkChosen', networkId: id })} /></label>`
}

function feeLine({ estimatedSeconds, feeInFiat, fee, feeSymbol }: HoldingNetwork): string {
  const about = feeInFiat === null ? `≈ ${formatToken(fee, feeSymbol)}` : formatAbout(feeInFiat)
  return texts.amount.networkFee(about, formatDuration(estimatedSeconds))
}

function shown({ name, simulated }: HoldingNetwork): string {
  return shownNetwork(name, simulated)
}
