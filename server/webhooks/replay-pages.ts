// The events since a time, page by page, and the subjects of each page that are not replayed yet.

import type { Query } from '../storage/storage.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

interface ReplayPage {
  subjectIds: string[]
  /** Reports the events of these subjects that were replayed, also those of later pages. */
  replayed(eventIds: readonly string[]): void
}

interface EventPage {
  after: { at: number; id: string }
  until: number
  limit: number
}

type EventFilter = Pick<WebhookEndpoint, 'clientId' | 'types'>

export async function* replayPages(
  query: Query,
  filter: EventFilter,
  { since, piece }: { since: Date; piece: number },
): AsyncGenerator<ReplayPage> {
  const until = await latestTime(query, filter.clientId)
  if (until === null) return
  let after = { at: since.getTime(), id: '' }
  const ahead = new Set<string>()
  for (;;) {
    const events = await eventsFrom(query, filter, { after, until, limit: piece })
    const last = events.at(-1)
    if (last === undefined) return
    const left = events.filter(({ id }) => !ahead.delete(id))
    const onPage = new Set(left.map(({ id }) => id))
    const subjectIds = [...new Set(left.map(({ subject_id }) => subject_id))]
    const replayed = (ids: readonly string[]) => {
      for (const id of ids) if (!onPage.has(id)) ahead.add(id)
    }
    if (subjectIds.length > 0) yield { subjectIds, replayed }
    if (events.length < piece) return
    after = { at: last.at, id: last.id }
  }
}

/**
 * Events have the times of the processes that recorded them, so the end is a time of an event and not of this process. Later events have
 * their deliveries.
 */
async function latestTime(query: Query, clientId: string): Promise<number | null> {
  const events = query.selectFrom('client_event').where('client_id', '=', clientId)
  const { latest } = await events.select(({ fn }) => fn.max<number | null>('at').as('latest')).executeTakeFirstOrThrow()
  return latest
}

async function eventsFrom(query: Query, { clientId, types }: EventFilter, { after, until, limit }: EventPage) {
  return query
    .selectFrom('client_event')
    .select(['id', 'at', 'subject_id'])
    .where('client_id', '=', clientId)
    .where('at', '>=', after.at)
    .where('at', '<=', until)
    .where(({ or, eb }) => or([eb('at', '>', after.at), eb('id', '>', after.id)]))
    .where('type', 'in', types)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
