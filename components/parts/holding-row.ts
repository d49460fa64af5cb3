import { html } from 'lit'
import { formatBalance, formatFiat, formatList } from '../texts/format.ts'
import { markOfNetwork, markOfToken, withoutColor } from './asset-marks.ts'
import { letterDisc } from './letter-disc.ts'

export interface HoldingLine {
  symbol: string
  name: string
  availableBalance: string
  availableBalanceInFiat: string | null
}

/** What stands in the row of an asset that can be sent: its networks below its name, its balance at the end. */
export function holdingRow(holding: HoldingLine, networkNames: string[]) {
  const [network] = networkNames
  const badge = network === undefined ? null : markOfNetwork(network)
  return html`${letterDisc(markOfToken(holding.symbol), '', badge)}
    <span class="mid"><b>${holding.name}</b><small>${[holding.symbol, formatList(networkNames)].filter(Boolean).join(' · ')}</small></span>
    <span class="end"><b>${formatBalance(holding.availableBalance, holding.symbol)}</b><small>${formatFiat(holding.availableBalanceInFiat)}</small></span>`
}

/** The row of an asset that cannot be sent, with the reason. */
export function ineligibleRow(holding: HoldingLine, reason: string) {
  return html`${letterDisc(withoutColor(markOfToken(holding.symbol)))}
    <span class="mid"><b>${holding.name}</b><small>${reason}</small></span>
    <span class="end"><small>${formatBalance(holding.availableBalance, holding.symbol)}</small></span>`
}
