// Takes a database back to the schema of an earlier version, with its rows.
import { sql } from 'kysely'
import type { Query } from '../../server/storage/storage.ts'

/** What undoes a migration, the newest first. */
const undo: readonly (readonly [migration: string, statements: readonly string[]])[] = [
  [
    '0024-payment-columns',
    [
      ...['transfer_open_payment', 'transfer_ambiguous', 'transfer_wallet', 'wallet_watch_reference'].map(
        (index) => `drop index ${index}`,
      ),
      ...['network_key', 'contract', 'from_address', 'to_address', 'amount'].map(
        (column) => `alter table transfer drop column ${column}`,
      ),
      'alter table wallet_watch drop column reference',
    ],
  ],
]

/** Undoes this migration and all later ones. */
export async function undoMigrations(query: Query, first: string): Promise<void> {
  for (const [migration, statements] of undo) {
    for (const statement of statements) await sql.raw(statement).execute(query)
    await sql`delete from kysely_migration where name = ${migration}`.execute(query)
    if (migration === first) return
  }
  throw new Error(`nothing undoes ${first}`)
}
