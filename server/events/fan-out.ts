// The deliveries of an event. Only the first one that waits of a subject at an endpoint is due.

import { sql } from 'kysely'
import { type EventType, eventTypes } from '../contract/event-types.ts'
import { lockRowsAgainstLocks, lockRowsShared } from '../storage/dialect.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { ClientEvent } from './client-event.ts'

export interface FanOutOptions {
  /** No earlier event of the subject exists, so none can be waiting. */
  isFirst: boolean
  /** An endpoint that does not receive the event. */
  except?: string | undefined
}

interface DeliveryValues {
  eventId: string
  clientId: string
  subjectId: string
  ordinal: number
  at: number
  except: string
}

// The types are literals: with a parameter in `like`, SQLite would plan the statement again on every run.
function insertDeliveries(type: EventType, { isFirst }: { isFirst: boolean }) {
  return preparedStatement((query, { eventId, clientId, subjectId, ordinal, at, except }: DeliveryValues) => {
    const dueAt = sql<number | null>`cast(${at} as bigint)`
    // As text: it names the outer table.
    const mustWait = sql`exists (select 1 from webhook_delivery as earlier where earlier.endpoint_id = webhook_endpoint.id
      and earlier.subject_id = ${subjectId} and earlier.state = 'waiting')`
    const select = query
      .selectFrom('webhook_endpoint')
      .select([
        'id as endpoint_id',
        sql<string>`cast(${eventId} as text)`.as('event_id'),
        sql<string>`cast(${subjectId} as text)`.as('subject_id'),
        sql<number>`cast(${ordinal} as bigint)`.as('ordinal'),
        sql<'waiting'>`'waiting'`.as('state'),
        isFirst
          ? dueAt.as('due_at')
          : sql<number | null>`case when ${mustWait} then null else ${dueAt} end`.as('due_at'),
        sql<number>`cast(${at} as bigint)`.as('created_at'),
      ])
      .where('client_id', '=', clientId)
      .where('state', '<>', sql.lit('off'))
      .where('deleted_at', 'is', null)
      .where('types', 'like', sql.lit(`%"${type}"%`))
      .where('id', '<>', except)
    return query
      .insertInto('webhook_delivery')
      .columns(['endpoint_id', 'event_id', 'subject_id', 'ordinal', 'state', 'due_at', 'created_at'])
      .expression(select)
  })
}

const statements = new Map(
  eventTypes.map((type) => [
    type,
    { first: insertDeliveries(type, { isFirst: true }), later: insertDeliveries(type, { isFirst: false }) },
  ]),
)

export async function fanOut(
  query: Query,
  event: Omit<ClientEvent, 'data'>,
  { isFirst, except = '' }: FanOutOptions,
): Promise<void> {
  const { id: eventId, clientId, type, subjectId, ordinal, at } = event
  // A replay of earlier events, and a delivery that ends, make the first one that waits due. With the locks, either they find the new one
  // or this finds what they wrote.
  if (!isFirst) {
    await lockEvents(query, { subjectId })
    await lockWaiting(query, { subjectId })
  }
  const statement = statements.get(type)?.[isFirst ? 'first' : 'later']
  await statement?.(query, { eventId, clientId, subjectId, ordinal, at: at.getTime(), except })
}

/** A replay locks the events that it sends (webhooks/replay.ts). Both lock them in their order, so neither waits for the other for ever. */
const lockEvents = preparedStatement((query, { subjectId }: { subjectId: string }) =>
  lockRowsAgainstLocks(
    query,
    query.selectFrom('client_event').select('id').where('subject_id', '=', subjectId).orderBy('ordinal'),
  ),
)

const lockWaiting = preparedStatement((query, { subjectId }: { subjectId: string }) =>
  lockRowsShared(
    query,
    query
      .selectFrom('webhook_delivery')
      .select('event_id')
      .where('subject_id', '=', subjectId)
      .where('state', '=', sql.lit('waiting')),
  ),
)

/** The delivery of an event that only one endpoint receives. */
export async function fanOutTo(
  query: Query,
  { id, subjectId, ordinal, at }: Pick<ClientEvent, 'id' | 'subjectId' | 'ordinal' | 'at'>,
  endpointId: string,
): Promise<void> {
  const [due_at, created_at] = [at.getTime(), at.getTime()]
  const row = { endpoint_id: endpointId, event_id: id, subject_id: subjectId, ordinal, due_at, created_at }
  await query
    .insertInto('webhook_delivery')
    .values({ ...row, state: 'waiting', tries: 0, tries_before: 0, replays: 0, rejections: 0 })
    .execute()
}
