// How statements run on the embedded database: one statement or transaction at a time. Another process, such as an operator's command,
// may hold the write lock. A single statement then waits and runs again, as `inTransaction` does with a transaction. Meanwhile other
// statements run, because reads need no lock.

import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { isBusy, lockTries, lockWaitMs, pauseForReal } from './lock-wait.ts'

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
  private readonly turns = new Turns()
  private readonly inTransaction = new Set<DatabaseConnection>()
  /** Kysely remembers every connection, so they are used again. */
  private readonly idle: DatabaseConnection[] = []

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.idle.pop() ?? this.connectionTo(await super.acquireConnection())
  }

  private connectionTo(file: DatabaseConnection): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery: (query) =>
        this.inTransaction.has(connection) ? file.executeQuery(query) : this.executeAlone(file, query),
      streamQuery: () => {
        throw new Error('the embedded database returns all rows at once')
      },
    }
    return connection
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection === undefined) return
    this.idle.push(connection)
    if (this.inTransaction.delete(connection)) this.turns.end()
  }

  // Every transaction begins with the write lock. Otherwise a transaction that reads first may find the database changed when it writes.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.turns.begin()
    this.inTransaction.add(connection)
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

  /** A statement that found the database locked has changed nothing. */
  private async executeAlone<Row>(file: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let attempt = 1; ; attempt++) {
      await this.turns.begin()
      try {
        return await file.executeQuery<Row>(query)
      } catch (error) {
        if (!isBusy(error) || attempt === lockTries) throw error
      } finally {
        this.turns.end()
      }
      await pauseForReal(lockWaitMs(attempt))
    }
  }
}

/** One at a time, in the order in which they came. */
class Turns {
  private isTaken = false
  private readonly waiting: (() => void)[] = []

  async begin(): Promise<void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.isTaken = true
  }

  end(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.isTaken = false
    else next()
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  // SQLite also rolls schema changes back, so an interrupted migration leaves no change.
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // The driver runs one statement or transaction at a time. Kysely would also keep others waiting while a statement waits for the lock.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
