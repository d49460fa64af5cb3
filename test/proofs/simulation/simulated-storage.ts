// The real schema and the real statements on SQLite in memory, behind a driver that makes every statement, begin and commit
// a step of the scheduler. One connection serves all processes: a transaction makes the others wait, as its lock would.

import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { migrate } from '../../../server/storage/migrate.ts'
import type { Database } from '../../../server/storage/storage.ts'
import type { Tables } from '../../../server/storage/tables.ts'
import { coin } from './coin.ts'
import type { SimulatedProcess } from './simulated-process.ts'

type Statement = Sqlite.Statement & { isWrite: boolean; isRelevant: boolean }

const lockPatienceMs = 50

/** Emptied between runs. A table comes before those that it refers to. */
const runTables = [
  ...['transfer_event', 'attempt', 'wallet_watch', 'transfer', 'preview', 'client_event'],
  ...['webhook_attempt', 'webhook_delivery', 'webhook_message', 'webhook_endpoint'],
]

class StorageFault extends Error {
  readonly code: string

  constructor(code: string) {
    super(`simulated ${code}`)
    this.name = 'SqliteError'
    this.code = code
  }
}

interface StorageWorld {
  /** Called with the values of every write. */
  written(sql: string, values: readonly unknown[]): void
  note(kind: string): void
}

export class SimulatedStorage {
  readonly sqlite: Sqlite.Database
  /** Committed changes that are not checked yet. */
  dirty = false
  /** Counts everything that may have changed the committed data. */
  version = 0
  private world: StorageWorld = { written: () => {}, note: () => {} }
  private readonly statements = new Map<string, Statement>()
  private owner: SimulatedProcess | null = null
  private waiting: (() => void)[] = []

  private constructor(sqlite: Sqlite.Database) {
    this.sqlite = sqlite
  }

  static async open(): Promise<SimulatedStorage> {
    const sqlite = new Sqlite(':memory:')
    sqlite.pragma('foreign_keys = ON')
    await migrate(new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) }))
    return new SimulatedStorage(sqlite)
  }

  /** Empties the database except for the sign-ins that precede the runs. */
  reset(world: StorageWorld): void {
    if (this.sqlite.inTransaction) this.sqlite.exec('rollback')
    this.owner = null
    this.waiting = []
    this.world = world
    for (const table of runTables) {
      this.prepared(`delete from ${table}`).run()
    }
    this.prepared('update sign_in set renewing_until = null').run()
    this.dirty = false
  }

  /** The connection of one process. A restarted process opens a new one. */
  connect(process: SimulatedProcess): Database {
    const driver = new SimulatedDriver(this, process)
    const query = new Kysely<Tables>({
      dialect: {
        createDriver: () => driver,
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createAdapter: () => new SqliteAdapter(),
        createIntrospector: (database) => new SqliteIntrospector(database),
      },
    })
    return { query, pause: process.sleep, close: async () => {} }
  }

  get inTransaction(): boolean {
    return this.owner !== null
  }

  /** Rolls back the uncommitted changes of a process. */
  drop(process: SimulatedProcess): void {
    if (this.owner === process) this.end('rollback')
  }

  prepared(sql: string): Statement {
    const cached = this.statements.get(sql)
    if (cached !== undefined) return cached
    const isWrite = !/^select/.test(sql)
    const isRelevant = isWrite && !/^update "transfer" set ("lease"|"next_poll_at")|^with "due"/.test(sql)
    const statement = Object.assign(this.sqlite.prepare(sql), { isWrite, isRelevant })
    this.statements.set(sql, statement)
    return statement
  }

  async begin(process: SimulatedProcess): Promise<void> {
    await this.access(process, 'begin', () => {
      this.prepared('begin immediate').run()
      this.owner = process
    })
  }

  async commit(process: SimulatedProcess): Promise<void> {
    const lateMs = await this.access(process, 'commit', (fault, ms) => {
      if (fault === 'commit fails') throw new StorageFault('SQLITE_IOERR_FSYNC')
      if (fault === 'commit undone, response late') {
        this.end('rollback')
        return ms
      }
      this.end('commit')
      this.version++
      this.dirty = true
      if (fault === 'commit done, response lost') throw new StorageFault('SQLITE_IOERR')
      return 0
    })
    if (lateMs === 0) return
    await process.step(lateMs, () => undefined)
    throw new StorageFault('SQLITE_IOERR')
  }

  async rollback(process: SimulatedProcess): Promise<void> {
    if (this.owner === process) this.end('rollback')
  }

  async execute(process: SimulatedProcess, { sql, parameters }: CompiledQuery): Promise<QueryResult<never>> {
    const statement = this.prepared(sql)
    return this.access(process, statement.isWrite ? 'write' : 'read', () => {
      if (statement.isWrite) {
        this.world.written(sql, parameters)
        this.version++
      }
      if (statement.isRelevant && this.owner === null) this.dirty = true
      if (statement.reader) return { rows: statement.all(parameters) as never[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
    })
  }

  /** Waits for the lock, then runs the statement, or fails as the schedule says. */
  private async access<T>(
    process: SimulatedProcess,
    what: 'begin' | 'commit' | 'read' | 'write',
    effect: (fault: string, ms: number) => T,
  ): Promise<T> {
    const { scheduler, faults } = process.world
    const fault = faults.strike('statement') ?? this.strikeOf(process, what)
    let latencyMs = 0.2 + (coin(scheduler.steps) & 7) / 4
    if (fault?.kind === 'storage slow') latencyMs += fault.ms
    let patienceMs = lockPatienceMs
    for (;;) {
      const result = await process.step(latencyMs, () => {
        if (this.owner !== null && this.owner !== process) return locked
        if (fault?.kind === 'storage error') throw new StorageFault('SQLITE_IOERR')
        if (fault?.kind === 'storage busy') throw new StorageFault('SQLITE_BUSY')
        if (fault?.kind === 'storage full') throw new StorageFault('SQLITE_FULL')
        return effect(fault?.kind ?? '', fault?.ms ?? 0)
      })
      if (result !== locked) return result as T
      if (patienceMs <= 0) {
        this.world.note('lock waited for in vain')
        throw new StorageFault('SQLITE_BUSY')
      }
      const from = scheduler.now
      await this.released(process, patienceMs)
      patienceMs -= Math.max(1, scheduler.now - from)
      latencyMs = 0.1
    }
  }

  private strikeOf(process: SimulatedProcess, what: string) {
    if (what === 'commit') return process.world.faults.strike('commit')
    return what === 'write' ? process.world.faults.strike('write') : undefined
  }

  private released(process: SimulatedProcess, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const once = () => process.whenRunning(resolve)
      this.waiting.push(once)
      process.world.scheduler.after(withinMs, once)
    })
  }

  private end(how: 'commit' | 'rollback'): void {
    this.owner = null
    this.prepared(how).run()
    const { waiting } = this
    this.waiting = []
    for (const resume of waiting) resume()
  }
}

const locked = Symbol('locked')

/** One connection per process, used in turn. */
class SimulatedDriver implements Driver {
  private readonly connection: SimulatedConnection
  private readonly queue: (() => void)[] = []
  private taken = false

  constructor(storage: SimulatedStorage, process: SimulatedProcess) {
    this.connection = new SimulatedConnection(storage, process)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.taken) await new Promise<void>((resolve) => this.queue.push(resolve))
    this.taken = true
    return this.connection
  }

  async releaseConnection(): Promise<void> {
    const next = this.queue.shift()
    if (next === undefined) this.taken = false
    else next()
  }

  beginTransaction = (): Promise<void> => this.connection.storage.begin(this.connection.process)
  commitTransaction = (): Promise<void> => this.connection.storage.commit(this.connection.process)
  rollbackTransaction = (): Promise<void> => this.connection.storage.rollback(this.connection.process)

  async destroy(): Promise<void> {}
}

class SimulatedConnection implements DatabaseConnection {
  readonly storage: SimulatedStorage
  readonly process: SimulatedProcess

  constructor(storage: SimulatedStorage, process: SimulatedProcess) {
    this.storage = storage
    this.process = process
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.storage.execute(this.process, query)
  }

  // biome-ignore lint/correctness/useYield: the engine streams nothing
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the engine streams nothing')
  }
}
