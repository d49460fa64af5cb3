// Connections to one host of PostgreSQL. A connection that failed is discarded, and so is every other connection that was made before.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { type ClientBase, DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { ConnectionLost, reasonOf } from './connection-lost.ts'
import { preparedName } from './prepared-statement.ts'

const int8 = 20
/** read_only_sql_transaction: the server is a standby, or was made read-only. */
const readOnly = '25006'
/** The routine in which a commit waits for the synchronous standby. Unlike the message, its name is not translated. */
const standbyWait = 'SyncRepWaitForLSN'
/** pg-pool's error if every connection stays in use, which is no fault of the host. */
const allInUse = 'timeout exceeded when trying to connect'

export interface HostPool extends PostgresPool {
  readonly address: string
  /** No connection that exists now is used for another statement. */
  discard(): void
  /** Aborts at the next `discard`. */
  discarded(): AbortSignal
  /** Also ends the connections that run a statement. Its outcome is unknown. */
  abandon(): void
}

interface HostPoolOptions {
  settings: PoolConfig
  /** Called for a new connection. A connection for which it rejects is not used. */
  check?: (client: ClientBase) => Promise<void>
  /** Called when a connection could not be made, broke, hung, or was found to be read-only. */
  onFailure?: () => void
}

/** Opens no connection yet. */
export function hostPool(address: string, { settings, check, onFailure }: HostPoolOptions): HostPool {
  const pool = new Pool({
    connectionString: address,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'transfer-link',
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
    onConnect: async (client) => {
      await ensureSettings(client)
      await check?.(client)
    },
    ...settings,
  })
  // The query that uses a broken connection gets the error; without these listeners the error would also end the process.
  pool.on('error', () => {})
  const unreplicated = new WeakSet<ClientBase>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // PostgreSQL reports a commit as done even if its wait was cancelled. Only this warning shows that the standby may lack it.
    client.on('notice', ({ routine }) => routine === standbyWait && unreplicated.add(client))
  })
  const made = new WeakMap<PoolClient, object>()
  const inUse = new Set<PoolClient>()
  /** Every connection belongs to the generation in which it was made. */
  let generation = new AbortController()

  const discard = () => {
    const ended = generation
    generation = new AbortController()
    ended.abort()
  }
  const failed = () => {
    discard()
    onFailure?.()
  }
  return {
    address,
    discard,
    discarded: () => generation.signal,
    abandon() {
      discard()
      for (const client of inUse) client.end().catch(() => {})
    },
    async connect() {
      for (;;) {
        const current = generation
        const client = await pool.connect().catch((error: unknown) => {
          if (current === generation && isUnavailable(error)) failed()
          throw isResponse(error) ? error : new ConnectionLost(error)
        })
        const since = made.get(client) ?? current
        made.set(client, since)
        if (since === generation) {
          inUse.add(client)
          return guardedClient(client, {
            onFailure: () => since === generation && failed(),
            onRelease: () => inUse.delete(client),
            isUnreplicated: () => unreplicated.has(client),
          })
        }
        client.release(true)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * Whatever the server, database or role sets: acknowledged writes are on the server's disk, and on its synchronous standby if there is
 * one (`remote_apply` guarantees more and is not changed). A statement outside a transaction that has waited for a row sees the
 * committed change. Warnings arrive: one shows a commit without the standby.
 */
async function ensureSettings(client: ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, value, false)
     from (values
       ('synchronous_commit', 'on', array['on', 'remote_apply']),
       ('default_transaction_isolation', 'read committed', array['read committed']),
       ('client_min_messages', 'notice', array['notice', 'warning'])
     ) as required (name, value, accepted)
     where current_setting(name) <> all (accepted)`,
  )
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

interface GuardOptions {
  onFailure(): void
  onRelease(): void
  /** A commit on this connection may be missing on the synchronous standby. */
  isUnreplicated(): boolean
}

/** The client, except that after a failure it runs nothing more and is discarded. */
function guardedClient(client: PoolClient, { onFailure, onRelease, isUnreplicated }: GuardOptions): PostgresPoolClient {
  let lost: ConnectionLost | DatabaseError | null = null
  const query = async (text: string, values: unknown[]) => {
    if (lost !== null) throw lost
    try {
      const name = preparedName(text)
      const result = await client.query(name === undefined ? { text, values } : { name, text, values })
      if (!isUnreplicated()) return result
      // The host still works.
      lost = new ConnectionLost(new Error('the wait for the synchronous standby was cancelled'))
    } catch (error) {
      if (isReadOnly(error)) lost = error
      else if (isResponse(error) && !endsConnection(error)) throw error
      lost ??= new ConnectionLost(error)
      onFailure()
    }
    throw lost
  }
  const release = (discard?: boolean) => {
    onRelease()
    client.release(discard === true || lost !== null)
  }
  return { query, release } as unknown as PostgresPoolClient
}

/** Whether a connection could not be made because the host is down, silent or read-only. */
function isUnavailable(error: unknown): boolean {
  // 57P03 while it starts, stops or recovers. A server without a free slot still serves its other connections.
  if (error instanceof DatabaseError) return error.code?.startsWith('57P') === true
  return reasonOf(error) !== allInUse
}

/** The database returned an error, as opposed to a lost connection. */
function isResponse(error: unknown): boolean {
  return error instanceof DatabaseError || error instanceof RangeError
}

export function isReadOnly(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === readOnly
}

function endsConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}
