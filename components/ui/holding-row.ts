import { html } from 'lit'
import { formatBalance, formatFiat, formatList } from '../texts/format.ts'
import { isolate } from '../texts/isolate.ts'
import { digits } from '../texts/plural.ts'
import { markOf, withoutColor } from './asset-marks.ts'
import { type Disc, letterDisc } from './letter-disc.ts'

interface HoldingLine {
  symbol: string
  name: string
  mark?: Disc | null
  availableBalance: string
  availableBalanceInFiat: string | null
}

/** With more networks than this, the last entry shows how many others there are. The amount step lists them all. */
const mostNames = 3

/** The content of an eligible asset's row: the networks below the name, the balance at the end. */
export function holdingRow(holding: HoldingLine, networks: { name: string; mark?: Disc }[]) {
  const [network] = networks
  const badge = network === undefined ? null : markOf(network.mark, network.name)
  const all = networks.map(({ name }) => name)
  const names = formatList(
    all.length > mostNames ? [...all.slice(0, mostNames - 1), `+${digits(all.length - mostNames + 1)}`] : all,
  )
  return html`${letterDisc(markOf(holding.mark, holding.symbol), '', badge)}
    <span class="mid"><b>${holding.name}</b><small>${[isolate(holding.symbol), names].filter(Boolean).join(' · ')}</small></span>
    <span class="end"><b>${formatBalance(holding.availableBalance, holding.symbol)}</b><small>${formatFiat(holding.availableBalanceInFiat)}</small></span>`
}

/** The row of an ineligible asset, with the reason. */
export function ineligibleRow(holding: HoldingLine, reason: string) {
  return html`${letterDisc(withoutColor(markOf(holding.mark, holding.symbol)))}
    <span class="mid"><b>${holding.name}</b><small>${reason}</small></span>
    <span class="end"><small>${formatBalance(holding.availableBalance, holding.symbol)}</small></span>`
}
