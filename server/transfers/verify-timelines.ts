// Verifies the hash chain of timelines.

import type { Kysely } from 'kysely'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import type { TransferEventTable, TransferTable } from '../storage/transfer-tables.ts'
import { isIntact } from './timeline.ts'

const pageSize = 200

export interface VerifiedTimelines {
  transfers: number
  events: number
  /** Transfers whose events are not those that were written. Details that were erased are no difference. */
  broken: string[]
}

export async function verifyTimelines(query: Kysely<Tables>): Promise<VerifiedTimelines> {
  const result: VerifiedTimelines = { transfers: 0, events: 0, broken: [] }
  for (let after = ''; ; ) {
    const select = query.selectFrom('transfer').select(['id', 'last_event', 'erased_at']).where('id', '>', after)
    const page = await select.orderBy('id').limit(pageSize).execute()
    const last = page.at(-1)
    if (last === undefined) return result
    after = last.id
    const ids = page.map(({ id }) => id)
    const events = query.selectFrom('transfer_event').selectAll().where('transfer_id', 'in', ids).orderBy('n')
    const timelines = Map.groupBy(await events.execute(), (event) => event.transfer_id)
    for (const transfer of page) {
      const timeline = timelines.get(transfer.id) ?? []
      result.events += timeline.length
      if (firstBroken(transfer, timeline) !== null) result.broken.push(transfer.id)
    }
    result.transfers += page.length
  }
}

/** The number of the first event that is missing or is not as it was written. Null if there is none. */
export async function verifyTimeline(query: Query, transferId: string): Promise<number | null> {
  const select = query.selectFrom('transfer').select(['last_event', 'erased_at']).where('id', '=', transferId)
  const transfer = await select.executeTakeFirstOrThrow()
  const events = query.selectFrom('transfer_event').selectAll().where('transfer_id', '=', transferId).orderBy('n')
  return firstBroken(transfer, await events.execute())
}

function firstBroken(
  { last_event: lastEvent, erased_at: erasedAt }: Pick<TransferTable, 'last_event'> & { erased_at: number | null },
  events: readonly TransferEventTable[],
): number | null {
  let previousHash = ''
  for (const [index, event] of events.entries()) {
    const n = index + 1
    if (event.n !== n || event.previous_hash !== previousHash || !isIntact(event, erasedAt !== null)) return n
    previousHash = event.hash
  }
  return events.length === lastEvent ? null : events.length + 1
}
