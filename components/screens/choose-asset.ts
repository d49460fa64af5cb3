import { html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { FlowContext } from '../flow/flow-context.ts'
import type { ChooseAsset } from '../flow/flow-state.ts'
import type { Holding } from '../flow/link-responses.ts'
import { digits } from '../texts/plural.ts'
import { texts } from '../texts/texts.ts'
import { holdingRow, ineligibleRow } from '../ui/holding-row.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { factsOf, holdingReason } from './reasons.ts'
import { heading, page, type Screen } from './screen.ts'

/** The user chooses an asset. Ineligible assets are listed with their reasons. */
export function chooseAsset({ context }: ChooseAsset, screen: Screen) {
  const { holdings } = context
  const words = texts.chooseAsset
  return page([
    heading(words.title, words.lead(screen.app)),
    holdings === null ? skeletonRows(words.loading) : list(context, holdings, screen),
  ])
}

function list(context: FlowContext, holdings: Holding[], screen: Screen) {
  const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
  const others = holdings.filter((holding) => !holding.eligibleForTransfer)
  return html`<ul class="rows">${eligible.map(
    (holding) => html`<li><button type="button" class="row"
      @click=${() => screen.send({ type: 'assetChosen', symbol: holding.symbol })}>${holdingRow(
        holding,
        eligibleNetworks(holding),
      )}</button></li>`,
  )}</ul>${others.length === 0 ? nothing : ineligibleList(screen, { title: texts.chooseAsset.ineligible, holdings: others, context })}`
}

/** The ineligible assets. Expanded if there are no others, or few. */
export function ineligibleList(
  screen: Screen,
  { title, holdings, context }: { title: string; holdings: Holding[]; context: FlowContext },
) {
  const facts = factsOf(context, screen)
  return html`<details class="out" ?open=${holdings.length < 6}><summary>${title} (${digits(holdings.length)})</summary>
    <ul class="rows">${holdings.map((holding) => html`<li class="row">${ineligibleRow(holding, holdingReason(holding, facts))}</li>`)}</ul></details>`
}
