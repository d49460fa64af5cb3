// How statements run on the embedded database: one statement or transaction at a time. Transactions that wait are committed together
// (see group-commit.ts). Another process, such as an operator's command, may hold the write lock. A single statement then waits and runs
// again, as `inTransaction` does with a transaction. Meanwhile other statements run, because reads need no lock.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { type EmbeddedDatabase, GroupCommit } from './group-commit.ts'
import { isBusy, lockTries, lockWaitMs, pauseForReal } from './lock-wait.ts'
import { Turns } from './turns.ts'

interface Settings {
  database: EmbeddedDatabase
}

export class EmbeddedDialect extends SqliteDialect {
  private readonly settings: Settings

  constructor(settings: Settings) {
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
  private readonly groupCommit: GroupCommit
  private readonly inTransaction = new Set<DatabaseConnection>()
  /** Kysely remembers every connection, so they are used again. */
  private readonly idle: DatabaseConnection[] = []

  constructor(settings: Settings) {
    super(settings)
    this.groupCommit = new GroupCommit(settings.database, this.turns)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.idle.pop() ?? this.connectionTo(await super.acquireConnection())
  }

  private connectionTo(file: DatabaseConnection): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery: (query) =>
        this.inTransaction.has(connection) ? this.executeInTransaction(file, query) : this.executeAlone(file, query),
      streamQuery: () => {
        throw new Error('the embedded database returns all rows at once')
      },
    }
    return connection
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection !== undefined) this.idle.push(connection)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.groupCommit.begin()
    this.inTransaction.add(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.inTransaction.delete(connection)
    await this.groupCommit.commit()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a failed commit there is nothing left to roll back.
    if (this.inTransaction.delete(connection)) await this.groupCommit.rollback()
  }

  private async executeInTransaction<Row>(file: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    this.groupCommit.requireOpen()
    try {
      return await file.executeQuery<Row>(query)
    } catch (error) {
      this.groupCommit.noteError(error)
      throw error
    }
  }

  /** A statement that found the database locked has changed nothing. */
  private async executeAlone<Row>(file: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let attempt = 1; ; attempt++) {
      await this.turns.begin('statement')
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
