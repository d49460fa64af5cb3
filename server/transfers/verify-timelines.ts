// Verifies the hash chain of every timeline.

import type { Kysely } from 'kysely'
import type { Tables, TransferEventTable } from '../storage/tables.ts'
import { eventHash } from './timeline.ts'

const pageSize = 200

export interface VerifiedTimelines {
  transfers: number
  events: number
  /** Transfers whose events are not those that were written. */
  broken: string[]
}

export async function verifyTimelines(query: Kysely<Tables>): Promise<VerifiedTimelines> {
  const result: VerifiedTimelines = { transfers: 0, events: 0, broken: [] }
  for (let after = ''; ; ) {
    const select = query.selectFrom('transfer').select(['id', 'last_event']).where('id', '>', after)
    const page = await select.orderBy('id').limit(pageSize).execute()
    const last = page.at(-1)
    if (last === undefined) return result
    after = last.id
    const ids = page.map(({ id }) => id)
    const events = query.selectFrom('transfer_event').selectAll().where('transfer_id', 'in', ids).orderBy('n')
    const timelines = Map.groupBy(await events.execute(), (event) => event.transfer_id)
    for (const { id, last_event } of page) {
      const timeline = timelines.get(id) ?? []
      result.events += timeline.length
      if (!isIntact(timeline, last_event)) result.broken.push(id)
    }
    result.transfers += page.length
  }
}

function isIntact(events: readonly TransferEventTable[], lastEvent: number): boolean {
  let previousHash = ''
  for (const [index, { transfer_id: transferId, n, at, kind, detail, previous_hash, hash }] of events.entries()) {
    const expected = eventHash({ transferId, n, at, kind, detail, previousHash })
    if (n !== index + 1 || previous_hash !== previousHash || hash !== expected) return false
    previousHash = hash
  }
  return events.length === lastEvent
}
