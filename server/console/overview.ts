// Volume, success and time to arrival, from the summaries of ended transfers. It reads no transfer, so it takes as long with a million.

import { Amount } from '../contract/amount.ts'
import type { Overview, OverviewGroup, OverviewPeriod, OverviewTotals } from '../contract/console/overview.ts'
import { addCounts, type RangeCounts } from '../log/duration-ranges.ts'
import type { TransferSummaryTable } from '../storage/console-tables.ts'
import type { Query } from '../storage/storage.ts'
import { arrivedWithin, noArrivals } from './arrivals.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { dayMs, hourMs, startOf } from './summarise-transfers.ts'

const lengths = {
  day: { part: 'hour', partMs: hourMs, parts: 24 },
  week: { part: 'day', partMs: dayMs, parts: 7 },
  month: { part: 'day', partMs: dayMs, parts: 30 },
} as const

const mostNotCounted = 1_000

type OverviewDeps = Pick<ConsoleDeps, 'database' | 'now' | 'exchanges' | 'networks'>

export async function readOverview(deps: OverviewDeps, period: OverviewPeriod): Promise<Overview> {
  const { query } = deps.database
  const { part, partMs, parts } = lengths[period]
  const current = startOf(deps.now().getTime(), partMs)
  const since = current - (parts - 1) * partMs
  const rows = await summariesSince(query, part, since - parts * partMs)
  const within = rows.filter(({ starts_at: at }) => at >= since)
  const nameOf = (type: string) => deps.exchanges.byType(type)?.name ?? type
  return {
    period,
    since: new Date(since).toISOString(),
    until: new Date(current + partMs).toISOString(),
    totals: totalsOf(within),
    before: totalsOf(rows.filter(({ starts_at: at }) => at < since)),
    series: Array.from({ length: parts }, (_, index) => {
      const at = since + index * partMs
      const { succeeded, failed, fiat } = totalsOf(within.filter(({ starts_at: start }) => start === at))
      return { at: new Date(at).toISOString(), succeeded, failed, fiat }
    }),
    exchanges: groupsOf(within, 'exchange_type', nameOf),
    networks: groupsOf(within, 'network_key', (key) => deps.networks.byKey(key)?.name ?? key),
    assets: assetsOf(within),
    failures: failuresOf(within, nameOf),
    notCounted: await countNotCounted(query),
  }
}

type Summary = TransferSummaryTable

function summariesSince(query: Query, period: Summary['period'], since: number): Promise<Summary[]> {
  const select = query.selectFrom('transfer_summary').selectAll().where('period', '=', period)
  return select.where('starts_at', '>=', since).execute()
}

async function countNotCounted(query: Query): Promise<number> {
  const waiting = query
    .selectFrom('transfer')
    .select('id')
    .where('summarised_at', 'is', null)
    .where('status', 'in', ['Succeeded', 'Failed'])
    .limit(mostNotCounted)
  const count = query.selectFrom(waiting.as('waiting')).select(({ fn }) => fn.countAll<number>().as('transfers'))
  return (await count.executeTakeFirstOrThrow()).transfers
}

function totalsOf(rows: readonly Summary[]): OverviewTotals {
  let [succeeded, failed, withoutPrice] = [0, 0, 0]
  let fiat = Amount.zero
  let arrivals: RangeCounts = noArrivals
  for (const row of rows) {
    if (row.result !== 'succeeded') failed += row.transfers
    else {
      succeeded += row.transfers
      withoutPrice += row.without_price
      fiat = fiat.add(Amount.parse(row.fiat))
      arrivals = addCounts(arrivals, JSON.parse(row.arrivals))
    }
  }
  const [half, most] = [arrivedWithin(arrivals, 50), arrivedWithin(arrivals, 95)]
  return { succeeded, failed, fiat: fiat.toString(), withoutPrice, half, most }
}

/** Those with the most transfers first. */
function groupsOf(
  rows: readonly Summary[],
  column: 'exchange_type' | 'network_key',
  nameOf: (key: string) => string,
): OverviewGroup[] {
  const groups = [...Map.groupBy(rows, (row) => row[column])].map(([key, of]) => ({
    key,
    name: nameOf(key),
    ...totalsOf(of),
  }))
  return groups.sort((a, b) => b.succeeded + b.failed - a.succeeded - a.failed)
}

function assetsOf(rows: readonly Summary[]): Overview['assets'] {
  const arrived = rows.filter(({ result }) => result === 'succeeded')
  const assets = [...Map.groupBy(arrived, ({ symbol }) => symbol)].map(([symbol, of]) => ({
    symbol,
    transfers: sum(of),
    amount: of.reduce((total, { amount }) => total.add(Amount.parse(amount)), Amount.zero).toString(),
    fiat: of.reduce((total, { fiat }) => total.add(Amount.parse(fiat)), Amount.zero).toString(),
    withoutPrice: of.reduce((total, { without_price: without }) => total + without, 0),
  }))
  return assets.sort((a, b) => b.transfers - a.transfers)
}

function failuresOf(rows: readonly Summary[], nameOf: (type: string) => string): Overview['failures'] {
  const failed = rows.filter(({ result }) => result !== 'succeeded')
  const failures = [...Map.groupBy(failed, ({ result }) => result)].map(([errorType, of]) => ({
    errorType,
    transfers: sum(of),
    exchanges: [...new Set(of.map(({ exchange_type: type }) => nameOf(type)))].sort(),
  }))
  return failures.sort((a, b) => b.transfers - a.transfers)
}

function sum(rows: readonly Summary[]): number {
  return rows.reduce((total, { transfers }) => total + transfers, 0)
}
