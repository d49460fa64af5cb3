// Counts ended transfers for the overview. Each transfer is marked in the transaction that counts it, so it counts once, whatever happens
// to the process.

import { Amount } from '../contract/amount.ts'
import { addCounts } from '../log/duration-ranges.ts'
import type { TransferSummaryTable } from '../storage/console-tables.ts'
import { lockRows, skipClaimed } from '../storage/dialect.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { type TransferTerms, termsFromText } from '../transfers/terms.ts'
import { arrivalOf, noArrivals } from './arrivals.ts'

export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** One transaction counts this many. */
export const summaryBatch = 500

interface SummaryDeps {
  database: Database
  now(): Date
}

type Summary = TransferSummaryTable
type SummaryKey = Pick<Summary, 'period' | 'starts_at' | 'exchange_type' | 'network_key' | 'symbol' | 'result'>

/** At most one batch. Returns the number of transfers. Several processes may run it at once. */
export function summariseTransfers({ database, now }: SummaryDeps): Promise<number> {
  return inTransaction(database, async (query) => {
    const ended = query
      .selectFrom('transfer')
      .select(['id', 'exchange_type', 'network_key', 'terms', 'status', 'error_type', 'created_at', 'updated_at'])
      .where('summarised_at', 'is', null)
      .where('status', 'in', ['Succeeded', 'Failed'])
      .orderBy('updated_at')
      .limit(summaryBatch)
    const rows = await skipClaimed(query, ended).execute()
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await query.updateTable('transfer').set({ summarised_at: now().getTime() }).where('id', 'in', ids).execute()
    const summaries = new Map<string, Summary>()
    for (const row of rows) for (const summary of summariesOf(row)) addTo(summaries, summary)
    // In one order, so that two processes do not wait for each other for ever.
    for (const [, summary] of [...summaries].sort(([a], [b]) => (a < b ? -1 : 1))) await store(query, summary)
    return rows.length
  })
}

interface EndedRow {
  exchange_type: string
  network_key: string
  terms: string
  status: string
  error_type: string | null
  created_at: number
  updated_at: number
}

/** Of one transfer: for its hour and for its day. */
function summariesOf(row: EndedRow): Summary[] {
  const { symbol, amount, amountInFiat }: TransferTerms = termsFromText(row.terms)
  const hasSucceeded = row.status === 'Succeeded'
  const facts = {
    exchange_type: row.exchange_type,
    network_key: row.network_key,
    symbol,
    result: hasSucceeded ? 'succeeded' : (row.error_type ?? 'internalError'),
    transfers: 1,
    amount: amount.toString(),
    fiat: (amountInFiat ?? Amount.zero).toString(),
    without_price: amountInFiat === null ? 1 : 0,
    arrivals: JSON.stringify(hasSucceeded ? arrivalOf((row.updated_at - row.created_at) / 1_000) : noArrivals),
  }
  return [
    { period: 'hour', starts_at: startOf(row.updated_at, hourMs), ...facts },
    { period: 'day', starts_at: startOf(row.updated_at, dayMs), ...facts },
  ]
}

export function startOf(at: number, lengthMs: number): number {
  return at - (at % lengthMs)
}

function addTo(summaries: Map<string, Summary>, summary: Summary): void {
  const key = JSON.stringify(keyOf(summary))
  const known = summaries.get(key)
  summaries.set(key, known === undefined ? summary : addSummaries(known, summary))
}

export function addSummaries<T extends Pick<Summary, 'transfers' | 'amount' | 'fiat' | 'without_price' | 'arrivals'>>(
  first: T,
  second: Pick<Summary, 'transfers' | 'amount' | 'fiat' | 'without_price' | 'arrivals'>,
): T {
  return {
    ...first,
    transfers: first.transfers + second.transfers,
    amount: Amount.parse(first.amount).add(Amount.parse(second.amount)).toString(),
    fiat: Amount.parse(first.fiat).add(Amount.parse(second.fiat)).toString(),
    without_price: first.without_price + second.without_price,
    arrivals: JSON.stringify(addCounts(JSON.parse(first.arrivals), JSON.parse(second.arrivals))),
  }
}

async function store(query: Query, summary: Summary): Promise<void> {
  const key = keyOf(summary)
  const select = query
    .selectFrom('transfer_summary')
    .selectAll()
    .where((eb) => eb.and(key))
  const known = await lockRows(query, select).executeTakeFirst()
  if (known === undefined) {
    // If another process inserts it at the same time, the whole transaction runs again.
    await query.insertInto('transfer_summary').values(summary).execute()
    return
  }
  const { transfers, amount, fiat, without_price, arrivals } = addSummaries(known, summary)
  const update = query.updateTable('transfer_summary').set({ transfers, amount, fiat, without_price, arrivals })
  await update.where((eb) => eb.and(key)).execute()
}

function keyOf({ period, starts_at, exchange_type, network_key, symbol, result }: SummaryKey): SummaryKey {
  return { period, starts_at, exchange_type, network_key, symbol, result }
}
