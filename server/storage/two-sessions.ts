// Two connections as the server opens them, for checks of the database.

import { Kysely } from 'kysely'
import { describeAddress } from './database-url.ts'
import { ServerDialect } from './dialect.ts'
import { DatabaseUnreachable, limitsOfConnections } from './postgres.ts'
import { openPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

/** What one client sends over one connection. */
export type Session = Kysely<Tables>

/** Throws DatabaseUnreachable. */
export async function withTwoSessions<Result>(
  url: string,
  work: (first: Session, second: Session, address: string) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(url, { ...limitsOfConnections(), max: 2 }, { hasHeartbeat: false })
  const database = new Kysely<Tables>({ dialect: new ServerDialect({ pool }) })
  let isConnected = false
  try {
    return await database.connection().execute((first) =>
      database.connection().execute((second) => {
        isConnected = true
        return work(first, second, describeAddress(url))
      }),
    )
  } catch (error) {
    throw isConnected ? error : new DatabaseUnreachable(url, error)
  } finally {
    await database.destroy()
  }
}
