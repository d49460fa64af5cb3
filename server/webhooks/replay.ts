// Sends deliveries again. An event keeps its id, so a receiver recognises it. Large replays run in pieces: one long transaction would
// block the server and the worker.

import { sql } from 'kysely'
import { type ClientEvent, eventOf } from '../events/client-event.ts'
import { lockRows } from '../storage/dialect.ts'
import { type Database, inTransaction, pauseFor, type Query } from '../storage/storage.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

const piece = 500
const betweenPiecesMs = 10

/** Returns false if the endpoint has no such delivery. */
export function replayDelivery(
  database: Database,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
  now: Date,
): Promise<boolean> {
  return inTransaction(database, async (query) => {
    await lockEndpoint(query, endpointId)
    const found = await query
      .selectFrom('webhook_delivery')
      .select('subject_id')
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', deliveryId)
      .executeTakeFirst()
    if (found === undefined) return false
    await sendAgain(query, endpointId, [deliveryId])
    await promoteFirst(query, { endpointId, subjectIds: [found.subject_id] }, now)
    return true
  })
}

/**
 * Sends every event since then, also those that the endpoint missed while it was off. Returns their number. If it is interrupted, call
 * it again: what was sent meanwhile is sent once more.
 */
export async function replaySince(
  database: Database,
  endpoint: Pick<WebhookEndpoint, 'id' | 'clientId' | 'types'>,
  { since, now }: { since: Date; now(): Date },
): Promise<number> {
  // Events that are recorded from now on have their deliveries.
  const until = now()
  let after = { at: since.getTime(), id: '' }
  for (let count = 0; ; ) {
    const events = await eventsFrom(database.query, endpoint, { after, until })
    const last = events.at(-1)
    if (last === undefined) return count
    await inTransaction(database, (query) => replayPiece(query, endpoint.id, { events, now: now() }))
    count += events.length
    after = { at: last.at.getTime(), id: last.id }
    if (events.length < piece) return count
    await pauseFor(database, betweenPiecesMs)
  }
}

async function eventsFrom(
  query: Query,
  { clientId, types }: Pick<WebhookEndpoint, 'clientId' | 'types'>,
  { after, until }: { after: { at: number; id: string }; until: Date },
): Promise<ClientEvent[]> {
  const rows = await query
    .selectFrom('client_event')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('at', '>=', after.at)
    .where('at', '<=', until.getTime())
    .where(({ or, eb }) => or([eb('at', '>', after.at), eb('id', '>', after.id)]))
    .where('type', 'in', types)
    .orderBy('at')
    .orderBy('id')
    .limit(piece)
    .execute()
  return rows.map(eventOf)
}

async function replayPiece(
  query: Query,
  endpointId: string,
  { events, now }: { events: readonly ClientEvent[]; now: Date },
): Promise<void> {
  await lockEndpoint(query, endpointId)
  const missing = events.map(({ id, subjectId, ordinal }) => ({
    ...{ endpoint_id: endpointId, event_id: id, subject_id: subjectId, ordinal },
    ...{ state: 'waiting' as const, due_at: null, tries: 0, tries_before: 0, rejections: 0 },
    ...{ created_at: now.getTime(), done_at: null },
  }))
  const insertMissing = query.insertInto('webhook_delivery').values(missing)
  await insertMissing.onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing()).execute()
  await sendAgain(
    query,
    endpointId,
    events.map(({ id }) => id),
  )
  const subjectIds = [...new Set(events.map(({ subjectId }) => subjectId))]
  await promoteFirst(query, { endpointId, subjectIds }, now)
}

/** A process that records results of the endpoint waits. */
async function lockEndpoint(query: Query, endpointId: string): Promise<void> {
  await lockRows(query, query.selectFrom('webhook_endpoint').select('id').where('id', '=', endpointId)).execute()
}

/** Its schedule starts again. */
async function sendAgain(query: Query, endpointId: string, eventIds: readonly string[]): Promise<void> {
  await query
    .updateTable('webhook_delivery')
    .set(({ ref }) => ({ state: 'waiting', done_at: null, tries_before: ref('tries'), rejections: 0 }))
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', eventIds)
    .execute()
}

/** Makes the first one that waits of each subject due, and no other. */
async function promoteFirst(
  query: Query,
  { endpointId, subjectIds }: { endpointId: string; subjectIds: readonly string[] },
  now: Date,
): Promise<void> {
  const waiting = query
    .updateTable('webhook_delivery')
    .where('endpoint_id', '=', endpointId)
    .where('subject_id', 'in', subjectIds)
    .where('state', '=', 'waiting')
  const first = sql`(select min(first.ordinal) from webhook_delivery as first
    where first.endpoint_id = webhook_delivery.endpoint_id and first.subject_id = webhook_delivery.subject_id
      and first.state = 'waiting')`
  const dueAt = sql<number | null>`case when ordinal = ${first} then cast(${now.getTime()} as bigint) else null end`
  await waiting.set({ due_at: dueAt }).execute()
}
