import { html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { ChooseAsset } from '../flow/flow-state.ts'
import type { Holding } from '../flow/link-answers.ts'
import { holdingRow, ineligibleRow } from '../parts/holding-row.ts'
import '../parts/skeleton-rows.ts'
import { texts } from '../texts/texts.ts'
import { heading, page, type Screen } from './screen.ts'

/** The user picks what to send. What cannot be sent is shown too, each with its reason. */
export function chooseAsset({ known: { holdings } }: ChooseAsset, screen: Screen) {
  const words = texts.chooseAsset
  return page([
    heading(words.title, words.lead(screen.app)),
    holdings === null
      ? html`<skeleton-rows></skeleton-rows><p class="sr" role="status">${words.loading}</p>`
      : list(holdings, screen),
  ])
}

function list(holdings: Holding[], { send }: Screen) {
  const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
  const others = holdings.filter((holding) => !holding.eligibleForTransfer)
  return html`<ul class="rows">${eligible.map(
    (holding) => html`<li><button type="button" class="row"
      @click=${() => send({ type: 'assetChosen', symbol: holding.symbol })}>${holdingRow(
        holding,
        eligibleNetworks(holding).map((network) => network.name),
      )}</button></li>`,
  )}</ul>${others.length === 0 ? nothing : ineligibleList(texts.chooseAsset.ineligible, others)}`
}

/** What cannot be sent. Opened where it is all there is, or little. */
export function ineligibleList(title: string, holdings: Holding[]) {
  return html`<details class="out" ?open=${holdings.length < 6}><summary>${title} (${holdings.length})</summary>
    <ul class="rows">${holdings.map((holding) => html`<li class="row">${ineligibleRow(holding, reasonOf(holding))}</li>`)}</ul></details>`
}

function reasonOf(holding: Holding): string {
  const ofNetwork = holding.networks.find((network) => network.ineligibilityText !== null)?.ineligibilityText
  return holding.ineligibilityText ?? ofNetwork ?? texts.chooseAsset.reason
}
