import { html, nothing } from 'lit'
import type { NoEligibleAssets } from '../flow/flow-state.ts'
import { fill } from '../texts/explain.ts'
import { texts } from '../texts/texts.ts'
import { markOf } from '../ui/asset-marks.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { ineligibleList } from './choose-asset.ts'
import { heading, page, type Screen } from './screen.ts'
import { button } from './templates.ts'

/** The account has no eligible assets: the reason, what the app accepts, and what to do. */
export function noEligibleAssets(flow: NoEligibleAssets, screen: Screen) {
  const words = texts.noEligible
  const { session, holdings } = flow.context
  return page(
    [
      heading(words.title, reason(flow, screen.app)),
      holdings?.length ? ineligibleList(screen, { title: words.held, holdings, context: flow.context }) : nothing,
      html`<h2>${words.accepts(screen.app)}</h2><ul class="rows">${session.destinations.map(
        ({ symbol, tokenName, networkName, mark, networkMark }) => {
          const [token, network] = [markOf(mark, symbol), markOf(networkMark, networkName)]
          return html`<li class="row">${letterDisc(token, '', network)}
            <span class="mid"><b>${tokenName}</b><small>${symbol} · ${networkName}</small></span></li>`
        },
      )}</ul>`,
    ],
    [
      button(screen, { label: texts.common.anotherAccount, event: { type: 'otherAccountRequested' } }),
      button(screen, { label: texts.common.close, event: { type: 'leaveRequested' }, isQuiet: true }),
    ],
  )
}

function reason({ because, context: { account, integration, holdings } }: NoEligibleAssets, app: string): string {
  const words = texts.noEligible
  const exchange = account?.integrationName ?? integration?.name ?? ''
  if (because === 'integration') return exchange === '' ? words.account : words.integration(exchange)
  const holdData = holdings?.find(
    ({ ineligibilityReason }) => ineligibilityReason === 'withdrawHold',
  )?.ineligibilityData
  const holdSentence = holdData && fill(texts.errors.withdrawHold, { ...holdData, name: exchange })
  if (holdSentence) return holdSentence
  return holdings?.length === 0 ? words.empty(exchange) : words.assets(exchange, app)
}
