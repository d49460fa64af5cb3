import { html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/link-responses.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { chevronIcon } from '../ui/icons.ts'
import type { Screen } from './screen.ts'
import { shownNetwork } from './shown-network.ts'
import { templateSlots } from './template-slots.ts'

/**
 * The network on the amount step: one line that expands to a list if there is a choice. The list shows ineligible networks with
 * their reasons.
 */
export function chooseNetwork(flow: EnterAmount, chosen: HoldingNetwork, screen: Screen) {
  const { isOpen = false } = flow
  if (eligibleNetworks(flow.holding).length === 1)
    return html`${shownNetwork(chosen.name, chosen.simulated)}<small>${feeLine(chosen)}</small>`
  return html`<button type="button" class="network" aria-expanded=${isOpen} @click=${() => screen.send({ type: 'detailsOpened' })}>
      <span class="sr">${texts.amount.network}: </span><b>${shownNetwork(chosen.name, chosen.simulated)} ${chevronIcon}</b><small>${feeLine(chosen)}</small></button>
    ${isOpen ? templateSlots.networkList?.(flow, chosen, screen) : nothing}`
}

export function feeLine({ estimatedSeconds, feeInFiat, fee, feeSymbol }: HoldingNetwork): string {
  const about = feeInFiat === null ? `≈ ${formatToken(fee, feeSymbol)}` : formatAbout(feeInFiat)
  return texts.amount.networkFee(about, formatDuration(estimatedSeconds))
}
