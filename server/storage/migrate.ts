// Brings a database to the newest schema: each migration once, in order, all of them or none. Two processes may start at
// once; the second waits for the first and finds nothing left to do.

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { withMigrationLock } from './dialect.ts'
import * as first from './migrations/0001-first.ts'
import type { Tables } from './tables.ts'

const migrations: Record<string, Migration> = { '0001-first': first }

export async function migrate(database: Kysely<Tables>): Promise<void> {
  await withMigrationLock(database, async (query) => {
    const { error } = await migratorOf(query).migrateToLatest()
    if (error !== undefined) throw error
  })
}

/** Whether the database has exactly this version's schema. Changes nothing. */
export async function isMigrated(database: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
    return JSON.stringify(rows.map((row) => row.name)) === JSON.stringify(Object.keys(migrations).sort())
  } catch {
    return false
  }
}

function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
