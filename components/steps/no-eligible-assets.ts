import { html, nothing } from 'lit'
import { customElement } from 'lit/decorators.js'
import type { NoEligibleAssets } from '../flow/flow-state.ts'
import { ineligibleRow } from '../parts/holding-row.ts'
import '../parts/letter-disc.ts'
import { markOfNetwork, markOfToken } from '../parts/asset-marks.ts'
import { texts } from '../texts/texts.ts'
import { reasonOf } from './choose-asset.ts'
import { Step } from './step.ts'

const words = texts.noEligible

/**
 * Nothing in this account can be sent: why, what the app accepts, and what to do.
 *
 * @fires flow - `otherAccountAsked`
 * @fires flow - `leaveAsked`
 */
@customElement('no-eligible-assets')
export class NoEligibleAssetsStep extends Step<NoEligibleAssets> {
  protected override render() {
    const { known } = this.flow
    const { session } = known
    const holdings = known.holdings ?? []
    return html`
      <div class="body">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${this.reason()}</p>
        <h2>${words.accepts(session.client.name)}</h2>
        <ul class="rows">${session.destinations.map(({ symbol, tokenName, networkName }) => {
          const [mark, network] = [markOfToken(symbol), markOfNetwork(networkName)]
          return html`<li class="row">
            <letter-disc letter=${mark.letter} color=${mark.color} badge=${network.letter} badgeColor=${network.color}></letter-disc>
            <span class="mid"><b>${tokenName}</b><small>${symbol} · ${networkName}</small></span></li>`
        })}</ul>
        ${
          holdings.length === 0
            ? nothing
            : html`<h2><span>${words.held}</span><span>${holdings.length}</span></h2>
            <ul class="rows out">${holdings.map((holding) => html`<li class="row">${ineligibleRow(holding, reasonOf(holding))}</li>`)}</ul>`
        }
      </div>
      <footer>
        <button class="button" @click=${() => this.send({ type: 'otherAccountAsked' })}>${texts.common.anotherAccount}</button>
        <button class="button quiet" @click=${() => this.send({ type: 'leaveAsked' })}>${texts.common.close}</button>
      </footer>
    `
  }

  private reason(): string {
    const { because, known } = this.flow
    const exchange = known.account?.integrationName ?? known.integration?.name ?? words.thisAccount
    if (because === 'integration') return words.integration(exchange)
    return known.holdings?.length === 0 ? words.empty(exchange) : words.assets(exchange, known.session.client.name)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'no-eligible-assets': NoEligibleAssetsStep
  }
}
