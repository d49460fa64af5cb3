// PostgreSQL, or what speaks its protocol, by DATABASE_URL. Several server processes may share one database. Every wait has
// an end: a database that hangs turns into errors, which callers answer as "try again later".

import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { ServerDialect } from './dialect.ts'
import { checkMigrated, migrate, SchemaMismatch } from './migrate.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

const connectionLimit = 10
const int8 = 20

export interface DatabaseLimits {
  connectMs: number
  statementMs: number
}

const usualLimits: DatabaseLimits = { connectMs: 5_000, statementMs: 5_000 }

/** PostgreSQL could not be opened; the text says where and why, never the password. */
export class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`PostgreSQL at ${addressOf(url)} could not be opened: ${reasonOf(cause)}. Check DATABASE_URL.`)
    this.name = 'DatabaseUnreachable'
  }
}

/** A connection that broke or hung. What ran over it may or may not have taken effect. */
class ConnectionLost extends Error {
  // SQLSTATE "connection failure", which storage failures are known by.
  readonly code = '08006'

  constructor(cause: unknown) {
    super(`The connection to PostgreSQL failed: ${reasonOf(cause)}`)
    this.name = 'ConnectionLost'
  }
}

/** Opens the database and brings it to the newest schema. Throws DatabaseUnreachable. */
export async function openPostgres(url: string, limits: DatabaseLimits = usualLimits): Promise<Database> {
  try {
    await migrateAlone(url, limits.connectMs)
    return connect(url, limits)
  } catch (error) {
    throw new DatabaseUnreachable(url, error)
  }
}

/** Opens it without changing its schema, for a command beside running servers. Throws SchemaMismatch too. */
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

function connect(url: string, { connectMs, statementMs }: DatabaseLimits): Database {
  const pool = openPool(url, {
    max: connectionLimit,
    connectionTimeoutMillis: connectMs,
    // The database gives up first; the second limit is for one that no longer says anything.
    statement_timeout: statementMs,
    query_timeout: statementMs * 1.5,
    idle_in_transaction_session_timeout: statementMs * 2,
  })
  const query = new Kysely<Tables>({ dialect: new ServerDialect({ pool: guarded(pool) }) })
  return { query, close: () => query.destroy() }
}

// A migration may take longer than any statement that serves a request, so it has a connection with limits of its own.
async function migrateAlone(url: string, connectionTimeoutMillis: number): Promise<void> {
  const pool = openPool(url, { max: 1, connectionTimeoutMillis, lock_timeout: 120_000, query_timeout: 600_000 })
  const database = new Kysely<Tables>({ dialect: new ServerDialect({ pool: guarded(pool) }) })
  try {
    await migrate(database)
  } finally {
    await database.destroy()
  }
}

function openPool(url: string, settings: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'transfer-link',
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
    ...settings,
  })
  // A connection that breaks is told to whoever uses it, and thrown away; without these listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Times and counts are numbers in both databases; none of them reaches 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === int8 ? safeInteger : types.getTypeParser(oid, format as 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('the database holds an integer beyond 2^53')
  return value
}

/** The pool, except that a connection which failed is used for nothing more and thrown away, whatever it was doing. */
function guarded(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw isAnswer(error) ? error : new ConnectionLost(error)
      })
      const made = known.get(client) ?? guardedClient(client)
      known.set(client, made)
      return made
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function guardedClient(client: PoolClient): PostgresPoolClient {
  let lost: ConnectionLost | null = null
  const query = async (text: unknown, parameters?: readonly unknown[]) => {
    if (lost !== null) throw lost
    try {
      return await client.query(text as string, parameters as unknown[])
    } catch (error) {
      if (isAnswer(error) && !endsConnection(error)) throw error
      lost = new ConnectionLost(error)
      throw lost
    }
  }
  const release = (discard?: boolean) => client.release(discard === true || lost !== null)
  return { query, release } as unknown as PostgresPoolClient
}

/** The database refused something, or its answer was, as opposed to no answer. */
function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError || error instanceof RangeError
}

function endsConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}

function addressOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    return `${searchParams.get('host') ?? hostname}:${port === '' ? 5432 : port}${pathname}`
  } catch {
    return 'an address that cannot be read'
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'unknown'
  // Node puts the whole address, password included, into what it says of one it cannot read.
  if (error instanceof TypeError || error instanceof URIError) return 'the address cannot be read'
  return error.message
}
