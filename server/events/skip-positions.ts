// Positions of the event list after a restore. Clients may have read positions that the restored database does not know. New events must
// not get them again: a client that continues from its last position would skip these events.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

/** More events than a client gets in the time that a restore loses. */
const skipped = 1_000_000_000

/** Moves the last event of each client up, so that all later ones follow. A client can get this event once more. */
export async function skipPositions(query: Query): Promise<void> {
  await sql`update client_event set position = position + ${sql.lit(skipped)}
    where position is not null and position =
      (select max(last.position) from client_event as last where last.client_id = client_event.client_id)`.execute(
    query,
  )
}
