// Two PostgreSQL servers, of which one is the primary and the other its synchronous standby. The API servers reach each through a proxy
// that can stop forwarding. `fsync` is off: servers are killed, and the machine is not.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { runOn } from '../../support/postgres.ts'
import { openSilencer } from '../../support/silencer.ts'
import { until } from '../chaos/api-client.ts'
import { quietPorts } from '../chaos/tcp-proxy.ts'
import { type PostgresPrograms, postgresPrograms, type RunningPostgres } from './postgres-programs.ts'

const limitMs = 60_000

interface Node {
  folder: string
  port: number
  /** Without the proxy. */
  url: string
  proxy: Awaited<ReturnType<typeof openSilencer>>
  server: RunningPostgres | null
}

export interface Cluster {
  /** Both hosts, through their proxies. */
  url: string
  /** SIGKILL. */
  killPrimary(): Promise<void>
  /** SIGKILL. */
  killStandby(): Promise<void>
  /** The transfers whose commit has ended on the primary: each is on the standby, if no wait for it was ended early. */
  committedTransfers(): Promise<Set<string>>
  /** Starts the killed standby again. */
  startStandby(): Promise<void>
  /** The connections between the API servers and the primary stay open, and no data passes. */
  cutPrimary(): void
  makePrimaryReadOnly(): Promise<void>
  /** Starts the killed primary again, read-only. */
  returnReadOnly(): Promise<void>
  /** Returns when the promoted server accepted writes, by `performance.now()`. It has no synchronous standby then. */
  promote(): Promise<number>
  /** Kills the old primary, copies the new one into its place, and makes the copy the synchronous standby. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const programs = postgresPrograms()
  const [first = 0, second = 0] = await quietPorts(2)
  let primary = await newNode(programs, 'a', first)
  let standby = await newNode(programs, 'b', second)
  const stop = async () => {
    await Promise.all([primary, standby].map((node) => end(node)))
    await Promise.all([primary, standby].map(({ proxy }) => proxy.close()))
    programs.remove()
  }
  const startAndFollow = async () => {
    await start(programs, standby)
    // Commits wait while a standby is required and not connected.
    await untilReplicating(primary, `state = 'streaming'`)
    await setStandbyNames(primary, '*')
    await untilReplicating(primary, `sync_state = 'sync'`)
  }
  try {
    await programs.initialize(primary.folder)
    await start(programs, primary)
    await copy(programs, primary, standby)
    await startAndFollow()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${primary.proxy.port},127.0.0.1:${standby.proxy.port}/postgres`,
    killPrimary: () => end(primary),
    killStandby: () => end(standby),
    committedTransfers: () => transfersOf(primary),
    startStandby: startAndFollow,
    cutPrimary: () => primary.proxy.setSilent(true),
    async makePrimaryReadOnly() {
      await runOn(primary.url, 'alter system set default_transaction_read_only = on')
      await runOn(primary.url, 'select pg_reload_conf()')
    },
    async returnReadOnly() {
      configure(primary, 'default_transaction_read_only = on')
      await start(programs, primary)
    },
    async promote() {
      const at = await promoted(standby.url)
      const old = primary
      primary = standby
      standby = old
      return at
    },
    async rebuild() {
      await end(standby)
      standby.proxy.setSilent(false)
      await copy(programs, primary, standby)
      await startAndFollow()
    },
    stop,
  }
}

async function newNode(programs: PostgresPrograms, name: string, port: number): Promise<Node> {
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  return {
    folder: join(programs.folder, name),
    port,
    url,
    proxy: await openSilencer('127.0.0.1', port),
    server: null,
  }
}

async function start(programs: PostgresPrograms, node: Node): Promise<void> {
  node.server = programs.start(node.folder, node.port)
  const failed = node.server.ended.then(({ output }) => {
    throw new Error(`PostgreSQL ended: ${output}`)
  })
  await Promise.race([failed, until(limitMs, () => runOn(node.url, 'select 1').then(() => true), 30)])
}

async function end(node: Node): Promise<void> {
  await node.server?.kill()
  node.server = null
}

/** The copy has no synchronous standby when it is promoted. */
async function copy(programs: PostgresPrograms, from: Node, to: Node): Promise<void> {
  rmSync(to.folder, { recursive: true, force: true })
  mkdirSync(to.folder)
  programs.give(to.folder)
  await programs.copy(from.port, to.folder)
  configure(to, `synchronous_standby_names = ''`)
}

/** Applies at the next start. */
function configure({ folder }: Node, setting: string): void {
  appendFileSync(join(folder, 'postgresql.auto.conf'), `${setting}\n`)
}

async function setStandbyNames({ url }: Node, names: string): Promise<void> {
  await runOn(url, `alter system set synchronous_standby_names = '${names}'`)
  await runOn(url, 'select pg_reload_conf()')
}

async function untilReplicating({ url }: Node, condition: string): Promise<void> {
  const find = `select from pg_stat_replication where ${condition}`
  const check = `do $$ begin if not exists (${find}) then raise 'not yet'; end if; end $$`
  await until(limitMs, () => runOn(url, check).then(() => true), 50)
}

async function transfersOf({ url }: Node): Promise<Set<string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from transfer')
    return new Set(rows.map(({ id }) => id))
  } finally {
    await client.end()
  }
}

async function promoted(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_promote(false)')
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(5)) {
      const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
      if (rows[0]?.recovers === false) return performance.now()
    }
    throw new Error('the standby was not promoted')
  } finally {
    await client.end()
  }
}
