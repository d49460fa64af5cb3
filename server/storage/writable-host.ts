// Finds the host of a database that accepts writes. All hosts are probed at once, and the first that accepts writes is used.

import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientBase, DatabaseError } from 'pg'
import { ConnectionLost, NoWritableHost, ReadOnlyHost } from './connection-lost.ts'

/** How long one host may take to respond. */
const probeMs = 1_000
/** How long a search lasts: during a failover no host accepts writes for a moment. */
const searchMs = 3_000
const betweenProbesMs = 100
/** too_many_connections: of the server, the database or the role. */
const noFreeConnection = '53300'

interface Hosts {
  addresses: readonly string[]
  /** The position of the host that was last used. */
  lastUsed: number | null
}

/**
 * The position of the host. The host last used is also accepted if it has no free connection and every other host has been refused:
 * its existing connections may still work. Throws ConnectionLost with the error of each host if none is found within the limit.
 */
export async function findWritable({ addresses, lastUsed }: Hosts, ended: AbortSignal): Promise<number> {
  const deadline = performance.now() + searchMs
  const refused = new Set<number>()
  let isFound = false
  const search = async (address: string, position: number) => {
    for (;;) {
      try {
        const probed = await probe(address)
        isFound = true
        probed.close()
        return position
      } catch (error) {
        refused.add(position)
        const isLast = position === lastUsed && lacksConnection(error) && refused.size === addresses.length
        if (isLast && !isFound) {
          isFound = true
          return position
        }
        if (isFound || ended.aborted || performance.now() > deadline) throw error
        await pause(betweenProbesMs)
      }
    }
  }
  try {
    return await Promise.any(addresses.map(search))
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw new ConnectionLost(
      new NoWritableHost(addresses.map((address, position) => ({ address, error: errors[position] }))),
    )
  }
}

export interface Probe {
  client: Client
  /** Does not wait for the host. */
  close(): void
}

/** A connection to a host that responds in time and accepts writes. */
export async function probe(address: string, limitMs = probeMs): Promise<Probe> {
  const socket = new Socket()
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'transfer-link probe',
    stream: () => socket,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await assertWritable(client)
  } catch (error) {
    socket.destroy()
    throw error
  }
  const close = () => {
    client.end().catch(() => {})
    socket.destroySoon()
  }
  return { client, close }
}

/** The host runs, and may accept writes on the connections that it has. */
export function lacksConnection(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === noFreeConnection
}

export async function assertWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  if (rows[0]?.read_only !== 'off') throw new ReadOnlyHost()
}
