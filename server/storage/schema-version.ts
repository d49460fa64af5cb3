// Which versions of the server can use a schema. A release can be rolled back as long as the newer migrations only added to the schema.

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from './tables.ts'

/** A migration that says whether a server of the version before can serve while it runs, and after it. */
export type SchemaMigration = Migration & { readonly servesPreviousVersion: boolean }

/** A database whose schema this version cannot use. */
export class SchemaMismatch extends Error {
  constructor(which: 'older' | 'newer') {
    super(
      which === 'older'
        ? 'The database has the schema of an older version. Use the command of the version that serves it, or start this version once to migrate it.'
        : 'The database has the schema of a newer version, which this version cannot use. Start the newer version again, or restore the backup from before its migration.',
    )
    this.name = 'SchemaMismatch'
  }
}

/**
 * - `current`: the schema of this version
 * - `older`: migrations are missing, or the database is empty
 * - `usable`: a newer version migrated it, and this version can serve
 * - `newer`: a newer version migrated it, and this version cannot serve
 */
export type SchemaState = 'current' | 'older' | 'usable' | 'newer'

/** Changes nothing. */
export async function readSchemaState(
  database: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<SchemaState> {
  const applied = await appliedMigrations(database)
  const isKnown = (name: string) => Object.hasOwn(migrations, name)
  const isComplete = Object.keys(migrations).every((name) => applied.includes(name))
  if (applied.every(isKnown)) return isComplete ? 'current' : 'older'
  const { rows } = await sql<{ oldest: string }>`select oldest_usable as oldest from schema_version`.execute(database)
  return isComplete && rows[0] !== undefined && isKnown(rows[0].oldest) ? 'usable' : 'newer'
}

/** Records the oldest migration that a version must have to use the schema: the last one that changed what was there. */
export async function recordOldestUsable(
  database: Kysely<Tables>,
  migrations: Record<string, SchemaMigration>,
): Promise<void> {
  const names = Object.keys(migrations).sort()
  const oldest = names.findLast((name) => !migrations[name]?.servesPreviousVersion) ?? names[0]
  await sql`insert into schema_version (id, oldest_usable) values (1, ${oldest})
    on conflict (id) do update set oldest_usable = excluded.oldest_usable`.execute(database)
}

async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map((row) => row.name)
}
