// Finds transfers of all clients for operators, newest first: by any id, transaction hash, address or user, and by filters. Each lookup
// uses an index, because the table may have millions of rows.

import { type SelectQueryBuilder, sql } from 'kysely'
import { isUuid } from '../contract/ids.ts'
import { type ExchangeRegistry, selfCustodyType } from '../exchanges/registry.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import { statusOf, type TransferState, type TransferStatus } from './transfer-status.ts'

export interface TransferSearch {
  text?: string | undefined
  clientId?: string | undefined
  exchangeType?: string | undefined
  state?: TransferState | undefined
  status?: TransferStatus | 'Hidden' | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** The last transfer of the previous page. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

interface SearchDeps {
  query: Query
  networks: NetworkCatalogue
  exchanges: ExchangeRegistry
}

type Select = SelectQueryBuilder<Tables, 'transfer', TransferTable>

export async function searchTransfers(deps: SearchDeps, search: TransferSearch): Promise<TransferTable[]> {
  // Each returns its newest ones, so the newest of all are among them.
  const found = await Promise.all(statementsOf(deps, search).map((statement) => statement.execute()))
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort(byNewest).slice(0, search.limit)
}

/** The statements of a search. */
export function statementsOf(deps: SearchDeps, search: TransferSearch): Select[] {
  const { text } = search
  if (text === undefined) return [newestOf(filtered(deps.query, search), search, 'by index')]
  const select = filtered(deps.query, search)
  const byRecipient = addressesOf(deps.networks, text).map((address) =>
    select.where('transfer.to_address', '=', address),
  )
  return [
    // All users of an app can have one address.
    ...byRecipient.map((lookup) => newestOf(lookup, search, 'by index')),
    ...lookupsOf(deps, select, text).map((lookup) => newestOf(lookup, search, 'sorted')),
  ]
}

/**
 * `sorted`: reads every row that was looked up. Otherwise the database could read the newest transfers of all, one after the other, until
 * it has found enough rows.
 */
function newestOf(select: Select, { before, limit }: TransferSearch, how: 'by index' | 'sorted'): Select {
  const createdAt = how === 'by index' ? sql<number>`transfer.created_at` : sql<number>`transfer.created_at + 0`
  const page =
    before === undefined
      ? select
      : // Compared as a pair, so that an index leads to the first row of the page.
        select.where(sql<boolean>`(${createdAt}, transfer.id) < (${before.createdAt}, ${before.id})`)
  return page.orderBy(createdAt, 'desc').orderBy('transfer.id', 'desc').limit(limit)
}

function filtered(query: Query, { clientId, exchangeType, state, status, from, to }: TransferSearch): Select {
  let select = query.selectFrom('transfer').selectAll('transfer')
  if (clientId !== undefined) select = select.where('transfer.client_id', '=', clientId)
  // In the form of its index.
  if (exchangeType !== undefined) select = select.where(sql<boolean>`transfer.exchange_type || '' = ${exchangeType}`)
  if (state !== undefined) select = select.where('transfer.state', '=', state)
  if (status !== undefined) select = select.where(hasStatus(status))
  if (state !== undefined) select = select.where(hasStatusOf(state))
  if (from !== undefined) select = select.where('transfer.created_at', '>=', from.getTime())
  if (to !== undefined) select = select.where('transfer.created_at', '<', to.getTime())
  return select
}

function hasStatus(status: TransferStatus | 'Hidden') {
  // Most transfers have succeeded. No index of the status is of use.
  if (status === 'Succeeded') return sql<boolean>`transfer.status || '' = 'Succeeded'`
  // As literals: an index of some statuses is used only for a condition that names them.
  return sql<boolean>`transfer.status = ${sql.lit(status)} and transfer.status <> 'Succeeded'`
}

/** The condition of the index of the state, if it has one. */
function hasStatusOf(state: TransferState) {
  const status = statusOf(state)
  return status === 'Failed' || status === 'Hidden'
    ? sql<boolean>`transfer.status in ('Failed', 'Hidden')`
    : hasStatus(status)
}

/** One for each kind of text that it can be. */
function lookupsOf({ query, networks, exchanges }: SearchDeps, select: Select, text: string): Select[] {
  const clients = query.selectFrom('client').select('client.id')
  const types = exchanges.all.map(({ type }) => type)
  const wallet = select.where('transfer.exchange_type', '=', sql.lit(selfCustodyType))
  return [
    select.where('transfer.client_id', 'in', clients).where('transfer.user_id', '=', text),
    select
      .where('transfer.client_id', 'in', clients)
      .where('transfer.transaction_id', 'is not', null)
      .where('transfer.transaction_id', '=', text),
    select
      .where('transfer.exchange_type', 'in', types)
      .where('transfer.withdrawal_id', 'is not', null)
      .where('transfer.withdrawal_id', '=', text),
    select.where('transfer.hash', 'in', hashesOf(text)).where('transfer.hash', '<>', sql.lit('')),
    ...addressesOf(networks, text).map((address) => wallet.where('transfer.from_address', '=', address)),
    ...(isUuid(text) ? byId(query, select, text.toLowerCase()) : []),
  ]
}

function byId(query: Query, select: Select, id: string): Select[] {
  const subject = query.selectFrom('client_event').select('client_event.subject_id').where('client_event.id', '=', id)
  return [
    select.where('transfer.id', '=', id),
    select.where('transfer.id', 'in', subject),
    select.where('transfer.preview_id', '=', id),
    select.where('transfer.link_id', 'is not', null).where('transfer.link_id', '=', id),
    select.where('transfer.account_id', '=', id),
  ]
}

/** A hash of an EVM network is stored in lower case. */
function hashesOf(text: string): string[] {
  return /^0x[0-9a-f]+$/i.test(text) ? [...new Set([text, text.toLowerCase()])] : [text]
}

/** The spellings under which an address can be stored. */
function addressesOf({ all }: NetworkCatalogue, text: string): string[] {
  // An address in the wrong upper and lower case may have been copied from elsewhere.
  const spellings = /^0x[0-9a-f]{40}$/i.test(text) ? [text, text.toLowerCase()] : [text]
  const canonical = spellings.flatMap((spelling) =>
    all.flatMap(({ checkAddress }) => {
      const check = checkAddress(spelling)
      return check.ok ? [check.address] : []
    }),
  )
  return canonical.length === 0 ? [text] : [...new Set(canonical)]
}

function byNewest(one: TransferTable, other: TransferTable): number {
  if (one.created_at !== other.created_at) return other.created_at - one.created_at
  return one.id < other.id ? 1 : -1
}
