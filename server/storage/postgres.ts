// PostgreSQL, or a database with its protocol, at DATABASE_URL. Several server processes may share one database. Every wait has a limit:
// a database that hangs causes errors, and callers then respond that the request can be retried later.

import { Kysely } from 'kysely'
import { ConnectionLost, reasonOf } from './connection-lost.ts'
import { describeAddress } from './database-url.ts'
import { ServerDialect } from './dialect.ts'
import { WrongEnvironment } from './environment-mark.ts'
import { isReadOnly } from './host-pool.ts'
import { checkMigrated, migrate } from './migrate.ts'
import { openPool } from './postgres-pool.ts'
import { SchemaMismatch } from './schema-version.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

/** The connections for requests. */
export const connectionLimit = 10

interface DatabaseLimits {
  connectMs: number
  statementMs: number
  /** After a failover behind one name, no connection stays with the old server for longer. */
  lifetimeSeconds: number
}

const usualLimits: DatabaseLimits = { connectMs: 5_000, statementMs: 5_000, lifetimeSeconds: 60 }

/** PostgreSQL could not be opened. The message contains host and reason, never the password. */
export class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`PostgreSQL at ${describeAddress(url)} could not be opened: ${sentencesOf(cause)}`)
    this.name = 'DatabaseUnreachable'
  }
}

function sentencesOf(cause: unknown): string {
  if (cause instanceof ConnectionLost && cause.hosts !== null) return cause.hosts.message
  return isReadOnly(cause)
    ? 'the host is a standby, or read-only. Name the primary or all hosts in DATABASE_URL.'
    : `${reasonOf(cause)}. Check DATABASE_URL.`
}

/**
 * Opens the database and migrates it to the newest schema. `check` runs before that, and a database that it rejects stays unchanged.
 * Throws DatabaseUnreachable, SchemaMismatch or WrongEnvironment.
 */
export async function openPostgres(
  url: string,
  given: Partial<DatabaseLimits> = {},
  check: (query: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<Database> {
  const limits = { ...usualLimits, ...given }
  try {
    await migrateAlone(url, limits.connectMs, check)
    return connect(url, limits)
  } catch (error) {
    throw error instanceof WrongEnvironment || error instanceof SchemaMismatch
      ? error
      : new DatabaseUnreachable(url, error)
  }
}

/** Opens the database without changing its schema, for a command beside running servers. Also throws SchemaMismatch. */
export async function openPostgresBeside(url: string): Promise<Database> {
  let database: Database | undefined
  try {
    database = connect(url, usualLimits)
    await checkMigrated(database.query)
    return database
  } catch (error) {
    await database?.close()
    throw error instanceof SchemaMismatch ? error : new DatabaseUnreachable(url, error)
  }
}

function connect(url: string, { connectMs, statementMs, lifetimeSeconds }: DatabaseLimits): Database {
  const limits = limitsOfConnections({ connectMs, statementMs })
  const pool = openPool(url, { ...limits, max: connectionLimit, maxLifetimeSeconds: lifetimeSeconds })
  const query = new Kysely<Tables>({ dialect: new ServerDialect({ pool }) })
  const monitor = openMonitor(url, lifetimeSeconds)
  const close = async () => void (await Promise.all([query.destroy(), monitor.destroy()]))
  return { query, monitor, close }
}

/** The limits of each connection for requests. */
export function limitsOfConnections({ connectMs, statementMs }: Omit<DatabaseLimits, 'lifetimeSeconds'> = usualLimits) {
  return {
    connectionTimeoutMillis: connectMs,
    // The database aborts the statement at the first limit. The second limit is for a database that does not respond.
    statement_timeout: statementMs,
    query_timeout: statementMs * 1.5,
    idle_in_transaction_session_timeout: statementMs * 2,
  }
}

const monitorMs = 2_000

/** Has a separate connection: while writes wait for a standby, they can use all others, and the database may accept no more. */
function openMonitor(url: string, maxLifetimeSeconds: number): Kysely<Tables> {
  const settings = { max: 1, connectionTimeoutMillis: monitorMs, query_timeout: monitorMs, maxLifetimeSeconds }
  return new Kysely<Tables>({ dialect: new ServerDialect({ pool: openPool(url, settings, { hasHeartbeat: false }) }) })
}

/** The build of an index on a large table takes minutes, or longer on a busy server. */
const indexLimitMs = 6 * 3_600_000

// A migration may take longer than any statement that serves a request, so it has connections with their own limits: one for its lock
// and its transaction, and one to build indexes.
async function migrateAlone(
  url: string,
  connectionTimeoutMillis: number,
  check: (query: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const pool = openPool(url, { max: 2, connectionTimeoutMillis, lock_timeout: 120_000, query_timeout: indexLimitMs })
  const database = new Kysely<Tables>({ dialect: new ServerDialect({ pool }) })
  try {
    await check(database)
    await migrate(database)
  } finally {
    await database.destroy()
  }
}
