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

/**
 * `onProgress` receives the number of transfers verified so far. Each page is one statement, and so one snapshot: servers write meanwhile,
 * and no snapshot lasts longer than a page.
 */
export async function verifyTimelines(
  query: Kysely<Tables>,
  onProgress: (transfers: number) => void = () => {},
): Promise<VerifiedTimelines> {
  const result: VerifiedTimelines = { transfers: 0, events: 0, broken: [] }
  for (let after = ''; ; ) {
    const rows = await readPage(query, after)
    if (rows.length === 0) return result
    for (const [id, timeline] of Map.groupBy(rows, (row) => row.id)) {
      const [transfer] = timeline as [PageRow, ...PageRow[]]
      // A transfer without events has one row, whose columns of the event are null.
      const events = timeline.filter((row): row is PageRow & TransferEventTable => row.n !== null)
      result.transfers += 1
      result.events += events.length
      if (firstBroken(transfer, events) !== null) result.broken.push(id)
      after = id
    }
    onProgress(result.transfers)
  }
}

type PageRow = Awaited<ReturnType<typeof readPage>>[number]

/** The next transfers by id, each with its events. */
function readPage(query: Kysely<Tables>, after: string) {
  const transfers = query.selectFrom('transfer').select(['id', 'last_event', 'erased_at']).where('id', '>', after)
  return query
    .selectFrom(transfers.orderBy('id').limit(pageSize).as('page'))
    .leftJoin('transfer_event', 'transfer_event.transfer_id', 'page.id')
    .select(['page.id', 'page.last_event', 'page.erased_at'])
    .selectAll('transfer_event')
    .orderBy('page.id')
    .orderBy('transfer_event.n')
    .execute()
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
