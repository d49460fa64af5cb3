// Deletes old webhooks and their log, and endpoints that clients have deleted. The events stay, so a replay can write a body again.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database } from '../storage/storage.ts'

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
