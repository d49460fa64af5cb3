import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

/** The subjects of an endpoint's failed deliveries, the oldest deliveries first. A page reads `piece` deliveries in their index. */
export async function* failedPages(query: Query, endpointId: string, piece: number): AsyncGenerator<string[]> {
  let after = { at: 0, id: '' }
  for (;;) {
    const rows = await query
      .selectFrom('webhook_delivery')
      .select(['event_id', 'subject_id', 'created_at'])
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', sql.lit('failed'))
      .where('created_at', '>=', after.at)
      .where(({ or, eb }) => or([eb('created_at', '>', after.at), eb('event_id', '>', after.id)]))
      .orderBy('created_at')
      .orderBy('event_id')
      .limit(piece)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield [...new Set(rows.map((row) => row.subject_id))]
    after = { at: last.created_at, id: last.event_id }
  }
}
