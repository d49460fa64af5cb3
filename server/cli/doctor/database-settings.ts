// Version and settings of the database server.

import { sql } from 'kysely'
import { configuredCommit } from '../../storage/durability.ts'
import { connectionLimit } from '../../storage/postgres.ts'
import type { Session } from '../../storage/two-sessions.ts'
import { judgeSkew } from './check-outside.ts'
import { type CheckResult, failed, note, passed } from './check-result.ts'
import { check, needsPostgres, rowsOf } from './database-attempt.ts'

/** Also the monitor, and with several hosts the heartbeat and two searches for the host: one for requests, one for the monitor. */
function connectionsPerProcess({ hostCount }: { hostCount: number }): number {
  return connectionLimit + (hostCount > 1 ? 4 : 1)
}
const leastVersion = 120_000

export async function checkVersion(session: Session): Promise<CheckResult> {
  const read = sql<{ number: string; text: string }>`select current_setting('server_version_num') as number,
    version() as text`
  const [row] = await rowsOf(session, read)
  const version = row?.text.split(/ on |, | \(/)[0] ?? 'unknown'
  return check({
    works: `${version}.`,
    fails: `${version} is older than PostgreSQL 12.`,
    fix: needsPostgres,
    attempt: async () => Number(row?.number) >= leastVersion,
  })
}

export async function checkWritable(session: Session): Promise<CheckResult> {
  const read = sql<{ value: string; standby: boolean }>`select current_setting('transaction_read_only') as value,
    pg_is_in_recovery() as standby`
  const [row] = await rowsOf(session, read)
  if (row?.value === 'off') return passed('PostgreSQL accepts writes.')
  return row?.standby
    ? failed(
        'This PostgreSQL is a standby and accepts no writes, so nothing else was checked.',
        'Name the primary in DATABASE_URL, or all hosts.',
      )
    : failed(
        'Transactions are read-only, so nothing else was checked.',
        'alter role <role> set default_transaction_read_only = off. Check the setting of server and database, too.',
      )
}

export async function checkSettings(session: Session, hosts: { hostCount: number }): Promise<CheckResult[]> {
  return [
    await checkSetting(session, 'fsync'),
    await checkSetting(session, 'full_page_writes'),
    await checkCommit(session),
    await checkClock(session),
    await checkConnectionLimit(session, connectionsPerProcess(hosts)),
    ...(await checkMonitorRole(session)),
  ]
}

/** Managed engines with a different storage may not have these settings. */
async function checkSetting(session: Session, name: 'fsync' | 'full_page_writes'): Promise<CheckResult> {
  const [row] = await rowsOf(session, sql<{ value: string | null }>`select current_setting(${name}, true) as value`)
  if (row?.value === 'on') return passed(`${name} is on.`)
  if (row?.value === 'off') {
    const fix = `Set ${name} = on in postgresql.conf, and reload PostgreSQL.`
    return failed(`${name} is off, so a crash of the machine can lose acknowledged writes or damage the database.`, fix)
  }
  return note(`PostgreSQL does not state ${name}.`, 'Its documentation must state what a crash can lose.')
}

/** The connection has the setting of the server’s connections: at least `on`. */
async function checkCommit(session: Session): Promise<CheckResult> {
  const read = sql<{ used: string; configured: string }>`select current_setting('synchronous_commit') as used,
    ${configuredCommit} as configured`
  const [row] = await rowsOf(session, read)
  const fix = 'alter role <role> set synchronous_commit = on'
  if (row === undefined || !['on', 'remote_apply'].includes(row.used))
    return failed('synchronous_commit is not on, although the connection sets it.', fix)
  if (row.used === row.configured) return passed(`synchronous_commit is ${row.used}.`)
  return note(
    `synchronous_commit is ${row.configured} for this role. Transfer Link sets it to ${row.used} for its connections.`,
    fix,
  )
}

async function checkClock(session: Session): Promise<CheckResult> {
  const sentAt = Date.now()
  const read = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::int8 as ms`
  const [row] = await rowsOf(session, read)
  return judgeSkew((row?.ms ?? 0) - (sentAt + Date.now()) / 2, 'the database')
}

interface Limits {
  server: string
  reserved: string
  role: number
  database: number
}

async function checkConnectionLimit(session: Session, perProcess: number): Promise<CheckResult> {
  const read = sql<Limits>`select current_setting('max_connections') as server,
    current_setting('superuser_reserved_connections') as reserved,
    (select rolconnlimit from pg_roles where rolname = current_user) as role,
    (select datconnlimit from pg_database where datname = current_database()) as database`
  const [row] = await rowsOf(session, read)
  if (row === undefined) return note('PostgreSQL does not state how many connections it accepts.')
  const limits = [Number(row.server) - Number(row.reserved), row.role, row.database].filter((limit) => limit >= 0)
  const least = Math.min(...limits)
  const processes = Math.floor(least / perProcess)
  const sentence = `PostgreSQL accepts ${least} connections of this role`
  const each = `each process uses up to ${perProcess}`
  return processes >= 2
    ? passed(`${sentence}, enough for ${processes} processes of Transfer Link: ${each}.`)
    : failed(
        `${sentence}, too few for two processes: ${each}.`,
        'Raise max_connections, or the connection limit of the role or the database.',
      )
}

/** Engines without the role have no such line. */
async function checkMonitorRole(session: Session): Promise<CheckResult[]> {
  const read = sql<{ granted: boolean }>`select pg_has_role(oid, 'usage') as granted from pg_roles
    where rolname = 'pg_monitor'`
  const [row] = await rowsOf(session, read)
  if (row === undefined) return []
  if (row.granted) return [passed('This role has pg_monitor.')]
  const message =
    'This role does not have pg_monitor: the server may not see which standby is synchronous, and "transfer-link backup" not when the last base backup was made.'
  return [note(message, 'As an administrator: grant pg_monitor to <role>.')]
}
