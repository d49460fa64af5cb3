import { html } from 'lit'
import { formatBalance, formatFiat, formatList } from '../texts/format.ts'
import { digits } from '../texts/plural.ts'
import { markOf, withoutColor } from './asset-marks.ts'
import { type Disc, letterDisc } from './letter-disc.ts'

export interface HoldingLine {
  symbol: string
  name: string
  mark?: Disc | null
  availableBalance: string
  availableBalanceInFiat: string | null
}

/** Of more networks than these the last says how many others there are; the amount step lists them all. */
const mostNames = 3

/** What stands in the row of an asset that can be sent: its networks below its name, its balance at the end. */
export function holdingRow(holding: HoldingLine, networks: { name: string; mark?: Disc }[]) {
  const [network] = networks
  const badge = network === undefined ? null : markOf(network.mark, network.name)
  const all = networks.map(({ name }) => name)
  const names = formatList(
    all.length > mostNames ? [...all.slice(0, mostNames - 1), `+${digits(all.length - mostNames + 1)}`] : all,
  )
  return html`${letterDisc(markOf(holding.mark, holding.symbol), '', badge)}
    <span class="mid"><b>${holding.name}</b><small>${[holding.symbol, names].filter(Boolean).join(' · ')}</small></span>
    <span class="end"><b>${formatBalance(holding.availableBalance, holding.symbol)}</b><small>${formatFiat(holding.availableBalanceInFiat)}</small></span>`
}

/** The row of an asset that cannot be sent, with the reason. */
export function ineligibleRow(holding: HoldingLine, reason: string) {
  return html`${letterDisc(withoutColor(markOf(holding.mark, holding.symbol)))}
    <span class="mid"><b>${holding.name}</b><small>${reason}</small></span>
    <span class="end"><small>${formatBalance(holding.availableBalance, holding.symbol)}</small></span>`
}
