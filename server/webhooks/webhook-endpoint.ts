// The endpoints of clients.

import type { SelectableEventType } from '../contract/event-types.ts'
import { lockRowsWeakly } from '../storage/dialect.ts'
import { changedOne, type Database, inTransaction, type Query } from '../storage/storage.ts'
import type { WebhookEndpointTable } from '../storage/webhook-tables.ts'
import { makeRetriesDue } from './make-retries-due.ts'

export const mostEndpoints = 16

export interface WebhookEndpoint {
  id: string
  clientId: string
  url: string
  format: WebhookEndpointTable['format']
  types: SelectableEventType[]
  description: string
  /** `paused` with `pausedUntil`: requests failed. Without it: `pausedBy` paused it. */
  state: WebhookEndpointTable['state']
  pausedBy: 'client' | 'operator'
  offReason: WebhookEndpointTable['off_reason']
  sealedSecret: string
  /** Signs too, until `oldSecretUntil`. */
  sealedOldSecret: string | null
  oldSecretUntil: Date | null
  sealedCertificate: string | null
  /** Failed requests in a row. A rejection is none. */
  failures: number
  failingSince: Date | null
  /** It can be past, also if the endpoint is `on`. */
  pausedUntil: Date | null
  lastSuccessAt: Date | null
  createdAt: Date
}

export type NewEndpoint = Pick<
  WebhookEndpoint,
  'id' | 'clientId' | 'url' | 'format' | 'types' | 'description' | 'sealedSecret' | 'sealedCertificate'
>

/** Returns null if the client has `mostEndpoints`. */
export async function createEndpoint(
  database: Database,
  endpoint: NewEndpoint,
  now: Date,
): Promise<WebhookEndpoint | null> {
  const { id, clientId, url, format, types, description, sealedSecret, sealedCertificate } = endpoint
  return inTransaction(database, async (query) => {
    // Of two that create the last one at once, one waits for the other.
    await lockRowsWeakly(query, query.selectFrom('client').select('id').where('id', '=', clientId)).execute()
    if ((await listEndpoints(query, clientId)).length >= mostEndpoints) return null
    const row = await query
      .insertInto('webhook_endpoint')
      .values({
        ...{ id, client_id: clientId, url, format, types: JSON.stringify(types), description },
        ...{ state: 'on', off_reason: null, sealed_secret: sealedSecret, sealed_certificate: sealedCertificate },
        ...{ failures: 0, rejected_events: 0, served_at: 0, tests_sent: '[]', created_at: now.getTime() },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return endpointOf(row)
  })
}

/** Its requests fail. Its events wait, and one request at a time tries the receiver again. */
export function isFailing({ state, pausedUntil }: Pick<WebhookEndpoint, 'state' | 'pausedUntil'>): boolean {
  return state === 'paused' && pausedUntil !== null
}

/** Oldest first. */
export async function listEndpoints(query: Query, clientId: string): Promise<WebhookEndpoint[]> {
  const rows = await endpoints(query, clientId).orderBy('created_at').orderBy('id').execute()
  return rows.map(endpointOf)
}

/** Of all clients, oldest first. */
export async function allEndpoints(query: Query): Promise<WebhookEndpoint[]> {
  const select = query.selectFrom('webhook_endpoint').selectAll().where('deleted_at', 'is', null)
  const rows = await select.orderBy('created_at').orderBy('id').execute()
  return rows.map(endpointOf)
}

export interface EndpointFilter {
  clientId?: string | undefined
  /** `failing`: requests fail, and the next ones wait. `paused`: by the client or the operator. */
  state?: 'on' | 'failing' | 'paused' | 'off' | undefined
  /** The last endpoint of the previous page. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Of all clients, newest first. */
export async function pageOfEndpoints(query: Query, filter: EndpointFilter): Promise<WebhookEndpoint[]> {
  const { clientId, state, before, limit } = filter
  let select = query.selectFrom('webhook_endpoint').selectAll().where('deleted_at', 'is', null)
  if (clientId !== undefined) select = select.where('client_id', '=', clientId)
  if (state === 'failing') select = select.where('state', '=', 'paused').where('paused_until', 'is not', null)
  else if (state !== undefined) select = select.where('state', '=', state)
  if (state === 'paused') select = select.where('paused_until', 'is', null)
  if (before !== undefined) {
    select = select
      .where('created_at', '<=', before.createdAt)
      .where(({ or, eb }) => or([eb('created_at', '<', before.createdAt), eb('id', '<', before.id)]))
  }
  const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(endpointOf)
}

/** For operators. Undefined for an unknown id. */
export async function endpointOfAnyClient(query: Query, id: string): Promise<WebhookEndpoint | undefined> {
  const select = query.selectFrom('webhook_endpoint').selectAll().where('id', '=', id)
  const row = await select.where('deleted_at', 'is', null).executeTakeFirst()
  return row === undefined ? undefined : endpointOf(row)
}

/** Undefined for an unknown id, and for another client's endpoint. */
export async function endpointById(
  query: Query,
  { clientId, id }: { clientId: string; id: string },
): Promise<WebhookEndpoint | undefined> {
  const row = await endpoints(query, clientId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : endpointOf(row)
}

/** Other changes of the endpoint wait until the transaction ends. Undefined if it has been deleted. */
export async function lockEndpoint(
  query: Query,
  { clientId, id }: { clientId: string; id: string },
): Promise<WebhookEndpoint | undefined> {
  const row = await lockRowsWeakly(query, endpoints(query, clientId).where('id', '=', id)).executeTakeFirst()
  return row === undefined ? undefined : endpointOf(row)
}

function endpoints(query: Query, clientId: string) {
  return query
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
}

export interface EndpointChange {
  url?: string
  types?: SelectableEventType[]
  description?: string
  /**
   * `on` also ends a pause after failures, turns on an endpoint that is off, and makes due what waits for its next try. What it missed
   * while it was off can be replayed.
   */
  state?: 'on' | 'paused'
  /** Who requests `paused` (client). */
  pausedBy?: 'client' | 'operator'
  sealedCertificate?: string | null
}

/**
 * A new URL begins like `on`, unless the client or the operator has paused the endpoint, or it is off: what was learned from the old one
 * does not count. Undefined for an unknown id, and for another client's endpoint.
 */
export async function changeEndpoint(
  { database, now }: { database: Database; now(): Date },
  { clientId, id }: { clientId: string; id: string },
  { url, types, description, state: requested, pausedBy = 'client', sealedCertificate }: EndpointChange,
): Promise<WebhookEndpoint | undefined> {
  return inTransaction(database, async (query) => {
    const stored = await lockEndpoint(query, { clientId, id })
    if (stored === undefined) return undefined
    const isMoved = url !== undefined && url !== stored.url
    const state = requested ?? (isMoved && isServed(stored) ? 'on' : undefined)
    const at = now().getTime()
    const healthy = { off_reason: null, failures: 0, rejected_events: 0, failing_since: null, paused_until: null }
    const set = {
      ...(url === undefined ? {} : { url }),
      ...(types === undefined ? {} : { types: JSON.stringify(types) }),
      ...(description === undefined ? {} : { description }),
      ...(sealedCertificate === undefined ? {} : { sealed_certificate: sealedCertificate }),
      ...(state === undefined ? {} : { state, paused_by: state === 'paused' ? pausedBy : null, ...healthy }),
      ...(state === 'on' ? { accepting_since: at } : {}),
    }
    if (Object.keys(set).length === 0) return stored
    const row = await change(query, { clientId, id }).set(set).returningAll().executeTakeFirst()
    if (row === undefined) return undefined
    const paused_until =
      state === 'on' ? await makeRetriesDue(query, id, { since: at, now: at, acceptingSince: at }) : row.paused_until
    if (paused_until !== row.paused_until) await change(query, { clientId, id }).set({ paused_until }).execute()
    return endpointOf({ ...row, paused_until })
  })
}

/** Also while it is paused after failures: then it is probed. */
function isServed({ state, pausedUntil }: WebhookEndpoint): boolean {
  return state === 'on' || (state === 'paused' && pausedUntil !== null)
}

/** Until `oldUntil` the old secret signs too. One that was replaced before no longer does. Returns false for an unknown id. */
export async function rotateSecret(
  query: Query,
  { clientId, id }: { clientId: string; id: string },
  { sealedSecret, oldUntil }: { sealedSecret: string; oldUntil: Date },
): Promise<boolean> {
  const rotate = change(query, { clientId, id }).set(({ ref }) => ({
    sealed_old_secret: ref('sealed_secret'),
    old_secret_until: oldUntil.getTime(),
    sealed_secret: sealedSecret,
  }))
  return changedOne(await rotate.executeTakeFirstOrThrow())
}

/** Its deliveries and its row are deleted later, in batches. No further request is sent. Returns false for an unknown id. */
export async function deleteEndpoint(
  query: Query,
  { clientId, id }: { clientId: string; id: string },
  now: Date,
): Promise<boolean> {
  const erased = { sealed_secret: '', sealed_old_secret: null, sealed_certificate: null }
  const remove = change(query, { clientId, id }).set({ deleted_at: now.getTime(), state: 'off', ...erased })
  return changedOne(await remove.executeTakeFirstOrThrow())
}

function change(query: Query, { clientId, id }: { clientId: string; id: string }) {
  return query
    .updateTable('webhook_endpoint')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
}

export function endpointOf(row: WebhookEndpointTable): WebhookEndpoint {
  const date = (at: number | null) => (at === null ? null : new Date(at))
  return {
    id: row.id,
    clientId: row.client_id,
    url: row.url,
    format: row.format,
    types: JSON.parse(row.types) as SelectableEventType[],
    description: row.description,
    state: row.state,
    pausedBy: row.paused_by ?? 'client',
    offReason: row.off_reason,
    sealedSecret: row.sealed_secret,
    sealedOldSecret: row.sealed_old_secret,
    oldSecretUntil: date(row.old_secret_until),
    sealedCertificate: row.sealed_certificate,
    failures: row.failures,
    failingSince: date(row.failing_since),
    pausedUntil: date(row.paused_until),
    lastSuccessAt: date(row.last_success_at),
    createdAt: new Date(row.created_at),
  }
}
