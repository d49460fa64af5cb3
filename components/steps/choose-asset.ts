import { css, html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import { eligibleNetworks } from '../flow/choose-network.ts'
import type { ChooseAsset } from '../flow/flow-state.ts'
import type { Holding } from '../flow/link-answers.ts'
import { holdingRow, ineligibleRow } from '../parts/holding-row.ts'
import '../parts/skeleton-rows.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.chooseAsset

/**
 * The user picks what to send. What cannot be sent is shown too, each with its reason.
 *
 * @fires flow - `assetChosen`
 */
@customElement('choose-asset')
export class ChooseAssetStep extends Step<ChooseAsset> {
  static override styles = [...stepStyles, css`.out .row { cursor: default }`]

  protected override render() {
    const { known } = this.flow
    return html`
      <div class="body">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${words.lead(known.session.client.name)}</p>
        ${
          known.holdings === null
            ? html`<skeleton-rows></skeleton-rows><p class="sr" role="status">${words.loading}</p>`
            : this.list(known.holdings)
        }
      </div>
    `
  }

  private list(holdings: Holding[]) {
    const eligible = holdings.filter((holding) => holding.eligibleForTransfer)
    const others = holdings.filter((holding) => !holding.eligibleForTransfer)
    return html`
      <ul class="rows">${eligible.map(
        (holding) => html`<li><button class="row"
          @click=${() => this.send({ type: 'assetChosen', symbol: holding.symbol })}>
          ${holdingRow(
            holding,
            eligibleNetworks(holding).map((network) => network.name),
          )}</button></li>`,
      )}</ul>
      ${
        others.length === 0
          ? nothing
          : html`<h2><span>${words.ineligible}</span><span>${others.length}</span></h2>
          <ul class="rows out">${others.map(
            (holding) => html`<li class="row">${ineligibleRow(holding, reasonOf(holding))}</li>`,
          )}</ul>`
      }
    `
  }
}

export function reasonOf(holding: Holding): string {
  const ofNetwork = holding.networks.find((network) => network.ineligibilityText !== null)?.ineligibilityText
  return holding.ineligibilityText ?? ofNetwork ?? words.reason
}

declare global {
  interface HTMLElementTagNameMap {
    'choose-asset': ChooseAssetStep
  }
}
