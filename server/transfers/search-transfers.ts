// Finds transfers of all clients for operators, newest first: by any id, transaction hash, address or user. Each lookup uses an index,
// because the table may have millions of rows.

import { type SelectQueryBuilder, sql } from 'kysely'
import { isUuid } from '../contract/ids.ts'
import { type ExchangeRegistry, selfCustodyType } from '../exchanges/registry.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import {
  all,
  byNewest,
  conditionsOf,
  type FilteredPage,
  type FoundTransfers,
  filterTransfers,
} from './filter-transfers.ts'

export interface TransferSearch extends FilteredPage {
  text?: string | undefined
}

interface SearchDeps {
  query: Query
  networks: NetworkCatalogue
  exchanges: ExchangeRegistry
}

type Select = SelectQueryBuilder<Tables, 'transfer', TransferTable>

export async function searchTransfers(deps: SearchDeps, search: TransferSearch): Promise<FoundTransfers> {
  const { text } = search
  if (text === undefined) return filterTransfers(deps.query, search)
  // Each returns its newest ones, so the newest of all are among them.
  const found = await Promise.all(lookupsOf(deps, { ...search, text }).map((statement) => statement.execute()))
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return { rows: [...byId.values()].sort(byNewest).slice(0, search.limit), searchedTo: null }
}

/** The statements that look up a text. */
export function lookupsOf(deps: SearchDeps, search: TransferSearch & { text: string }): Select[] {
  const { text } = search
  const select = deps.query
    .selectFrom('transfer')
    .selectAll('transfer')
    .where(all(conditionsOf(search)))
  const byRecipient = addressesOf(deps.networks, text).map((address) =>
    select.where('transfer.to_address', '=', address),
  )
  return [
    // All users of an app can have one address.
    ...byRecipient.map((lookup) => newestOf(lookup, search, 'by index')),
    ...lookupsByKind(deps, select, text).map((lookup) => newestOf(lookup, search, 'sorted')),
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

/** One for each kind of text that it can be. */
function lookupsByKind({ query, networks, exchanges }: SearchDeps, select: Select, text: string): Select[] {
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
