// The embedded database, which is the default: better-sqlite3 in WAL mode with synchronous=FULL, so that acknowledged writes survive a power loss if the disk
// honours fsync. One process owns a data folder; a second one is refused.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteStatement, sql } from 'kysely'
import { BoundedMap } from '../cache/bounded-map.ts'
import { EmbeddedDialect } from './embedded-dialect.ts'
import type { EmbeddedDatabase } from './group-commit.ts'
import { checkMigrated, migrate } from './migrate.ts'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'
import { collectStatistics } from './statistics.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

/** A folder that another server process uses. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is used by another server process. Stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

/** A folder without a database. An operator's command does not create one. */
export class NoDatabase extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} has no database. Use the data folder of the server.`)
    this.name = 'NoDatabase'
  }
}

const fileName = 'transfer-link.db'

/**
 * Opens `<folder>/transfer-link.db`; `:memory:` instead of a folder keeps everything in memory. `check` runs before the schema is
 * migrated, and a database that it rejects stays unchanged. Throws FolderInUse, SchemaMismatch, and what `check` throws.
 */
export async function openSqlite(folder: string, check?: (query: Kysely<Tables>) => Promise<void>): Promise<Database> {
  if (folder === ':memory:') return openInMemory()
  makePrivateFolder(folder)
  const lock = lockFolder(folder)
  const query = openFile(join(folder, fileName))
  const close = async () => {
    await query.destroy()
    lock.close()
  }
  try {
    await check?.(query)
    await migrate(query)
    await keepTemporaryDataInMemory(query)
    await releaseLeases(query)
    await collectStatistics(query)
  } catch (error) {
    await close()
    throw error
  }
  return { query, close }
}

let migrated: Buffer | null = null

/** The first database is migrated. Later ones start as copies of it. */
async function openInMemory(): Promise<Database> {
  if (migrated === null) {
    const sqlite = new Sqlite(':memory:')
    await migrate(new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: sqlite }) }))
    migrated = sqlite.serialize()
    sqlite.close()
  }
  const query = openOver(new Sqlite(migrated))
  return { query, close: () => query.destroy() }
}

/**
 * The pages that a failing statement, or a savepoint, restores. Otherwise SQLite writes them to a temporary file. Not during a migration:
 * it sorts whole tables, which may not fit into memory.
 */
async function keepTemporaryDataInMemory(query: Kysely<Tables>): Promise<void> {
  await sql`pragma temp_store = memory`.execute(query)
}

/** No other process uses the folder, so every lease is of a process that has ended. All leases are released at once. */
async function releaseLeases(query: Kysely<Tables>): Promise<void> {
  const leased = query.updateTable('transfer').where('next_poll_at', 'is not', null).where('lease', 'is not', null)
  const dueAgain = leased.set(({ ref }) => ({ next_poll_at: ref('updated_at'), lease: null, leased_until: null }))
  await dueAgain.execute()
  const served = query.updateTable('webhook_endpoint').where('lease', 'is not', null)
  await served.set({ lease: null, leased_until: null }).execute()
}

/**
 * Opens the database of a folder that a server may be using. The folder lock excludes a second *server*, which would poll, renew and
 * migrate. A second connection is safe: with WAL, readers and one writer of several processes share the file. Every change of a
 * transfer is one transaction that compares the number of its last event. A command neither migrates nor stays open. Throws NoDatabase
 * or SchemaMismatch.
 */
export async function openSqliteBeside(folder: string): Promise<Database> {
  const file = join(folder, fileName)
  if (!existsSync(file)) throw new NoDatabase(folder)
  const query = openFile(file)
  try {
    await checkMigrated(query)
  } catch (error) {
    await query.destroy()
    throw error
  }
  return { query, close: () => query.destroy() }
}

function openFile(file: string): Kysely<Tables> {
  makePrivateFile(file)
  return openOver(new Sqlite(file))
}

function openOver(sqlite: Sqlite.Database): Kysely<Tables> {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Deleted text is overwritten in the file, for users who are erased.
  sqlite.pragma('secure_delete = ON')
  // In pages. The write-ahead log grows to 32 MB before it is copied into the database, so a page that changes often is copied once.
  sqlite.pragma('wal_autocheckpoint = 8000')
  // A longer busy wait would block the event loop; inTransaction waits and tries again.
  sqlite.pragma('busy_timeout = 50')
  return new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: withPreparedStatements(sqlite) }) })
}

// Preparing a statement costs more than running it, so each is prepared once. There are few texts, because values are parameters.
// Texts that vary (lists of ids) displace the oldest ones.
const maximumPrepared = 200

function withPreparedStatements(sqlite: Sqlite.Database): EmbeddedDatabase {
  const prepared = new BoundedMap<string, Sqlite.Statement>(maximumPrepared)
  return {
    prepare(sql) {
      const found = prepared.get(sql)
      if (found !== undefined) return found as unknown as SqliteStatement
      const statement = sqlite.prepare(sql)
      prepared.set(sql, statement)
      return statement as unknown as SqliteStatement
    },
    close: () => void sqlite.close(),
    get inTransaction() {
      return sqlite.inTransaction
    },
  }
}

// The lock is an exclusive transaction on a separate file. The operating system releases it when the process ends, so no stale lock
// remains.
function lockFolder(folder: string): Sqlite.Database {
  const file = join(folder, 'server.lock')
  makePrivateFile(file)
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch {
    lock.close()
    throw new FolderInUse(folder)
  }
}
