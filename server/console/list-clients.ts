// The clients of a page, with what the list shows of them.

import { sql } from 'kysely'
import { plainText } from '../contract/plain-text.ts'
import type { TimeCursor } from '../http/time-cursor.ts'
import type { Query } from '../storage/storage.ts'

export interface ListedClient {
  id: string
  name: string
  createdAt: Date
  validSecrets: number
  webhooks: number
}

interface ClientFilter {
  /** The beginning of an id, or a part of a name. */
  search?: string | undefined
  before?: TimeCursor | undefined
  limit: number
}

/** Newest first. */
export async function listClientPage(query: Query, { search, before, limit }: ClientFilter): Promise<ListedClient[]> {
  let select = clientsWithCounts(query)
  if (search !== undefined && search !== '') {
    const text = search.toLowerCase()
    select = select.where(({ or }) => or([isLike('id', `${escaped(text)}%`), isLike('name', `%${escaped(text)}%`)]))
  }
  if (before !== undefined) {
    select = select
      .where('created_at', '<=', before.createdAt)
      .where(({ or, eb }) => or([eb('created_at', '<', before.createdAt), eb('id', '<', before.id)]))
  }
  const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(listedOf)
}

export async function readClient(query: Query, id: string): Promise<ListedClient | undefined> {
  const row = await clientsWithCounts(query).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : listedOf(row)
}

function clientsWithCounts(query: Query) {
  return query.selectFrom('client').select(({ selectFrom }) => [
    ...(['id', 'name', 'created_at'] as const),
    selectFrom('client_secret')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('client_secret.client_id', '=', 'client.id')
      .where('revoked_at', 'is', null)
      .$asScalar()
      .as('validSecrets'),
    selectFrom('webhook_endpoint')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('webhook_endpoint.client_id', '=', 'client.id')
      .where('deleted_at', 'is', null)
      .$asScalar()
      .as('webhooks'),
  ])
}

function listedOf(row: {
  id: string
  name: string
  created_at: number
  validSecrets: number | null
  webhooks: number | null
}): ListedClient {
  const { id, name, created_at: createdAt, validSecrets, webhooks } = row
  // A name may be older than the check of new names.
  const shown = { id, name: plainText(name), createdAt: new Date(createdAt) }
  return { ...shown, validSecrets: Number(validSecrets), webhooks: Number(webhooks) }
}

function isLike(column: 'id' | 'name', pattern: string) {
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}
