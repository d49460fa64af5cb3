// The event list of a client. Its readers give the events their positions, because events do not become visible in the order in which
// they are written: a position that a writer had assigned could appear after a reader has passed it.

import { sql } from 'kysely'
import type { EventType } from '../contract/event-types.ts'
import { lockRowsWeakly } from '../storage/dialect.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { type ClientEvent, eventOf } from './client-event.ts'

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
/** For a filter that few events pass: a page may then have fewer events than the limit although later ones exist. */
const mostRounds = 10

/** Oldest first. `after` never skips an event: one that is committed later has a higher position. */
export async function listEvents(database: Database, filter: EventFilter): Promise<EventPage> {
  const page = await readPage(database.query, filter)
  if (page.events.length === filter.limit || !(await hasUnnumbered(database.query, filter.clientId))) return page
  return inTransaction(database, async (query) => {
    // Readers number one after the other. Each number is greater than every one that a reader has seen.
    const client = query.selectFrom('client').select('id').where('id', '=', filter.clientId)
    await lockRowsWeakly(query, client).execute()
    for (let round = 1; ; round++) {
      const numbered = await numberEvents(query, filter.clientId)
      const found = await readPage(query, filter)
      if (found.events.length === filter.limit || numbered < numberedAtOnce || round === mostRounds) return found
    }
  })
}

async function readPage(query: Query, { clientId, after, limit, types }: EventFilter): Promise<EventPage> {
  // Before the events: those that are numbered meanwhile belong to the next page.
  const last = await lastPosition(query, clientId)
  let select = query
    .selectFrom('client_event')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('position', '>', after)
    .where('position', '<=', last)
  if (types !== null) select = select.where('type', 'in', types)
  const rows = await select.orderBy('position').limit(limit).execute()
  const next = rows.length === limit ? (rows.at(-1)?.position ?? after) : Math.max(after, last)
  return { events: rows.map(eventOf), next }
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

/** Returns how many it numbered. */
async function numberEvents(query: Query, clientId: string): Promise<number> {
  const last = await lastPosition(query, clientId)
  const { numAffectedRows } = await sql`update client_event set position = cast(${last} as bigint) + numbered.n
    from (select id, row_number() over (order by at, ordinal) as n from client_event
      where client_id = ${clientId} and position is null order by at, ordinal limit ${sql.lit(numberedAtOnce)}) as numbered
    where client_event.id = numbered.id`.execute(query)
  return Number(numAffectedRows ?? 0n)
}
