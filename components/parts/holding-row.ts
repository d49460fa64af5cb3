import { html } from 'lit'
import { formatBalance, formatFiat, formatList } from '../texts/format.ts'
import './letter-disc.ts'
import { markOfNetwork, markOfToken } from './asset-marks.ts'

export interface HoldingLine {
  symbol: string
  name: string
  availableBalance: string
  availableBalanceInFiat: string | null
}

/** What stands in the row of an asset that can be sent: its networks below its name, its balance at the end. */
export function holdingRow(holding: HoldingLine, networkNames: string[]) {
  const mark = markOfToken(holding.symbol)
  const [network] = networkNames
  const badge = network === undefined ? { letter: '', color: '' } : markOfNetwork(network)
  return html`<letter-disc letter=${mark.letter} color=${mark.color} badge=${badge.letter} badgeColor=${badge.color}></letter-disc>
    <span class="mid"><b>${holding.name}</b><small>${[holding.symbol, formatList(networkNames)].filter(Boolean).join(' · ')}</small></span>
    <span class="end"><b>${formatBalance(holding.availableBalance, holding.symbol)}</b><small>${formatFiat(holding.availableBalanceInFiat)}</small></span>`
}

/** The row of an asset that cannot be sent, with the reason. */
export function ineligibleRow(holding: HoldingLine, reason: string) {
  return html`<letter-disc letter=${markOfToken(holding.symbol).letter} color="#9aa3af"></letter-disc>
    <span class="mid"><b>${holding.name}</b><small>${reason}</small></span>
    <span class="end"><small>${formatBalance(holding.availableBalance, holding.symbol)}</small></span>`
}
