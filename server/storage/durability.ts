// The durability of acknowledged writes, read from the database for the log at start and for the doctor.

import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Database } from './storage.ts'

export const durabilityGuarantee = [
  'With a synchronous standby, every acknowledged transfer survives the loss of the primary.',
  'Without one, a failover can lose the most recent transfers.',
  'Their withdrawals may have been sent.',
  'Run "transfer-link reconcile" to find them.',
].join(' ')

/**
 * `waiting`: fewer synchronous standbys are connected than required, so no write completes. `unknown`: one is required, and this role
 * may not see which standby is synchronous. `unreadable`: the database could not be read, or does not state it. `embedded`: the disk
 * of this machine.
 */
export type DurabilityKind = 'embedded' | 'synchronous' | 'asynchronous' | 'waiting' | 'unknown' | 'unreadable'

export interface Durability {
  kind: DurabilityKind
  /** The durability in a sentence. */
  state: string
  /** How an operator improves it. */
  fix?: string
  /** Address and port of the server that responded, if it has them. */
  host: string | null
}

/** The `synchronous_commit` that a connection has before it sets another one. */
export const configuredCommit = sql<string>`(select reset_val from pg_settings where name = 'synchronous_commit')`

interface Replication {
  /** The setting of server, database or role; connections of this server use at least `on`. */
  configured: string
  used: string
  names: string
  address: string | null
  port: number | null
  standbys: number
  synchronous: number
  /** Standbys whose state this role may not read. */
  hidden: number
}

export async function readDurability({ query, monitor }: Pick<Database, 'query' | 'monitor'>): Promise<Durability> {
  if (!isPostgres(query)) {
    return { kind: 'embedded', state: 'Acknowledged writes are on this machine’s disk.', host: null }
  }
  const statement = sql<Replication>`select
      ${configuredCommit} as configured,
      current_setting('synchronous_commit') as used,
      current_setting('synchronous_standby_names') as names,
      host(inet_server_addr()) as address,
      inet_server_port() as port,
      count(*) as standbys,
      count(*) filter (where sync_state in ('sync', 'quorum')) as synchronous,
      count(*) filter (where state is null) as hidden
    from pg_stat_replication`
  try {
    const [row] = (await statement.execute(monitor ?? query)).rows
    if (row !== undefined) return { ...judge(row), host: hostOf(row) }
  } catch {
    // Other databases with PostgreSQL's protocol may lack these views.
  }
  const state = 'PostgreSQL does not state whether it has a synchronous standby.'
  return { kind: 'unreadable', state, fix: requireStandby, host: null }
}

/** Null for a connection without an address: a socket of this machine. */
function hostOf({ address, port }: Replication): string | null {
  if (address === null) return null
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

const requireStandby = 'Set synchronous_standby_names on the primary.'

function judge({ configured, used, names, standbys, synchronous, hidden }: Replication): Omit<Durability, 'host'> {
  const commit = `synchronous_commit is ${used}${used === configured ? '' : ` (set by Transfer Link, ${configured} in PostgreSQL)`}`
  if (names === '') {
    const found = standbys === 0 ? 'no standby is connected' : `${standbys} connected, none of them synchronous`
    const state = `PostgreSQL has no synchronous standby: ${found}; ${commit}.`
    return { kind: 'asynchronous', state, fix: requireStandby }
  }
  const required = requiredStandbys(names)
  if (synchronous >= required) {
    const state = `PostgreSQL replicates synchronously: ${synchronous} synchronous standby connected; ${commit}.`
    return { kind: 'synchronous', state }
  }
  if (hidden > 0) {
    const state = `synchronous_standby_names is set, but this role cannot see whether a connected standby is synchronous. If none is, every write waits; ${commit}.`
    return { kind: 'unknown', state, fix: 'As an administrator: grant pg_monitor to <role>.' }
  }
  const connected =
    synchronous === 0 ? 'no synchronous standby is' : `only ${synchronous} of ${required} synchronous standbys are`
  const state = `synchronous_standby_names is set, but ${connected} connected: every write waits; ${commit}.`
  return { kind: 'waiting', state, fix: 'Start the standby, or take it out of synchronous_standby_names.' }
}

/** How many standbys each commit waits for: `a`, `FIRST 1 (a, b)`, `ANY 2 (a, b, c)` or `2 (a, b)`. */
function requiredStandbys(names: string): number {
  return Number(/^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
}
