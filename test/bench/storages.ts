// The two storages of the benchmarks: opened by the server's code, and filled and called by the bare driver.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Pool } from 'pg'
import { openPostgres } from '../../server/storage/postgres.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import type { Database } from '../../server/storage/storage.ts'
import { findPostgres } from '../support/postgres.ts'
import { executeByHand } from './execute-by-hand.ts'
import { executeByHandOnPostgres } from './execute-by-hand-postgres.ts'
import { fillPostgres, fillSqlite } from './fill.ts'

export interface BenchStorage {
  name: string
  open(): Promise<{
    database: Database
    byHand(accountId: string, clientId: string, now: () => Date): (previewId: string) => Promise<void>
    fill(count: number): Promise<void>
    /** Updates the planner's statistics, which a database in use has. */
    analyze(): Promise<void>
    /** How many transactions the database has committed. Null if it does not count them. */
    transactions(): Promise<number | null>
    /** After the database was closed. */
    remove(): Promise<void>
  }>
}

export const embedded: BenchStorage = {
  name: 'embedded',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'))
    const database = await openSqlite(folder)
    const driver = new Sqlite(join(folder, 'transfer-link.db'))
    driver.pragma('synchronous = FULL')
    driver.pragma('foreign_keys = ON')
    return {
      database,
      byHand: (accountId, clientId, now) => executeByHand(driver, accountId, clientId, now),
      fill: async (count) => fillSqlite(driver, count),
      analyze: async () => void driver.exec('analyze'),
      transactions: async () => null,
      async remove() {
        driver.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

const committed = 'select xact_commit::text as committed from pg_stat_database where datname = current_database()'

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
        analyze: async () => void (await pool.query('analyze')),
        transactions: async () => Number((await pool.query(committed)).rows[0].committed),
        remove: () => pool.end(),
      }
    },
  }
  return { storage, newDatabase: () => postgres.newDatabase(), end: () => postgres.drop() }
}
