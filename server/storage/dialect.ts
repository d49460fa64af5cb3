// The statements that differ between the databases: how a transaction begins, how due rows are claimed, how rows are held as
// they are, and what two starting processes wait for while one of them migrates. All else is the same SQL on both.

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

/** Locks what was read against changes until the transaction ends. Others may lock it so too. SQLite's transactions are alone anyway. */
export function lockRowsShared<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forShare() : select
}

/** Locks what was read until the transaction ends: any other change of it waits. SQLite's transactions are alone anyway. */
export function lockRows<T extends keyof Tables, O>(
  query: Query,
  select: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return isPostgres(query) ? select.forUpdate() : select
}

/** The id of the master key that sealed a sign-in's credentials, as the index `sign_in_key` has it. */
export function sealingKeyId(query: Query) {
  return isPostgres(query)
    ? sql<string>`split_part(sealed_credentials, '.', 2)`
    : sql<string>`substr(sealed_credentials, 4, instr(substr(sealed_credentials, 4), '.') - 1)`
}

/**
 * Runs `work` in one process at a time, whatever the others do. A row rather than an advisory lock: distributed databases
 * that speak PostgreSQL's protocol know rows.
 */
export async function withMigrationLock(
  database: Kysely<Tables>,
  work: (query: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  if (!isPostgres(database)) return work(database)
  await makeLockRow(database)
  await database.transaction().execute(async (query) => {
    await sql`select id from migration_lock where id = 1 for update`.execute(query)
    await work(query)
  })
}

// Even `if not exists` fails when two processes create at the same moment: the second try then finds what the first made.
async function makeLockRow(database: Kysely<Tables>): Promise<void> {
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
  // Every transaction begins with its write lock: a read that turns into a write cannot then find the database changed.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  // SQLite undoes a transaction by itself when the disk is full or fails: then nothing is left to undo, and the failure itself
  // must be thrown.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error && error.message === 'cannot rollback - no transaction is active')) throw error
    }
  }
}

// SQLite undoes schema changes like any other: a migration that dies half-way has not happened.
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
  // Named, whatever the database's default is: what waits for a row must then see what its holder wrote.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin isolation level read committed'))
  }
}

// The migration lock above is held already.
class ServerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
