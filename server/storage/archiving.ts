// Whether PostgreSQL archives its WAL, from which a base backup is restored to a point in time.

import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** How long a segment may take to arrive in the archive. */
const archiveMs = 30_000
const pollMs = 250
/** Without the right to switch the segment, the last one that was archived must be younger. */
const recentMs = 3_600_000

export interface Archiving {
  /** Null if it works. */
  problem: string | null
  /** What should be changed, though archiving works. */
  advice: string[]
  lastArchivedAt: Date | null
  lastFailedAt: Date | null
}

interface ArchiverRow {
  mode: string
  command: string
  library: string
  timeout: number
  wal: string | null
  archivedAt: number | null
  failedWal: string | null
  failedAt: number | null
  failures: number
}

/** Ends the current segment of the WAL, and waits until the archive has it. */
export async function checkArchiving(query: Kysely<Tables>): Promise<Archiving> {
  const before = await readArchiver(query)
  const problem = settingsProblem(before)
  if (problem !== null) return { problem, advice: [], ...timesOf(before) }
  const wal = await switchSegment(query)
  const after = wal === null ? before : await untilArchived(query, { wal, failures: before.failures })
  const failing = wal === null ? staleProblem(after) : arrivalProblem(after, wal)
  return { problem: failing, advice: adviceOf(after, wal), ...timesOf(after) }
}

function timesOf({ archivedAt, failedAt }: ArchiverRow): Pick<Archiving, 'lastArchivedAt' | 'lastFailedAt'> {
  return { lastArchivedAt: dateOf(archivedAt), lastFailedAt: dateOf(failedAt) }
}

function settingsProblem({ mode, command, library }: ArchiverRow): string | null {
  if (mode === 'off') return 'archive_mode is off. Set archive_mode=on and restart PostgreSQL.'
  if (command.trim() === '' && library === '') return 'Neither archive_command nor archive_library is set.'
  if (library === '' && copiesNothing(command))
    return 'archive_command copies nothing, so PostgreSQL deletes WAL that no archive has. It must copy the file %p.'
  return null
}

/** PostgreSQL counts a segment as archived if the command succeeds, whatever it does. Only known cases are found. */
export function copiesNothing(command: string): boolean {
  const namesFile = /%[pf]/.test(command.replaceAll('%%', ''))
  return !namesFile || /^\s*(\S*\/)?(true|:|exit|echo|printf|test|rem)(\s[^;&|<>`$]*)?$/i.test(command)
}

/** Null if the role may not. */
async function switchSegment(query: Kysely<Tables>): Promise<string | null> {
  // An empty segment is not switched.
  await query
    .updateTable('store')
    .set(({ ref }) => ({ writes: ref('writes') }))
    .execute()
  try {
    const end = sql<{ wal: string }>`select pg_walfile_name(pg_switch_wal()) as wal`
    return (await end.execute(query)).rows[0]?.wal ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return null
    throw error
  }
}

async function untilArchived(query: Kysely<Tables>, { wal, failures }: { wal: string; failures: number }) {
  for (const deadline = performance.now() + archiveMs; ; await pause(pollMs)) {
    const row = await readArchiver(query)
    if (hasArrived(row, wal) || row.failures > failures || performance.now() > deadline) return row
  }
}

function hasArrived({ wal: archived }: ArchiverRow, wal: string): boolean {
  return archived !== null && archived.slice(0, wal.length) >= wal
}

function arrivalProblem(row: ArchiverRow, wal: string): string | null {
  if (hasArrived(row, wal)) return null
  if (row.failedAt !== null && row.failedAt > (row.archivedAt ?? 0)) return failureText(row)
  return `The segment ${wal} was not archived within ${archiveMs / 1000} seconds.`
}

function staleProblem(row: ArchiverRow): string | null {
  if (row.failedAt !== null && row.failedAt > (row.archivedAt ?? 0)) return failureText(row)
  if (row.archivedAt === null) return 'Nothing has been archived yet.'
  if (Date.now() - row.archivedAt <= recentMs) return null
  return `Nothing was archived since ${new Date(row.archivedAt).toISOString()}.`
}

function failureText({ failedWal, failedAt }: ArchiverRow): string {
  return `Archiving failed at ${dateOf(failedAt)?.toISOString()} for ${failedWal}. The log of PostgreSQL has the reason.`
}

function adviceOf({ timeout, failures, failedAt }: ArchiverRow, wal: string | null): string[] {
  const times = failures === 1 ? 'once' : `${failures} times`
  return [
    ...(failures > 0 ? [`Archiving has failed ${times}, last at ${dateOf(failedAt)?.toISOString()}.`] : []),
    ...(timeout === 0 ? ['archive_timeout is 0: up to 16 MB of changes may be missing. Set archive_timeout=60s.'] : []),
    ...(wal === null
      ? [
          'The role may not end a segment, so only the last hour was checked: grant execute on function pg_switch_wal() to <role>',
        ]
      : []),
  ]
}

async function readArchiver(query: Kysely<Tables>): Promise<ArchiverRow> {
  const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::int8`
  const select = sql<ArchiverRow>`select current_setting('archive_mode') as mode,
    case current_setting('archive_command') when '(disabled)' then '' else current_setting('archive_command') end as command,
    coalesce(current_setting('archive_library', true), '') as library,
    (select setting::int8 from pg_settings where name = 'archive_timeout') as timeout,
    last_archived_wal as wal, ${milliseconds('last_archived_time')} as ${sql.ref('archivedAt')},
    last_failed_wal as ${sql.ref('failedWal')}, ${milliseconds('last_failed_time')} as ${sql.ref('failedAt')},
    failed_count as failures from pg_stat_archiver`
  const [row] = (await select.execute(query)).rows
  if (row === undefined) throw new Error('PostgreSQL reports no archiver')
  return row
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}
