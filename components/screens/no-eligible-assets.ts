import { html, nothing } from 'lit'
import { fill } from '../texts/fill.ts'
import { button, leaveButton } from './controls.ts'
import { destinationRow } from './destination-row.ts'
import { ineligibleList, ineligibleStyles } from './ineligible-list.ts'
import { heading, page } from './layout.ts'
import { Screen } from './screen.ts'

/** The account has no eligible assets: the reason, what the app accepts, and what to do. */
export class NoEligibleAssetsScreen extends Screen<'no-eligible-assets'> {
  static override styles = [...Screen.styles, ineligibleStyles]

  protected override render() {
    const { noEligible: words, common } = this.texts
    const { context } = this.state
    const { session, holdings } = context
    return page(
      [
        heading(words.title, this.reason()),
        holdings?.length ? ineligibleList(this, { title: words.held, holdings, context }) : nothing,
        html`<h2>${words.accepts(this.app)}</h2><ul class="rows">${session.destinations.map(
          (destination) => html`<li class="row">${destinationRow(destination)}</li>`,
        )}</ul>`,
      ],
      [
        button(this, { label: common.anotherAccount, event: { type: 'otherAccountRequested' } }),
        leaveButton(this, common.close),
      ],
    )
  }

  private reason(): string {
    const words = this.texts.noEligible
    const { because, context } = this.state
    const { account, integration, holdings } = context
    const exchange = account?.integrationName ?? integration?.name ?? ''
    if (because === 'integration') return exchange === '' ? words.account : words.integration(exchange)
    const held = holdings?.find(({ ineligibilityReason }) => ineligibilityReason === 'withdrawHold')?.ineligibilityData
    const holdSentence = held && fill(this.texts.errors.withdrawHold, { ...held, name: exchange })
    if (holdSentence) return holdSentence
    return holdings?.length === 0 ? words.empty(exchange) : words.assets(exchange, this.app)
  }
}

customElements.define('no-eligible-assets-screen', NoEligibleAssetsScreen)
