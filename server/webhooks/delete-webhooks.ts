// Deletes old webhooks and their log, what endpoints that no longer send have not sent, and endpoints that clients have deleted. The
// events stay, so a replay can write a body again.

import { type ExpressionBuilder, sql } from 'kysely'
import { deleteBatch, deletionBatch } from '../storage/delete-batch.ts'
import { lockRows, skipClaimed } from '../storage/dialect.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { makeFirstDue } from './make-first-due.ts'

interface DeletionDeps {
  database: Database
  now(): Date
}

const keepMs = 30 * 86_400_000
/** A transaction that began before an endpoint was deleted may still add a delivery. */
const lateMs = 3_600_000

const deliveryKey = { table: 'webhook_delivery', key: ['endpoint_id', 'event_id'] } as const
const attemptKey = { table: 'webhook_attempt', key: ['endpoint_id', 'event_id', 'n'] } as const

/** Each function deletes at most one batch, and returns the number of rows. */
export function deleteOldAttempts({ database: { query }, now }: DeletionDeps): Promise<number> {
  const attempts = query.selectFrom('webhook_attempt').select(attemptKey.key)
  return deleteBatch(query, attemptKey, attempts.where('at', '<=', now().getTime() - keepMs))
}

export function deleteOldWebhooks({ database: { query }, now }: DeletionDeps): Promise<number> {
  const deliveries = query.selectFrom('webhook_delivery').select(deliveryKey.key)
  return deleteBatch(query, deliveryKey, deliveries.where('done_at', '<=', now().getTime() - keepMs))
}

/**
 * Deliveries that have waited for so long at an endpoint that is off, or that was paused with a request or a command. The events stay,
 * and what the client has replayed waits on. At most one batch for each endpoint.
 */
export async function deleteUnsentWebhooks({ database, now }: DeletionDeps): Promise<number> {
  const stopped = await database.query.selectFrom('webhook_endpoint').select('id').where(isStopped).execute()
  let count = 0
  for (const { id } of stopped) {
    count += await inTransaction(database, (query) => deleteUnsentOf(query, id, now().getTime()))
  }
  return count
}

function isStopped({ and, or, eb }: ExpressionBuilder<Tables, 'webhook_endpoint'>) {
  const isPaused = and([eb('state', '=', 'paused'), eb('paused_until', 'is', null)])
  return and([eb('deleted_at', 'is', null), or([eb('state', '=', 'off'), isPaused])])
}

async function deleteUnsentOf(query: Query, endpointId: string, now: number): Promise<number> {
  // It may be turned on at this moment.
  const endpoint = query.selectFrom('webhook_endpoint').select('id').where('id', '=', endpointId).where(isStopped)
  if ((await lockRows(query, endpoint).execute()).length === 0) return 0
  const unsent = query
    .selectFrom('webhook_delivery')
    .select(deliveryKey.key)
    .select('subject_id')
    .where('endpoint_id', '=', endpointId)
    .where('created_at', '<=', now - keepMs)
    .where('state', '=', sql.lit('waiting'))
    .where('replays', '=', 0)
    .orderBy('created_at')
    .limit(deletionBatch)
  const rows = await skipClaimed(query, unsent).execute()
  if (rows.length === 0) return 0
  const eventIds = rows.map((row) => row.event_id)
  const ofEndpoint = query.deleteFrom('webhook_delivery').where('endpoint_id', '=', endpointId)
  await ofEndpoint.where('event_id', 'in', eventIds).execute()
  const subjectIds = [...new Set(rows.map((row) => row.subject_id))]
  await makeFirstDue(query, { endpointId, subjectIds, now })
  return rows.length
}

/** The event has the subject, by which the index of waiting deliveries begins. */
export function deleteOldMessages({ database: { query }, now }: DeletionDeps): Promise<number> {
  const old = query
    .selectFrom('webhook_message')
    .select(['event_id', 'format'])
    .where('created_at', '<=', now().getTime() - keepMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('client_event')
            .innerJoin('webhook_delivery', 'webhook_delivery.subject_id', 'client_event.subject_id')
            .select('client_event.id')
            .whereRef('client_event.id', '=', 'webhook_message.event_id')
            .whereRef('webhook_delivery.event_id', '=', 'webhook_message.event_id')
            .where('webhook_delivery.state', '=', 'waiting'),
        ),
      ),
    )
  return deleteBatch(query, { table: 'webhook_message', key: ['event_id', 'format'] }, old)
}

export function deleteAttemptsOfDeleted({ database: { query } }: DeletionDeps): Promise<number> {
  const deleted = query.selectFrom('webhook_endpoint').select('id').where('deleted_at', 'is not', null)
  const attempts = query.selectFrom('webhook_attempt').select(attemptKey.key)
  return deleteBatch(query, attemptKey, attempts.where('endpoint_id', 'in', deleted))
}

export function deleteDeliveriesOfDeleted({ database: { query } }: DeletionDeps): Promise<number> {
  const deleted = query.selectFrom('webhook_endpoint').select('id').where('deleted_at', 'is not', null)
  const deliveries = query.selectFrom('webhook_delivery').select(deliveryKey.key)
  return deleteBatch(query, deliveryKey, deliveries.where('endpoint_id', 'in', deleted))
}

export function deleteDeletedEndpoints({ database: { query }, now }: DeletionDeps): Promise<number> {
  const empty = query
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('deleted_at', '<=', now().getTime() - lateMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('webhook_delivery').select('event_id').whereRef('endpoint_id', '=', 'webhook_endpoint.id')),
      ),
    )
  return deleteBatch(query, { table: 'webhook_endpoint', key: ['id'] }, empty)
}
