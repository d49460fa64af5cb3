import { css, html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { EnterAmount } from '../flow/flow-state.ts'
import type { HoldingNetwork } from '../flow/transfer-responses.ts'
import { formatAbout, formatDuration, formatToken } from '../texts/format.ts'
import { markOf, withoutColor } from '../ui/asset-marks.ts'
import { chevronIcon } from '../ui/icons.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import type { AnyScreen } from './controls.ts'
import { networkName } from './names.ts'
import { networkReason, reasonNames } from './reasons.ts'

export const networkStyles = css`
  .network { display: block; margin-inline-start: auto; border: 0; background: none; padding: 0; text-align: end;
    font-weight: 550; border-radius: 6px; position: relative }
  .network::after { content: ''; position: absolute; inset: -8px }
  .network b { display: inline-flex; align-items: center; gap: 4px; font-weight: inherit }
  .wide .network { margin-top: -26px }
  fieldset { border: 0; margin: 10px 0 0; padding: 0 }
  fieldset label { display: flex; align-items: center; gap: 10px; min-height: 52px; margin: 0 -8px; padding: 4px 8px;
    border-radius: var(--radius-s); cursor: pointer; font-size: 0.9375rem }
  fieldset label:hover { background: var(--surface) }
  fieldset label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px }
  fieldset label span { flex: 1; font-weight: 600 }
  fieldset input { accent-color: var(--accent); width: 20px; height: 20px; margin: 0 }
  fieldset input:focus-visible { outline: none }
  fieldset .disc { width: 28px; height: 28px }
  fieldset label:has(:disabled) { cursor: default; color: var(--muted) }
`

/** The chosen network: a line, which opens the list if there is a choice. */
export function chosenNetwork(
  { texts }: AnyScreen,
  {
    state,
    network,
    isOpen,
    toggle,
  }: { state: EnterAmount; network: HoldingNetwork; isOpen: boolean; toggle: () => void },
) {
  const name = networkName(texts, network.name, network.simulated)
  const fee = html`<small>${feeLine(texts.amount, network)}</small>`
  if (eligibleNetworks(state.holding).length === 1) return [name, fee]
  return html`<button type="button" class="network" aria-expanded=${isOpen} @click=${toggle}>
      <span class="sr">${texts.amount.network}: </span><b>${name} ${chevronIcon}</b>${fee}</button>`
}

/** Every network of the asset as a radio button. Ineligible networks are listed with their reasons. */
export function networkList(screen: AnyScreen, { holding, context }: EnterAmount, chosen: HoldingNetwork) {
  const { texts, app } = screen
  const names = { ...reasonNames(context, app), symbol: holding.symbol }
  return html`<fieldset><legend class="sr">${texts.amount.network}</legend>${holding.networks.map((network) => {
    const { id, name, simulated, eligibleForTransfer: isEligible } = network
    const mark = markOf(network.mark, name)
    const hint = isEligible ? feeLine(texts.amount, network) : (networkReason(texts, network, names) ?? nothing)
    return html`<label>${letterDisc(isEligible ? mark : withoutColor(mark))}
      <span>${networkName(texts, name, simulated)}<small>${hint}</small></span>
      <input type="radio" name="network" .checked=${network === chosen} ?disabled=${!isEligible}
        @change=${() => screen.send({ type: 'networkChosen', networkId: id })} /></label>`
  })}<small>${texts.amount.onlyReceivable(app)}</small></fieldset>`
}

function feeLine(words: AnyScreen['texts']['amount'], { estimatedSeconds, feeInFiat, fee, feeSymbol }: HoldingNetwork) {
  const about = feeInFiat === null ? `≈ ${formatToken(fee, feeSymbol)}` : formatAbout(feeInFiat)
  return words.networkFee(about, formatDuration(estimatedSeconds))
}
