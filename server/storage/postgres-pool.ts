// Connections to PostgreSQL, to the host that accepts writes if the URL contains several. All hosts are searched at once. A host that
// fails, is silent or becomes read-only is given up, and its connections with it.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolConfig } from 'pg'
import { ConnectionLost } from './connection-lost.ts'
import { hostAddresses } from './database-url.ts'
import { heartbeatOf } from './heartbeat.ts'
import { type HostPool, hostPool } from './host-pool.ts'
import { assertWritable, findWritable } from './writable-host.ts'

/** Opens no connection yet. `settings` replaces any of the default ones. With a heartbeat, a silent host is noticed within seconds. */
export function openPool(url: string, settings: PoolConfig, { hasHeartbeat = true } = {}): PostgresPool {
  const addresses = hostAddresses(url)
  if (addresses.length === 1) return hostPool(url, { settings })
  return poolOfSeveral(addresses, settings, hasHeartbeat)
}

function poolOfSeveral(addresses: readonly string[], settings: PoolConfig, hasHeartbeat: boolean): PostgresPool {
  const hosts = addresses.map((address): HostPool => {
    const host = hostPool(address, { settings, check: assertWritable, onFailure: () => giveUp(host) })
    return host
  })
  let current: HostPool | null = null
  let lastUsed: number | null = null
  let search: Promise<HostPool> | null = null
  const ending = new AbortController()
  const giveUp = (host: HostPool) => {
    if (current === host) current = null
  }
  /** All callers share one search. */
  const find = () => {
    search ??= findWritable({ addresses, lastUsed }, ending.signal)
      .then((found) => {
        const host = hosts[found] as HostPool
        current = host
        lastUsed = found
        // Statements that another host has not answered yet would only use up their limit.
        for (const other of hosts) if (other !== host) other.abandon()
        return host
      })
      .finally(() => {
        search = null
      })
    return search
  }
  const heartbeat = hasHeartbeat
    ? heartbeatOf({
        current: async () => (current ?? (await find())).address,
        // The host in use is probed, too. It stays in use unless another one accepts writes.
        onUncertain: () => void find().catch(() => {}),
        onFailure: (address) => {
          const host = hosts.find((each) => each.address === address)
          host?.discard()
          if (host !== undefined) giveUp(host)
        },
      })
    : null
  const limitMs = settings.connectionTimeoutMillis ?? 0
  return {
    async connect() {
      heartbeat?.start()
      for (const deadline = performance.now() + limitMs; ; ) {
        const host = current ?? (await find())
        try {
          return await connectTo(host)
        } catch (error) {
          const isOver = ending.signal.aborted || performance.now() > deadline
          if (isOver || !(error instanceof ConnectionLost)) throw error
        }
      }
    },
    async end() {
      ending.abort()
      await heartbeat?.stop()
      const ends = new Map(hosts.map((host) => [host, host.end()]))
      // The others have no statement to finish, and a connection to a silent host takes long to end.
      if (current !== null) await ends.get(current)
    },
    options: hosts[0]?.options ?? {},
  }
}

/** Rejects as soon as the host is given up: a silent host would use up the limit. */
export async function connectTo(host: HostPool): Promise<PostgresPoolClient> {
  const connecting = host.connect()
  const client = await unlessAborted(connecting, host.discarded())
  if (client !== undefined) return client
  connecting.then(
    (late) => late.release(),
    () => {},
  )
  throw new ConnectionLost(new Error('the host does not respond'))
}

/** Leaves no listener behind: the signal lasts as long as the host works. `Promise.race` would leave a reaction at each call. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>()
  const abort = () => aborted.resolve(undefined)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
