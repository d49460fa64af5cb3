// Connections to PostgreSQL. A connection that failed, or whose server is read-only, is discarded. If the URL contains several hosts,
// the host that accepts writes is used.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { type ClientBase, DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { hostAddresses } from './database-url.ts'
import { preparedName } from './prepared-statement.ts'

const int8 = 20
/** read_only_sql_transaction: the server is a standby, or was made read-only. */
const readOnly = '25006'

/** A connection that broke or hung. Its last statement may or may not have taken effect. */
class ConnectionLost extends Error {
  // SQLSTATE "connection failure": `isStorageFailure` recognises it.
  readonly code = '08006'

  constructor(cause: unknown) {
    super(`The connection to PostgreSQL failed: ${reasonOf(cause)}`)
    this.name = 'ConnectionLost'
  }
}

/** Opens no connection yet. `settings` replaces any of the default ones. */
export function openPool(url: string, settings: PoolConfig): PostgresPool {
  const addresses = hostAddresses(url)
  const pools = addresses.map((address) => hostPool(address, addresses.length > 1, settings))
  let current = 0
  return {
    async connect() {
      let failure: unknown
      for (let tried = 0; tried < pools.length; tried++) {
        const index = (current + tried) % pools.length
        try {
          const client = await (pools[index] as PostgresPool).connect()
          current = index
          return client
        } catch (error) {
          failure ??= error
        }
      }
      throw failure
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
    options: pools[0]?.options ?? {},
  }
}

function hostPool(connectionString: string, isOneOfSeveral: boolean, settings: PoolConfig): PostgresPool {
  const pool = new Pool({
    connectionString,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'transfer-link',
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
    onConnect: (client) => prepare(client, isOneOfSeveral),
    ...settings,
  })
  // The query that uses a broken connection gets the error; without these listeners the error would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return guarded(pool)
}

/**
 * Acknowledged writes must be on the server's disk, and on its synchronous standby if there is one, whatever the server,
 * database or role sets. `remote_apply` guarantees more and is not changed.
 */
async function prepare(client: ClientBase, isOneOfSeveral: boolean): Promise<void> {
  await client.query(
    `select set_config('synchronous_commit', 'on', false)
     where current_setting('synchronous_commit') not in ('on', 'remote_apply')`,
  )
  if (!isOneOfSeveral) return
  const { rows } = await client.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  if (rows[0]?.read_only !== 'off') throw new Error('the server is read-only')
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

interface Guarded {
  client: PostgresPoolClient
  /** How often the host had been found read-only when the connection was made. */
  generation: number
}

/** The pool, except that a connection that has failed is not used again and is discarded. */
function guarded(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, Guarded>()
  let generation = 0
  const foundReadOnly = () => {
    generation += 1
  }
  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw isResponse(error) ? error : new ConnectionLost(error)
        })
        const made = known.get(client) ?? { client: guardedClient(client, foundReadOnly), generation }
        known.set(client, made)
        if (made.generation === generation) return made.client
        // The connection leads to a server that another connection has found to be read-only.
        client.release(true)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function guardedClient(client: PoolClient, foundReadOnly: () => void): PostgresPoolClient {
  let lost: ConnectionLost | DatabaseError | null = null
  const query = async (text: string, values: unknown[]) => {
    if (lost !== null) throw lost
    try {
      const name = preparedName(text)
      return await client.query(name === undefined ? { text, values } : { name, text, values })
    } catch (error) {
      if (isReadOnly(error)) {
        lost = error
        foundReadOnly()
      } else if (isResponse(error) && !endsConnection(error)) throw error
      lost ??= new ConnectionLost(error)
      throw lost
    }
  }
  const release = (discard?: boolean) => client.release(discard === true || lost !== null)
  return { query, release } as unknown as PostgresPoolClient
}

/** The database returned an error, as opposed to a lost connection. */
function isResponse(error: unknown): boolean {
  return error instanceof DatabaseError || error instanceof RangeError
}

function isReadOnly(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === readOnly
}

function endsConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}

/** The reason without the URL, which contains the password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'unknown'
  // Node's error for an invalid address contains the whole address with its password.
  if (error instanceof TypeError || error instanceof URIError) return 'the address cannot be read'
  return error.message
}
