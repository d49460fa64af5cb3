// The time of the last backup. It is in the database, so after a restore it is that of the backup that was restored, or of one before.

import type { Query } from './storage.ts'
import { setStoreFacts } from './store-facts.ts'

/** The time as of which the last backup holds the data, or null if there is none. */
export async function readLastBackup(query: Query): Promise<Date | null> {
  const row = await query.selectFrom('store').select('backup_at').where('id', '=', 1).executeTakeFirst()
  return row?.backup_at === null || row?.backup_at === undefined ? null : new Date(row.backup_at)
}

export async function recordBackup(query: Query, at: Date): Promise<void> {
  await setStoreFacts(query, { backup_at: at.getTime() })
}
