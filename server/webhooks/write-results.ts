// Writes what follows from the results of requests: the log, and the deliveries that have ended or are tried again. Each statement
// writes all rows of a transaction, whose list is one parameter.

import { sql } from 'kysely'
import { objectsOf, textsOf } from '../storage/json-list.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../storage/webhook-tables.ts'
import type { DeliveryOutcome } from './delivery-outcome.ts'
import type { TriedBefore } from './event-fault.ts'
import { makeNextDue } from './make-first-due.ts'

export type TriedRow = TriedBefore &
  Pick<WebhookDeliveryTable, 'event_id' | 'subject_id' | 'tries' | 'tries_before' | 'replays'>

/** `replayed`: a replay that was requested meanwhile sends it once more. */
export type Outcome = DeliveryOutcome | { state: 'replayed' }

export interface RecordedOutcome {
  delivery: TriedRow
  outcome: Outcome
  rejections: number
  rejectedAt: number | null
}

interface ListedDeliveries {
  endpointId: string
  eventIds: string
}

const readWaiting = preparedStatement((query, { endpointId, eventIds }: ListedDeliveries) =>
  query
    .selectFrom('webhook_delivery')
    .select(['event_id', 'subject_id', 'tries', 'tries_before', 'replays', 'rejections', 'rejected_at', 'due_at'])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', textsOf(query, eventIds))
    .where('state', '=', sql.lit('waiting')),
)

const readLastAttempts = preparedStatement((query, { endpointId, eventIds }: ListedDeliveries) =>
  query
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_attempt as last', (join) =>
      join
        .onRef('last.endpoint_id', '=', 'delivery.endpoint_id')
        .onRef('last.event_id', '=', 'delivery.event_id')
        .onRef('last.n', '=', 'delivery.tries'),
    )
    .select(['last.event_id', 'last.at', 'last.duration_ms', 'last.status'])
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.event_id', 'in', textsOf(query, eventIds)),
)

/** Those that wait, by event. */
export async function readTried(
  query: Query,
  endpointId: string,
  eventIds: readonly string[],
): Promise<Map<string, TriedRow>> {
  const { rows } = await readWaiting(query, { endpointId, eventIds: JSON.stringify(eventIds) })
  // Most are sent once. The tries before a replay do not count.
  const again = rows.filter(({ tries, tries_before }) => tries > tries_before).map((row) => row.event_id)
  const last = await lastAttempts(query, endpointId, again)
  return new Map(rows.map((row) => [row.event_id, { ...row, last: last.get(row.event_id) ?? null }]))
}

async function lastAttempts(query: Query, endpointId: string, eventIds: readonly string[]) {
  if (eventIds.length === 0) return new Map<string, TriedBefore['last']>()
  const { rows } = await readLastAttempts(query, { endpointId, eventIds: JSON.stringify(eventIds) })
  return new Map<string, TriedBefore['last']>(rows.map(({ event_id, ...attempt }) => [event_id, attempt]))
}

const insertAttempts = preparedStatement((query, { attempts }: { attempts: string }) => {
  const text = (name: keyof WebhookAttemptTable) => sql<string>`value ->> ${sql.lit(name)}`.as(name)
  const integer = (name: keyof WebhookAttemptTable) => sql<number>`cast(value ->> ${sql.lit(name)} as bigint)`.as(name)
  const listed = query.selectFrom(objectsOf(query, attempts).as('listed'))
  return query
    .insertInto('webhook_attempt')
    .columns(['endpoint_id', 'event_id', 'n', 'at', 'duration_ms', 'status', 'reason', 'response_start'])
    .expression(
      listed.select([
        ...[text('endpoint_id'), text('event_id'), integer('n'), integer('at'), integer('duration_ms')],
        ...[integer('status'), text('reason'), text('response_start')],
      ]),
    )
})

export async function writeAttempts(query: Query, attempts: readonly WebhookAttemptTable[]): Promise<void> {
  if (attempts.length > 0) await insertAttempts(query, { attempts: JSON.stringify(attempts) })
}

interface EndedValues {
  endpointId: string
  eventIds: string
  state: 'delivered' | 'failed'
  now: number
}

const endDeliveries = preparedStatement((query, { endpointId, eventIds, state, now }: EndedValues) =>
  query
    .updateTable('webhook_delivery')
    .set({ tries: sql<number>`tries + 1`, state, due_at: sql.lit(null), done_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', textsOf(query, eventIds)),
)

export async function writeOutcomes(
  query: Query,
  { endpointId, outcomes, now }: { endpointId: string; outcomes: readonly RecordedOutcome[]; now: number },
): Promise<void> {
  const ended: TriedRow[] = []
  for (const state of ['delivered', 'failed'] as const) {
    const rows = outcomes.filter(({ outcome }) => outcome.state === state).map(({ delivery }) => delivery)
    if (rows.length === 0) continue
    const eventIds = JSON.stringify(rows.map((row) => row.event_id))
    await endDeliveries(query, { endpointId, eventIds, state, now })
    ended.push(...rows)
  }
  for (const { delivery, outcome, rejections, rejectedAt } of outcomes) {
    if (outcome.state !== 'waiting' && outcome.state !== 'replayed') continue
    const again = query
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', delivery.event_id)
    // The schedule of a replay begins with its own requests.
    if (outcome.state === 'replayed') {
      await again.set(({ eb }) => ({ tries_before: eb('tries_before', '+', 1) })).execute()
    } else {
      // A replay may have put an earlier event before it. Then it is not due.
      const dueAt = sql<number | null>`case when due_at is null then null else cast(${outcome.dueAt} as bigint) end`
      await again.set({ due_at: dueAt, rejections, rejected_at: rejectedAt }).execute()
    }
  }
  const subjectIds = [...new Set(ended.map((row) => row.subject_id))]
  if (subjectIds.length > 0) await makeNextDue(query, { endpointId, subjectIds, now })
}
