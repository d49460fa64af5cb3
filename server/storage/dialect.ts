// The statements that differ between the databases: begin of a transaction, claim of due rows, row locks, the locks of a migration,
// indexes, and the removal of a reference. All other SQL is the same on both.

import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { SchemaIndex } from './schema-index.ts'
import type { Query } from './storage.ts'
import type { Tables } from './tables.ts'

export function isPostgres(query: Pick<Query, 'getExecutor'>): boolean {
  return query.getExecutor().adapter instanceof PostgresAdapter
}

/** Skips rows that another process has locked. SQLite has one writer at a time, so it skips none. */
export function skipClaimed<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forUpdate().skipLocked() : select
}

/**
 * Locks the rows of `select` against changes until the transaction ends. Other transactions may hold the same lock. SQLite needs no
 * row locks: it runs one write transaction at a time.
 */
export function lockRowsShared<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forShare() : select
}

/**
 * Locks the rows of `select` until the transaction ends: other changes of these rows wait. SQLite needs no row locks: it runs one
 * write transaction at a time.
 */
export function lockRows<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forUpdate() : select
}

/** The same, but rows that refer to these can be added meanwhile. */
export function lockRowsWeakly<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forNoKeyUpdate() : select
}

/**
 * Locks the rows of `select` against `lockRows` until the transaction ends. Other transactions may hold the same lock, and may change
 * the rows. SQLite needs no row locks: it runs one write transaction at a time.
 */
export function lockRowsAgainstLocks<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forKeyShare() : select
}

/** Whether a column has none of these texts. They are one parameter, because SQLite limits the number of parameters. */
export function isNoneOf(query: Query, column: string, texts: readonly string[]) {
  return isPostgres(query)
    ? sql<boolean>`${sql.ref(column)} not in (select unnest(${[...texts]}::text[]))`
    : sql<boolean>`${sql.ref(column)} not in (select value from json_each(${JSON.stringify(texts)}))`
}

/** The id of the master key that sealed the text in a column. For credentials and stored responses it has the form of an index. */
export function sealingKeyId(query: Query, column = 'sealed_credentials') {
  const sealed = sql.raw(column)
  return isPostgres(query)
    ? sql<string>`split_part(${sealed}, '.', 2)`
    : sql<string>`substr(${sealed}, 4, instr(substr(${sealed}, 4), '.') - 1)`
}

/** The rows of migration_lock: the lock of the transaction that migrates, and the lock of the process that builds indexes. */
const migrating = 1
const buildingIndexes = 2
/** A statement that waits for a lock on a table blocks every later one on it, so a migration waits briefly and tries again. */
const tableLockMs = 1_000
const tableLockTries = 100
const lockNotAvailable = '55P03'
const pollMs = 250

/**
 * Runs `work` in one process at a time. The lock is a row and not an advisory lock, which distributed databases with PostgreSQL's
 * protocol may not support.
 */
export async function withMigrationLock(
  database: Kysely<Tables>,
  work: (query: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  if (!isPostgres(database)) return work(database)
  await createLockRow(database, migrating)
  for (let triesLeft = tableLockTries; ; triesLeft--) {
    let hasLock = false
    try {
      return await database.transaction().execute(async (query) => {
        await sql`select id from migration_lock where id = ${sql.lit(migrating)} for update`.execute(query)
        hasLock = true
        await sql`select set_config('lock_timeout', ${String(tableLockMs)}, true)`.execute(query)
        await work(query)
      })
    } catch (error) {
      if (!hasLock || triesLeft === 0 || sqlState(error) !== lockNotAvailable) throw error
      await pause(pollMs)
    }
  }
}

/**
 * Runs `work` in one process at a time, outside a transaction. Processes that wait for the lock poll it: a statement that waits has a
 * snapshot, and a concurrent build of an index waits until all older snapshots have ended.
 */
export async function withIndexLock(
  database: Kysely<Tables>,
  work: (query: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  if (!isPostgres(database)) return work(database)
  await createLockRow(database, buildingIndexes)
  for (let isDone = false; !isDone; ) {
    isDone = await database.transaction().execute(async (query) => {
      const lock = sql`select id from migration_lock where id = ${sql.lit(buildingIndexes)} for update skip locked`
      if ((await lock.execute(query)).rows.length === 0) return false
      // This transaction is idle while the indexes are built on another connection.
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(query)
      await work(database)
      return true
    })
    if (!isDone) await pause(pollMs)
  }
}

/** The indexes of the database. PostgreSQL does not use an invalid one: its build failed or has not ended. */
export async function readIndexes(query: Kysely<Tables>): Promise<Map<string, { isValid: boolean }>> {
  const statement = isPostgres(query)
    ? sql<{ name: string; valid: boolean }>`select relname as name, indisvalid as valid
        from pg_index join pg_class on oid = indexrelid where pg_table_is_visible(oid)`
    : sql<{ name: string; valid: boolean }>`select name, true as valid from sqlite_master where type = 'index'`
  const { rows } = await statement.execute(query)
  return new Map(rows.map(({ name, valid }) => [name, { isValid: Boolean(valid) }]))
}

/** Creates an index outside a transaction. On PostgreSQL the table can be written meanwhile. An invalid index is replaced. */
export async function buildIndex(database: Kysely<Tables>, { name, on, unique = false }: SchemaIndex): Promise<void> {
  const place = typeof on === 'string' ? on : on[isPostgres(database) ? 'postgres' : 'sqlite']
  const create = (how: string) => sql.raw(`create ${unique ? 'unique ' : ''}index ${how} ${name} on ${place}`)
  if (!isPostgres(database)) return void (await create('if not exists').execute(database))
  await withoutTimeouts(database, async (connection) => {
    await awaitBuild(connection, name)
    if ((await readIndexes(connection)).get(name)?.isValid === false) await dropConcurrently(connection, name)
    await create('concurrently if not exists').execute(connection)
  })
}

/** Outside a transaction. On PostgreSQL the table can be written meanwhile. */
export async function dropIndex(database: Kysely<Tables>, name: string): Promise<void> {
  if (isPostgres(database)) await withoutTimeouts(database, (connection) => dropConcurrently(connection, name))
  else await sql.raw(`drop index if exists ${name}`).execute(database)
}

async function dropConcurrently(connection: Kysely<Tables>, name: string): Promise<void> {
  await sql.raw(`drop index concurrently if exists ${name}`).execute(connection)
}

/** For a statement that waits for others as long as they take. */
async function withoutTimeouts(
  database: Kysely<Tables>,
  work: (connection: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    await work(connection)
  })
}

/** The server continues a build whose client was killed. */
async function awaitBuild(connection: Kysely<Tables>, name: string): Promise<void> {
  if ((await readIndexes(connection)).get(name)?.isValid !== false) return
  const running = sql`select 1 from pg_stat_progress_create_index where index_relid = to_regclass(${name})`
  while ((await running.execute(connection)).rows.length > 0) await pause(pollMs)
}

// `if not exists` also fails if two processes create the table at the same moment. The next try finds the table.
async function createLockRow(database: Kysely<Tables>, id: number): Promise<void> {
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      await sql`create table if not exists migration_lock (id integer primary key)`.execute(database)
      await sql`insert into migration_lock (id) values (${sql.lit(id)}) on conflict (id) do nothing`.execute(database)
      return
    } catch (error) {
      if (triesLeft === 0 || !/^(23|40|42|XX)/.test(sqlState(error))) throw error
    }
  }
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/**
 * For a migration: `column` no longer needs a row in `to`. SQLite cannot change a constraint, so the table is written again, with its
 * indexes. References to the table are checked when the migration ends.
 */
export async function dropReference(
  database: Kysely<unknown>,
  { table, column, to }: { table: string; column: string; to: string },
): Promise<void> {
  if (isPostgres(database as Kysely<Tables>)) {
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(`${table}_${column}_fkey`)}`.execute(
      database,
    )
    return
  }
  const stored = sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = ${table} and sql is not null order by type desc`
  const [created, ...indexes] = (await stored.execute(database)).rows.map((row) => row.sql)
  const copy = sql.table(`${table}_copy`)
  await sql`pragma defer_foreign_keys = on`.execute(database)
  await sql`create table ${copy} as select * from ${sql.table(table)}`.execute(database)
  await sql`drop table ${sql.table(table)}`.execute(database)
  await sql.raw((created ?? '').replace(` references ${to}(id)`, '')).execute(database)
  await sql`insert into ${sql.table(table)} select * from ${copy}`.execute(database)
  await sql`drop table ${copy}`.execute(database)
  for (const index of indexes) await sql.raw(index).execute(database)
}

export class ServerDialect extends PostgresDialect {
  private readonly settings: PostgresDialectConfig

  constructor(settings: PostgresDialectConfig) {
    super(settings)
    this.settings = settings
  }

  override createDriver(): PostgresDriver {
    return new ServerDriver(this.settings)
  }

  override createAdapter(): PostgresAdapter {
    return new ServerAdapter()
  }
}

class ServerDriver extends PostgresDriver {
  // The isolation level is explicit because the database may have another default. With this one, a transaction that has waited for a
  // row lock sees what the other transaction wrote.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin isolation level read committed'))
  }
}

// `withMigrationLock` already holds the lock.
class ServerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
