import { type Kysely, sql } from 'kysely'

/** Servers of the version before do not know of a restore. They send while it is checked. */
export const servesPreviousVersion = true

const columns = [
  // The time as of which the last backup holds the data.
  'backup_at',
  // Set in a backup, and while a restored database is checked: what happened after this time may be lost.
  'restored_to',
  // When a server first started on the restored database.
  'restored_at',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of columns) {
    await sql`alter table store add column ${sql.ref(column)} bigint`.execute(database)
  }
  // Identifies what the last comparison with the exchanges found.
  await sql`alter table store add column restore_findings text`.execute(database)
}
