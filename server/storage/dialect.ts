// The statements that differ between the databases: begin of a transaction, claim of due rows, row locks, and the lock of a migration.
// All other SQL is the same on both.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely'
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

/** The id of the master key that sealed a sign-in's credentials, in the form of the index `sign_in_key`. */
export function sealingKeyId(query: Query) {
  return isPostgres(query)
    ? sql<string>`split_part(sealed_credentials, '.', 2)`
    : sql<string>`substr(sealed_credentials, 4, instr(substr(sealed_credentials, 4), '.') - 1)`
}

/**
 * Runs `work` in one process at a time. The lock is a row and not an advisory lock, which distributed databases with PostgreSQL's
 * protocol may not support.
 */
export async function withMigrationLock(
  database: Kysely<Tables>,
  work: (query: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  if (!isPostgres(database)) return work(database)
  await createLockRow(database)
  await database.transaction().execute(async (query) => {
    await sql`select id from migration_lock where id = 1 for update`.execute(query)
    await work(query)
  })
}

// `if not exists` also fails if two processes create the table at the same moment. The next try finds the table.
async function createLockRow(database: Kysely<Tables>): Promise<void> {
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      await sql`create table if not exists migration_lock (id integer primary key)`.execute(database)
      await sql`insert into migration_lock (id) values (1) on conflict (id) do nothing`.execute(database)
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (triesLeft === 0 || !/^(23|40|42|XX)/.test(String(code))) throw error
    }
  }
}

export class EmbeddedDialect extends SqliteDialect {
  private readonly settings: SqliteDialectConfig

  constructor(settings: SqliteDialectConfig) {
    super(settings)
    this.settings = settings
  }

  override createDriver(): SqliteDriver {
    return new EmbeddedDriver(this.settings)
  }

  override createAdapter(): SqliteAdapter {
    return new EmbeddedAdapter()
  }
}

class EmbeddedDriver extends SqliteDriver {
  // Every transaction begins with the write lock. Otherwise a transaction that reads first may find the database changed when it writes.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  // SQLite rolls a transaction back by itself if the disk is full or fails. The rollback then fails too, and must not replace the
  // first error.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error && error.message === 'cannot rollback - no transaction is active')) throw error
    }
  }
}

// SQLite also rolls schema changes back, so an interrupted migration leaves no change.
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
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
