import { html, nothing } from 'lit'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { Holding } from '../flow/transfer-responses.ts'
import { holdingRow } from '../ui/holding-row.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { ineligibleList, ineligibleStyles } from './ineligible-list.ts'
import { heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The user chooses an asset. Ineligible assets are listed with their reasons. */
export class ChooseAssetScreen extends Screen<'choose-asset'> {
  static override styles = [...Screen.styles, ineligibleStyles]

  protected override render() {
    const { holdings } = this.state.context
    const words = this.texts.chooseAsset
    return page([
      heading(words.title, words.lead(this.app)),
      holdings === null ? skeletonRows(words.loading) : this.list(holdings),
    ])
  }

  private list(holdings: Holding[]) {
    const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
    const others = holdings.filter((holding) => !holding.eligibleForTransfer)
    const title = this.texts.chooseAsset.ineligible
    return html`<ul class="rows">${eligible.map(
      (holding) => html`<li><button type="button" class="row"
        @click=${() => this.send({ type: 'assetChosen', symbol: holding.symbol })}>${holdingRow(
          holding,
          eligibleNetworks(holding),
        )}</button></li>`,
    )}</ul>${others.length === 0 ? nothing : ineligibleList(this, { title, holdings: others, context: this.state.context })}`
  }
}

customElements.define('choose-asset-screen', ChooseAssetScreen)
