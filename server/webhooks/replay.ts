// Sends events again. An event keeps its id, so a receiver recognises it. Large replays run in pieces: one long transaction would block
// the server and the worker.

import { sql } from 'kysely'
import { awaitWriters } from '../storage/await-writers.ts'
import { lockRows, lockRowsWeakly } from '../storage/dialect.ts'
import { type Database, inTransaction, pauseFor, type Query } from '../storage/storage.ts'
import { failedPages } from './failed-pages.ts'
import { makeFirstDue } from './make-first-due.ts'
import { replayPages } from './replay-pages.ts'
import { replayInTurn } from './replay-turns.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

const betweenPiecesMs = 10

/** Returns false if the endpoint has no such delivery. */
export function replayDelivery(
  database: Database,
  { id: endpointId, clientId }: Pick<WebhookEndpoint, 'id' | 'clientId'>,
  { deliveryId, now }: { deliveryId: string; now: Date },
): Promise<boolean> {
  return inTransaction(database, async (query) => {
    await lockEndpoint(query, endpointId)
    const event = query.selectFrom('client_event').select(['id', 'subject_id']).where('id', '=', deliveryId)
    const found = await lockRows(query, event.where('client_id', '=', clientId)).executeTakeFirst()
    if (found === undefined || (await sendAgain(query, endpointId, { eventIds: [deliveryId] })) === 0) return false
    await makeFirstDue(query, { endpointId, subjectIds: [found.subject_id], now: now.getTime() })
    return true
  })
}

interface ReplayedRange {
  since: Date
  now(): Date
  /** The number of events that are read at once. */
  piece?: number
}

type ReplayedEndpoint = Pick<WebhookEndpoint, 'id' | 'clientId' | 'types'>

/**
 * Sends every event since then, also those that the endpoint missed while it was off. Returns their number. If it is interrupted, call
 * it again: what was sent meanwhile is sent once more. Throws `rateLimited` if too many replays of the client wait.
 */
export function replaySince(database: Database, endpoint: ReplayedEndpoint, range: ReplayedRange): Promise<number> {
  return replayInTurn(database, endpoint.clientId, () => replayAll(database, endpoint, range))
}

/** Sends every failed delivery again that is still in the log. Returns their number. Throws as `replaySince`. */
export function replayFailed(
  database: Database,
  endpoint: Pick<WebhookEndpoint, 'id' | 'clientId'>,
  settings: Omit<ReplayedRange, 'since'>,
): Promise<number> {
  return replayInTurn(database, endpoint.clientId, () => replayAllFailed(database, endpoint, settings))
}

async function replayAllFailed(
  database: Database,
  endpoint: Pick<WebhookEndpoint, 'id' | 'clientId'>,
  { now, piece = 500 }: Omit<ReplayedRange, 'since'>,
): Promise<number> {
  let count = 0
  for await (const subjectIds of failedPages(database.query, endpoint.id, piece)) {
    const subjects = { subjectIds, now: now().getTime() }
    count += await inTransaction(database, (query) => replayFailedOf(query, endpoint, subjects))
    await pauseFor(database, betweenPiecesMs)
  }
  return count
}

/** All failed deliveries of a subject are in one transaction, as in `replaySubjects`. */
async function replayFailedOf(
  query: Query,
  { id: endpointId, clientId }: Pick<WebhookEndpoint, 'id' | 'clientId'>,
  { subjectIds, now }: { subjectIds: readonly string[]; now: number },
): Promise<number> {
  await lockEventList(query, clientId)
  await lockEndpoint(query, endpointId)
  const events = eventsOf(query, { clientId, subjectIds })
  const eventIds = (await lockRows(query, events).execute()).map(({ id }) => id)
  const count = await sendAgain(query, endpointId, { eventIds, state: 'failed' })
  await makeFirstDue(query, { endpointId, subjectIds, now })
  return count
}

function eventsOf(query: Query, { clientId, subjectIds }: { clientId: string; subjectIds: readonly string[] }) {
  return query
    .selectFrom('client_event')
    .select('id')
    .where('subject_id', 'in', subjectIds)
    .where('client_id', '=', clientId)
    .orderBy('subject_id')
    .orderBy('ordinal')
}

async function replayAll(
  database: Database,
  endpoint: ReplayedEndpoint,
  { since, now, piece = 500 }: ReplayedRange,
): Promise<number> {
  // An event that is being recorded may have found the endpoint off, with other types, or not at all. Once it is visible, it is replayed.
  await awaitWriters(database, 'client_event')
  let count = 0
  for await (const { subjectIds, replayed } of replayPages(database.query, endpoint, { since, piece })) {
    const range = { subjectIds, since, now: now().getTime() }
    const eventIds = await inTransaction(database, (query) => replaySubjects(query, endpoint, range))
    replayed(eventIds)
    count += eventIds.length
    await pauseFor(database, betweenPiecesMs)
  }
  return count
}

/** All events of a subject are in one transaction: otherwise a later one could be sent before an earlier one is replayed. */
async function replaySubjects(
  query: Query,
  { id: endpointId, clientId, types }: ReplayedEndpoint,
  { subjectIds, since, now }: { subjectIds: readonly string[]; since: Date; now: number },
): Promise<string[]> {
  await lockEventList(query, clientId)
  await lockEndpoint(query, endpointId)
  // An event that is recorded at this moment waits, and finds the deliveries that wait before its own (events/fan-out.ts).
  const events = eventsOf(query, { clientId, subjectIds }).where('at', '>=', since.getTime()).where('type', 'in', types)
  const eventIds = (await lockRows(query, events).execute()).map(({ id }) => id)
  await sendAgain(query, endpointId, { eventIds })
  await addMissing(query, { endpointId, eventIds, now })
  await makeFirstDue(query, { endpointId, subjectIds, now })
  return eventIds
}

/** A reader of the event list waits: it writes to several events, in another order than a replay locks them. */
async function lockEventList(query: Query, clientId: string): Promise<void> {
  await lockRowsWeakly(query, query.selectFrom('client').select('id').where('id', '=', clientId)).execute()
}

/** A process that records results of the endpoint waits. */
async function lockEndpoint(query: Query, id: string): Promise<void> {
  await lockRows(query, query.selectFrom('webhook_endpoint').select('id').where('id', '=', id)).execute()
}

/** Their schedules start again. Returns the number of deliveries. */
async function sendAgain(
  query: Query,
  endpointId: string,
  { eventIds, state }: { eventIds: readonly string[]; state?: 'failed' },
): Promise<number> {
  const update = query
    .updateTable('webhook_delivery')
    .set(({ ref, eb }) => ({
      ...{ state: 'waiting', due_at: null, done_at: null, rejections: 0 },
      ...{ tries_before: ref('tries'), replays: eb('replays', '+', 1) },
    }))
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', eventIds)
  const ofState = state === undefined ? update : update.where('state', '=', state)
  return Number((await ofState.executeTakeFirstOrThrow()).numUpdatedRows)
}

/** Requests of a delivery that was deleted may still be in the log. The numbers of the new ones follow theirs. */
async function addMissing(
  query: Query,
  { endpointId, eventIds, now }: { endpointId: string; eventIds: readonly string[]; now: number },
): Promise<void> {
  const triesBefore = sql<number>`coalesce((select max(n) from webhook_attempt
    where webhook_attempt.endpoint_id = ${endpointId} and webhook_attempt.event_id = client_event.id), 0)`
  const events = query
    .selectFrom('client_event')
    .select([
      sql<string>`cast(${endpointId} as text)`.as('endpoint_id'),
      ...(['id', 'subject_id', 'ordinal'] as const),
      sql<'waiting'>`'waiting'`.as('state'),
      triesBefore.as('tries'),
      triesBefore.as('tries_before'),
      sql<number>`1`.as('replays'),
      sql<number>`cast(${now} as bigint)`.as('created_at'),
    ])
    .where('id', 'in', eventIds)
  await query
    .insertInto('webhook_delivery')
    .columns([
      ...(['endpoint_id', 'event_id', 'subject_id', 'ordinal', 'state'] as const),
      ...(['tries', 'tries_before', 'replays', 'created_at'] as const),
    ])
    .expression(events)
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
    .execute()
}
