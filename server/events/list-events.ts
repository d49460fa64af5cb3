// The event list of a client. Its readers give the events their positions, because events do not become visible in the order in which
// they are written: a position that a writer had assigned could appear after a reader has passed it.

import { sql } from 'kysely'
import { ApiError } from '../contract/errors.ts'
import type { EventType } from '../contract/event-types.ts'
import { lockRowsWeakly } from '../storage/dialect.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { type ClientEvent, eventOf } from './client-event.ts'
import { positionsBelow } from './skip-positions.ts'

export interface EventPage {
  events: ClientEvent[]
  /** Pass it as `after` for the next page. Equal to `after` if there are no later events. */
  next: number
}

interface EventFilter {
  clientId: string
  /** 0 for the first page. */
  after: number
  limit: number
  /** Null: all. */
  types: readonly EventType[] | null
}

const numberedAtOnce = 500
/** For a filter that few events pass: a page may then have fewer events than the limit, or none, although later ones exist. */
const mostRounds = 10
/** Of the events that a filter leaves out, and of those that it does not. */
const mostRead = 5_000

/**
 * Oldest first. `after` never skips an event: one that is committed later has a higher position. Throws `invalidField` if `after` is not
 * the `next` of an earlier page.
 */
export async function listEvents(database: Database, filter: EventFilter): Promise<EventPage> {
  const page = await readNumbered(database, filter)
  // Later events would have lower positions, and never be returned.
  // After a restore, a client may have read positions that the database has lost.
  if (filter.after > page.last && filter.after > (await positionsBelow(database.query)))
    throw new ApiError('invalidField', { field: 'after', problem: 'must be the next of an earlier response' })
  return { events: page.events, next: page.next }
}

interface NumberedPage extends EventPage {
  /** The position of the last event of the client. */
  last: number
}

async function readNumbered(database: Database, filter: EventFilter): Promise<NumberedPage> {
  // Before the page: another reader could number them after it, and this one would report an end that is none.
  const unnumbered = await hasUnnumbered(database.query, filter.clientId)
  const page = await readPage(database.query, filter)
  const isLast = page.next >= page.last && page.events.length < filter.limit
  if (!isLast || !unnumbered) return page
  return inTransaction(database, async (query) => {
    // Readers number one after the other. Each number is greater than every one that a reader has seen.
    const client = query.selectFrom('client').select('id').where('id', '=', filter.clientId)
    await lockRowsWeakly(query, client).execute()
    let found = page
    for (let round = 1; found.events.length < filter.limit && round <= mostRounds; round++) {
      const numbered = await numberEvents(query, filter.clientId)
      // Another reader may have numbered them since the page was read.
      if (numbered === 0 && round > 1) break
      found = await readPage(query, filter)
    }
    return found
  })
}

async function readPage(query: Query, { clientId, after, limit, types }: EventFilter): Promise<NumberedPage> {
  // Before the events: those that are numbered meanwhile belong to the next page.
  const last = await lastPosition(query, clientId)
  const end = types === null ? last : Math.min(last, (await endOfRead(query, clientId, after)) ?? last)
  let select = query
    .selectFrom('client_event')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('position', '>', after)
    .where('position', '<=', end)
  if (types !== null) select = select.where('type', 'in', types)
  const rows = await select.orderBy('position').limit(limit).execute()
  const next = rows.length === limit ? (rows.at(-1)?.position ?? after) : Math.max(after, end)
  return { events: rows.map(eventOf), next, last }
}

/** The position of the last event that a page with a filter reads. Undefined if fewer are left. Reads the index only. */
async function endOfRead(query: Query, clientId: string, after: number): Promise<number | null | undefined> {
  const select = query.selectFrom('client_event').select('position').where('client_id', '=', clientId)
  const later = select.where('position', '>', after).orderBy('position')
  return (
    await later
      .offset(mostRead - 1)
      .limit(1)
      .executeTakeFirst()
  )?.position
}

async function lastPosition(query: Query, clientId: string): Promise<number> {
  const { last } = await query
    .selectFrom('client_event')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('client_id', '=', clientId)
    .where('position', 'is not', null)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

async function hasUnnumbered(query: Query, clientId: string): Promise<boolean> {
  const select = query.selectFrom('client_event').select('id').where('client_id', '=', clientId)
  return (await select.where('position', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Returns how many it numbered. After a step of the clock, an event may have an earlier time than the one before it of its subject: it
 * and those after it are numbered in a later round.
 */
async function numberEvents(query: Query, clientId: string): Promise<number> {
  const last = Math.max(await lastPosition(query, clientId), await positionsBelow(query))
  const { numAffectedRows } = await sql`update client_event set position = cast(${last} as bigint) + numbered.n
    from (select id, row_number() over (order by at, ordinal) as n from client_event
      where client_id = ${clientId} and position is null and not exists
        (select 1 from client_event as early join client_event as late on late.subject_id = early.subject_id
          where early.subject_id = client_event.subject_id and late.ordinal <= client_event.ordinal
            and early.ordinal < late.ordinal and early.at > late.at and early.position is null and late.position is null)
      order by at, ordinal limit ${sql.lit(numberedAtOnce)}) as numbered
    where client_event.id = numbered.id`.execute(query)
  return Number(numAffectedRows ?? 0n)
}
