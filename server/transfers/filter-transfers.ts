// Lists the transfers of all clients for operators, newest first, by filters. No index serves every combination of filters, because each
// index would slow every execute. One filter is read by its index, and the others are checked on the rows that it finds, so a rare
// combination could read millions of rows. A search ends after `rowsAtOnce` of them, and the next one continues there.

import {
  type Compilable,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import { statusOf, type TransferState, type TransferStatus } from './transfer-status.ts'

/** As a cursor has it. */
export interface Place {
  createdAt: number
  id: string
}

export interface TransferFilter {
  clientId?: string | undefined
  exchangeType?: string | undefined
  state?: TransferState | undefined
  status?: TransferStatus | 'Hidden' | undefined
  /** Canonical. */
  amount?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export interface FilteredPage extends TransferFilter {
  /** The last transfer of the previous page, or where the search for it has ended. */
  before?: Place | undefined
  limit: number
}

export interface FoundTransfers {
  rows: TransferTable[]
  /** Older transfers were not searched. Null if the search is complete, or has found `limit` rows. */
  searchedTo: Place | null
}

export const rowsAtOnce = 10_000
/** Most pages are full after fewer rows. */
const rowsAtFirst = 500

const filteredColumns = ['id', 'client_id', 'exchange_type', 'state', 'status', 'amount', 'created_at'] as const

type Condition = RawBuilder<SqlBool>
type Statement = Compilable<TransferTable> & { execute(): Promise<TransferTable[]> }

export async function filterTransfers(query: Query, page: FilteredPage): Promise<FoundTransfers> {
  const filters = indexedFilters(page)
  let [narrowest = []] = filters
  const few = await searchBy(query, narrowest, { ...page, count: rowsAtFirst }).execute()
  if (few.length === page.limit) return { rows: few.sort(byNewest), searchedTo: null }
  // With the narrowest filter, the same number of rows goes back furthest.
  let end = await endOf(query, narrowest, page)
  for (const other of filters.slice(1)) {
    if (end === null) break
    const endOfOther = await endOf(query, other, page)
    if (endOfOther === null || isOlder(endOfOther, end)) [narrowest, end] = [other, endOfOther]
  }
  // Transfers may have been created meanwhile, so the same number of rows could end before `end`.
  const searched = { ...page, count: rowsAtOnce * 2, downTo: end ?? undefined }
  const rows = await searchBy(query, narrowest, searched).execute()
  return { rows: rows.sort(byNewest), searchedTo: rows.length === page.limit ? null : end }
}

/** The statements that read rows, for each filter with an index. */
export function statementsOfFilter(query: Query, page: FilteredPage): Statement[] {
  return indexedFilters(page).map((indexed) => searchBy(query, indexed, { ...page, count: rowsAtOnce }))
}

/** The newest rows that pass all filters, of the newest `count` that pass `indexed`. In any order. */
function searchBy(
  query: Query,
  indexed: readonly Condition[],
  { count, ...page }: FilteredPage & { count: number; downTo?: Place | undefined },
): Statement {
  // Only what the filters need: the rows are wide.
  const searched = newest(query, indexed, page).select(filteredColumns).limit(count)
  const found = query
    .selectFrom(searched.as('searched'))
    .select('id')
    .where(all(conditionsOf(page)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  // Without an order, by which the database could read all transfers.
  return query.selectFrom('transfer').selectAll().where('id', 'in', found)
}

/** The last of `rowsAtOnce` rows. Null if there are fewer. */
async function endOf(query: Query, indexed: readonly Condition[], page: FilteredPage): Promise<Place | null> {
  const select = newest(query, indexed, page).select(['created_at', 'id'])
  const row = await select
    .limit(1)
    .offset(rowsAtOnce - 1)
    .executeTakeFirst()
  return row === undefined ? null : { createdAt: row.created_at, id: row.id }
}

function newest(
  query: Query,
  indexed: readonly Condition[],
  { from, to, before, downTo }: FilteredPage & { downTo?: Place | undefined },
): SelectQueryBuilder<Tables, 'transfer', object> {
  // Compared as a pair, so that an index leads to the first row of the page.
  const places = [
    ...(before === undefined ? [] : [sql<SqlBool>`(created_at, id) < (${before.createdAt}, ${before.id})`]),
    ...(downTo === undefined ? [] : [sql<SqlBool>`(created_at, id) >= (${downTo.createdAt}, ${downTo.id})`]),
  ]
  const select = query.selectFrom('transfer').where(all([...indexed, ...createdIn({ from, to }), ...places]))
  return select.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

/** Each is read by an index. The usually narrower ones come first. */
function indexedFilters({ clientId, exchangeType, state, status }: TransferFilter): Condition[][] {
  const ofClient = clientId === undefined ? [] : [isOfClient(clientId)]
  const wanted = status ?? (state === undefined ? undefined : statusOf(state))
  const ofStatus = wanted === undefined || wanted === 'Succeeded' ? [] : [hasStatus(wanted)]
  const isRare = state !== undefined && ['Failed', 'Hidden'].includes(statusOf(state))
  const filters = [
    ...(isRare ? [hasState(state)] : []),
    ...(ofClient.length > 0 && (wanted === 'Pending' || wanted === 'Failed') ? [[...ofClient, ...ofStatus]] : []),
    ...[ofStatus, ofClient].filter((conditions) => conditions.length > 0),
    ...(exchangeType === undefined ? [] : [[isAtExchange(exchangeType)]]),
  ]
  return filters.length === 0 ? [[]] : filters
}

/** All filters, except the place of the page. */
export function conditionsOf(filter: TransferFilter): Condition[] {
  const { clientId, exchangeType, state, status, amount } = filter
  return [
    ...(clientId === undefined ? [] : [isOfClient(clientId)]),
    ...(exchangeType === undefined ? [] : [isAtExchange(exchangeType)]),
    ...(state === undefined ? [] : hasState(state)),
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(amount === undefined ? [] : [sql<SqlBool>`amount = ${amount}`]),
    ...createdIn(filter),
  ]
}

export function all(conditions: readonly Condition[]) {
  return <DB, TB extends keyof DB>({ and }: ExpressionBuilder<DB, TB>) => and([...conditions])
}

function createdIn({ from, to }: Pick<TransferFilter, 'from' | 'to'>): Condition[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from.getTime()}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${to.getTime()}`]),
  ]
}

function isOfClient(clientId: string): Condition {
  return sql<SqlBool>`client_id = ${clientId}`
}

/** In the form of its index. */
function isAtExchange(type: string): Condition {
  return sql<SqlBool>`exchange_type || '' = ${type}`
}

function hasStatus(status: TransferStatus | 'Hidden'): Condition {
  // Most transfers have succeeded. No index of the status is of use.
  if (status === 'Succeeded') return sql<SqlBool>`status || '' = 'Succeeded'`
  // As literals: an index of some statuses is used only for a condition that names them.
  return sql<SqlBool>`status = ${sql.lit(status)} and status <> 'Succeeded'`
}

/** With the condition of the index of the state, if it has one. */
function hasState(state: TransferState): Condition[] {
  const status = statusOf(state)
  const isRare = status === 'Failed' || status === 'Hidden'
  const ofIndex = isRare ? sql<SqlBool>`status in ('Failed', 'Hidden')` : hasStatus(status)
  return [sql<SqlBool>`state = ${state}`, ofIndex]
}

function isOlder(one: Place, other: Place): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
}

export function byNewest(one: TransferTable, other: TransferTable): number {
  if (one.created_at !== other.created_at) return other.created_at - one.created_at
  return one.id < other.id ? 1 : -1
}
