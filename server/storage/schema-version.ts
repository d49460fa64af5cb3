// Which versions of the server can use a schema. A release can be rolled back as long as the newer migrations only added to the schema.

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { buildIndex, dropIndex, readIndexes, withIndexLock } from './dialect.ts'
import type { SchemaIndex } from './schema-index.ts'
import type { Tables } from './tables.ts'

export interface SchemaMigration extends Migration {
  /**
   * Whether a server of the version before can serve while this migration runs, and after it. Such a migration only adds tables,
   * columns that may be null or have a default, and indexes, or removes a reference. It may replace indexes.
   *
   * False for every migration before `0030-schema-version`: servers of those versions start only on their own schema.
   */
  readonly servesPreviousVersion: boolean
  /**
   * Indexes on tables that may already have many rows. They are created after all migrations and outside their transaction, on
   * PostgreSQL with `create index concurrently`, so that the version before can write meanwhile. The server starts to serve when they
   * are complete. If a start is interrupted, the next one builds those that are missing or invalid.
   *
   * `up` cannot rely on these indexes. An index on a table that the same migration creates belongs to `up`. A later migration that
   * drops an index also removes it here.
   */
  readonly indexes?: readonly SchemaIndex[]
  /** Indexes that `indexes` replace, so that the version before can still serve. They are dropped when those are complete. */
  readonly replacedIndexes?: readonly string[]
}

/** A database whose schema this version cannot use. */
export class SchemaMismatch extends Error {
  constructor(which: 'older' | 'newer') {
    super(
      which === 'older'
        ? 'The database is empty, or has the schema of an older version. Start the server of this version once to create its tables, or use the command of the version that serves it.'
        : 'The database has the schema of a newer version, which this version cannot use. Start the newer version again, or restore the backup from before its migration.',
    )
    this.name = 'SchemaMismatch'
  }
}

/**
 * - `current`: the schema of this version
 * - `older`: migrations or their indexes are missing, or the database is empty
 * - `usable`: a newer version migrated it, and this version can serve
 * - `newer`: a newer version migrated it, and this version cannot serve
 */
export type SchemaState = 'current' | 'older' | 'usable' | 'newer'

/** Changes nothing. */
export async function readSchemaState(
  database: Kysely<Tables>,
  migrations: Record<string, SchemaMigration>,
): Promise<SchemaState> {
  const applied = await appliedMigrations(database)
  const isKnown = (name: string) => Object.hasOwn(migrations, name)
  const isComplete = Object.keys(migrations).every((name) => applied.includes(name))
  if (applied.every(isKnown)) {
    return isComplete && (await missingIndexes(database, migrations)).length === 0 ? 'current' : 'older'
  }
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

/** Creates the indexes that are missing or invalid, then drops the ones that they replace. */
export async function updateIndexes(
  database: Kysely<Tables>,
  migrations: Record<string, SchemaMigration>,
): Promise<void> {
  const missing = await missingIndexes(database, migrations)
  const replaced = await replacedIndexes(database, migrations)
  if (missing.length === 0 && replaced.length === 0) return
  await withIndexLock(database, async (query) => {
    for (const index of await missingIndexes(query, migrations)) await buildIndex(query, index)
    for (const name of await replacedIndexes(query, migrations)) await dropIndex(query, name)
  })
}

async function missingIndexes(
  database: Kysely<Tables>,
  migrations: Record<string, SchemaMigration>,
): Promise<SchemaIndex[]> {
  const expected = Object.values(migrations).flatMap(({ indexes = [] }) => indexes)
  if (expected.length === 0) return []
  const found = await readIndexes(database)
  return expected.filter(({ name }) => found.get(name)?.isValid !== true)
}

/** Those that the database still has. */
async function replacedIndexes(
  database: Kysely<Tables>,
  migrations: Record<string, SchemaMigration>,
): Promise<string[]> {
  const replaced = Object.values(migrations).flatMap(({ replacedIndexes: names = [] }) => names)
  if (replaced.length === 0) return []
  const found = await readIndexes(database)
  return replaced.filter((name) => found.has(name))
}

async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map((row) => row.name)
}
