import { html, nothing } from 'lit'
import type { Holding } from '../flow/transfer-responses.ts'
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
        heading(...this.explain()),
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

  /** Title and sentence: each reason has its own. */
  private explain(): [title: string, lead: string] {
    const { noEligible: words, errors } = this.texts
    const { because, context } = this.state
    const { account, integration } = context
    const exchange = account?.integrationName ?? integration?.name ?? ''
    switch (because) {
      case 'integration':
        return [words.cannotSendTitle, exchange === '' ? words.account : words.integration(exchange)]
      case 'permission':
        return [words.cannotSendTitle, fill(errors.missingExchangePermission, { name: exchange }) ?? words.account]
      case 'assets':
        return this.explainHoldings(exchange)
    }
  }

  private explainHoldings(exchange: string): [title: string, lead: string] {
    const { noEligible: words, errors } = this.texts
    const holdings = this.state.context.holdings ?? []
    const held = holdings.find(({ ineligibilityReason }) => ineligibilityReason === 'withdrawHold')?.ineligibilityData
    const holdSentence = held && fill(errors.withdrawHold, { ...held, name: exchange })
    if (holdSentence) return [words.holdTitle, holdSentence]
    if (isDust(holdings)) return [words.dustTitle, words.dust(exchange, this.app)]
    return [
      words.title,
      this.state.context.holdings?.length === 0 ? words.empty(exchange) : words.assets(exchange, this.app),
    ]
  }
}

/** The app can receive some of the assets, and there is too little of each. */
function isDust(holdings: Holding[]): boolean {
  const receivable = holdings.filter(({ ineligibilityReason: reason }) => !isUnreceivable.has(reason ?? ''))
  return (
    receivable.length > 0 &&
    receivable.every(({ ineligibilityReason }) => ineligibilityReason === 'amountNotSufficient')
  )
}

const isUnreceivable = new Set(['notSupportedForTransferByTarget', 'noEligibleNetworks', 'destinationIsOrigin'])

customElements.define('no-eligible-assets-screen', NoEligibleAssetsScreen)
