// Positions of the event list after a restore. Clients may have read positions that the restored database does not know, also of events
// that it knows without a position. New positions must be higher: a client that continues from its last one would skip these events.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

/** More events than a client gets in the time that a restore loses. */
const skipped = 1_000_000_000

/** Events without a position are numbered after all positions that a client can have read. */
export async function skipPositions(query: Query): Promise<void> {
  const { last } = await query
    .selectFrom('client_event')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('position', 'is not', null)
    .executeTakeFirstOrThrow()
  const first = sql<number>`case when first_position > ${last ?? 0} then first_position else cast(${last ?? 0} as bigint) end + ${sql.lit(skipped)}`
  await query.updateTable('store').set({ first_position: first }).where('id', '=', 1).execute()
}

/** The lowest position that can be given, minus one. */
export async function positionsBelow(query: Query): Promise<number> {
  const store = query.selectFrom('store').select('first_position').where('id', '=', 1)
  return (await store.executeTakeFirst())?.first_position ?? 0
}
