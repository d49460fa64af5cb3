// The two storages of the benchmarks: opened by the server's code, and filled and called by the bare driver.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { openPostgres } from '../../server/storage/postgres.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import type { Database } from '../../server/storage/storage.ts'
import { findPostgres } from '../support/postgres.ts'
import { executeByHand } from './execute-by-hand.ts'
import { executeByHandOnPostgres } from './execute-by-hand-postgres.ts'
import { fillPostgres, fillSqlite, runOnPostgres, runOnSqlite } from './fill.ts'

export interface OpenedStorage {
  database: Database
  byHand(accountId: string, clientId: string, now: () => Date): (previewId: string) => Promise<void>
  fill(count: number): Promise<void>
  /** Runs statements of a fill, in which random ids are `hex(randomblob(16))`. */
  runAll(statements: readonly string[]): Promise<void>
  /** Updates the planner's statistics, which a database in use has. */
  analyze(): Promise<void>
  /** How many transactions the database has committed. Null if it does not count them. */
  transactions(): Promise<number | null>
  /** What each process of its connections has used, by process id. */
  processorMs(): Promise<Map<number, number>>
  /** After the database was closed. */
  remove(): Promise<void>
}

export interface BenchStorage {
  name: string
  open(): Promise<OpenedStorage>
}

export const embedded: BenchStorage = {
  name: 'embedded',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'))
    const database = await openSqlite(folder)
    const driver = new Sqlite(join(folder, 'transfer-link.db'))
    driver.pragma('synchronous = FULL')
    driver.pragma('foreign_keys = ON')
    // On the server's connection, whose statistics contain no samples.
    const analyze = async () => void (await sql`analyze`.execute(database.query))
    return {
      database,
      byHand: (accountId, clientId, now) => executeByHand(driver, accountId, clientId, now),
      async fill(count) {
        fillSqlite(driver, count)
        await analyze()
      },
      runAll: async (statements) => runOnSqlite(driver, statements),
      analyze,
      transactions: async () => null,
      processorMs: async () => new Map(),
      async remove() {
        driver.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

const committed = 'select xact_commit::text as committed from pg_stat_database where datname = current_database()'

const processes = 'select pid from pg_stat_activity where datname = current_database()'

/** As Linux counts it, in ticks of 10 ms. */
function processorMsOf(pids: readonly number[]): Map<number, number> {
  return new Map(
    pids.map((pid) => {
      // The name before the parenthesis may contain spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [pid, 10 * (Number(fields[11]) + Number(fields[12]))]
    }),
  )
}

interface PostgresForBench {
  storage: BenchStorage
  /** The address of an empty one. */
  newDatabase(): Promise<string>
  end(): Promise<void>
}

/** Returns a message if there is no PostgreSQL. */
export async function postgresStorage(): Promise<PostgresForBench | string> {
  const { postgres, missing } = await findPostgres()
  if (postgres === null) return missing
  const storage: BenchStorage = {
    name: 'PostgreSQL',
    async open() {
      const url = await postgres.newDatabase()
      const database = await openPostgres(url)
      const pool = new Pool({ connectionString: url, max: 10 })
      return {
        database,
        byHand: (accountId, clientId, now) => executeByHandOnPostgres(pool, accountId, clientId, now),
        fill: (count) => fillPostgres(pool, count),
        runAll: (statements) => runOnPostgres(pool, statements),
        analyze: async () => void (await pool.query('analyze')),
        transactions: async () => Number((await pool.query(committed)).rows[0].committed),
        processorMs: async () => processorMsOf((await pool.query(processes)).rows.map(({ pid }) => pid)),
        remove: () => pool.end(),
      }
    },
  }
  return { storage, newDatabase: () => postgres.newDatabase(), end: () => postgres.drop() }
}
