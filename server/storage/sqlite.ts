// The embedded default: better-sqlite3 in WAL mode with synchronous=FULL, so that what was acknowledged survives power loss
// (as far as the disk keeps fsync's promise). One process owns a data folder; a second one is refused.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { migrate } from './migrate.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

/** A folder that another server process holds. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is used by another server process. Stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

/** Opens `<folder>/transfer-link.db`; `:memory:` instead of a folder keeps everything in memory. */
export async function openSqlite(folder: string): Promise<Database> {
  const inMemory = folder === ':memory:'
  if (!inMemory) mkdirSync(folder, { recursive: true })
  const lock = inMemory ? null : lockFolder(folder)
  const sqlite = new Sqlite(inMemory ? ':memory:' : join(folder, 'transfer-link.db'))
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A longer busy wait would block the event loop; the folder lock already keeps other servers out.
  sqlite.pragma('busy_timeout = 50')
  const database = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: withKeptStatements(sqlite) }) })
  await migrate(database)
  return {
    query: database,
    async close() {
      await database.destroy()
      lock?.close()
    },
  }
}

// Preparing costs more than running: a statement is prepared once. Their texts are few, since values are parameters; those
// that vary (lists of ids) push the oldest out.
const keptStatements = 200

function withKeptStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, Sqlite.Statement>()
  return {
    prepare(sql) {
      const found = kept.get(sql)
      if (found !== undefined) return found as unknown as SqliteStatement
      const statement = sqlite.prepare(sql)
      const [oldest] = kept.keys()
      if (kept.size >= keptStatements && oldest !== undefined) kept.delete(oldest)
      kept.set(sql, statement)
      return statement as unknown as SqliteStatement
    },
    close: () => void sqlite.close(),
  }
}

// An exclusive transaction on a file of its own: the operating system drops it with the process, so no stale lock remains.
function lockFolder(folder: string): Sqlite.Database {
  const lock = new Sqlite(join(folder, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch {
    lock.close()
    throw new FolderInUse(folder)
  }
}

// Every transaction begins with its write lock: a read that turns into a write cannot then find the database changed.
class ImmediateSqliteDialect extends SqliteDialect {
  private readonly settings: ConstructorParameters<typeof SqliteDialect>[0]

  constructor(settings: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(settings)
    this.settings = settings
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.settings)
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
