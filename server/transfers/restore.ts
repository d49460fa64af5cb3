// A database that was restored to an earlier time. Money may have moved since then that it does not know, so nothing is sent until an
// operator has compared the lost time with the exchanges and confirmed the result.

import { type Actor, appendEntry } from '../audit/audit-log.ts'
import { skipPositions } from '../events/skip-positions.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { setStoreFacts } from '../storage/store-facts.ts'
import { pauseSending, resumeSending } from './sending-pause.ts'
import { changeTransfer, transferOf } from './transfer-store.ts'

/** Clocks of servers differ, and what was written last may be lost although something newer was not. */
const marginMs = 3_600_000

export interface Restore {
  /** What happened after this time may be lost. */
  restoredTo: Date
  /** When a server last started with `--after-restore`. */
  startedAt: Date
  /** Confirms the newest comparison. Null if there was none since `startedAt`. */
  confirmationCode: string | null
}

const startAfterRestore =
  'Start the server with "transfer-link serve --after-restore": it sends nothing until "transfer-link reconcile" has compared the lost time with the exchanges.'

/** A server without `--after-restore` on a backup that was restored, or on a folder whose data was moved to PostgreSQL. */
export class RestoreUnchecked extends Error {
  constructor(movedAt: Date | null = null) {
    super(
      movedAt === null
        ? `This database is a restored backup. ${startAfterRestore}`
        : `The data in this folder was moved to PostgreSQL at ${movedAt.toISOString()}: set DATABASE_URL. To go back to this folder, although transfers may have been sent since: ${startAfterRestore}`,
    )
    this.name = 'RestoreUnchecked'
  }
}

/** The restore that is not confirmed yet. */
export async function readRestore(query: Query): Promise<Restore | null> {
  const row = await storeRow(query)
  if (row === undefined || row.restored_to === null || row.restored_at === null) return null
  const [restoredTo, startedAt] = [new Date(row.restored_to), new Date(row.restored_at)]
  return { restoredTo, startedAt, confirmationCode: row.restore_findings }
}

/** Throws RestoreUnchecked for a backup or a moved database that no server has started on with `--after-restore`. */
export async function refuseUnchecked(query: Query): Promise<void> {
  const row = await storeRow(query)
  if (row === undefined || row.restored_to === null || row.restored_at !== null) return
  throw new RestoreUnchecked(row.moved_at === null ? null : new Date(row.moved_at))
}

/** When the data was moved to PostgreSQL. Null if it was not, or if a server has started on it again with `--after-restore`. */
export async function readMove(query: Query): Promise<Date | null> {
  const row = await storeRow(query)
  return row === undefined || row.moved_at === null || row.restored_at !== null ? null : new Date(row.moved_at)
}

/** Marks a backup: a server that opens it does not start without `--after-restore`, and nothing is sent from it. */
export async function markBackup(copy: Query, now: Date): Promise<void> {
  await pauseSending(copy, { kind: 'restore' }, now)
  // A backup that is made while a restore is not confirmed has the lost time of that restore, too.
  const restoredTo = (await storeRow(copy))?.restored_to ?? now.getTime()
  await setStoreFacts(copy, { restored_to: restoredTo, restored_at: null, restore_findings: null, moved_at: null })
}

/** Marks an embedded database whose data was moved to PostgreSQL, like a backup: what happens there from now on is missing here. */
export async function markMoved(source: Database, now: Date): Promise<void> {
  await inTransaction(source, async (query) => {
    await markBackup(query, now)
    await setStoreFacts(query, { moved_at: now.getTime() })
  })
}

interface BegunRestore {
  now: Date
  /** The time to which it was restored, if the operator has stated it. */
  restoredTo?: Date | undefined
  /** Who starts the server, for the audit log. */
  actor?: Actor | undefined
}

/**
 * Pauses sending until the restore is confirmed. Each start begins anew, because the database may have been restored again: an earlier
 * comparison does not count, and previews that were made since then expire.
 */
export async function beginRestore(database: Database, { now, restoredTo, actor }: BegunRestore): Promise<void> {
  await inTransaction(database, async (query) => {
    const found = await lostSince(query, now.getTime())
    const since = restoredTo === undefined ? found : Math.min(found, restoredTo.getTime() - marginMs)
    // Before the pause: a confirmation at the same moment waits for this row, and would otherwise delete the pause afterwards.
    const begunAt = now.getTime()
    await setStoreFacts(query, { restored_to: since, restored_at: begunAt, restore_findings: null, moved_at: null })
    await pauseSending(query, { kind: 'restore' }, now)
    const after = { isPaused: true, lostSince: new Date(since).toISOString() }
    const begun = { action: 'restore.begin', target: 'database', before: null, after }
    if (actor !== undefined) await appendEntry(query, begun, { actor, now })
    await markWaitingAsUnknown(query, now)
    await skipPositions(query)
    // A preview may have been executed in the lost time. Executing it again would send again.
    const valid = query.updateTable('preview').where('expires_at', '>', now.getTime())
    await valid.set({ expires_at: now.getTime() }).execute()
  })
}

/** Transfers that waited for their user may have been sent in the lost time, under the same reference. */
async function markWaitingAsUnknown(query: Query, now: Date): Promise<void> {
  const rows = await query.selectFrom('transfer').selectAll().where('state', '=', 'RequiresAction').execute()
  const event = { kind: 'unknown', detail: { reason: 'the database was restored' } }
  for (const row of rows) {
    await changeTransfer(query, transferOf(row), { change: { state: 'Unknown', nextPollAt: now, event }, now })
  }
}

/** The beginning of the lost time. A restore that is not confirmed keeps its own. */
async function lostSince(query: Query, now: number): Promise<number> {
  const row = await storeRow(query)
  if (row !== undefined && row.restored_to !== null && row.restored_at !== null) return row.restored_to
  const backedUpAt = row?.restored_to ?? null
  const newest = backedUpAt !== null && backedUpAt <= now ? backedUpAt : await newestTime(query, now)
  return newest - marginMs
}

/** No exchange is read further back, if nothing in the database says when it was restored to. */
const longestMs = 365 * 86_400_000

/**
 * The newest time that a server has written. Commands may have written since the restore, so the rows that they write count only if there
 * is no other. A later time than now is from a clock that was ahead.
 */
async function newestTime(query: Query, now: number): Promise<number> {
  const byServers = [
    query
      .selectFrom('transfer')
      .where('updated_at', '<=', now)
      .select(({ fn }) => fn.max('updated_at').as('at')),
    query
      .selectFrom('preview')
      .where('created_at', '<=', now)
      .select(({ fn }) => fn.max('created_at').as('at')),
    query
      .selectFrom('account')
      .where('created_at', '<=', now)
      .select(({ fn }) => fn.max('created_at').as('at')),
    query
      .selectFrom('link')
      .where('created_at', '<=', now)
      .select(({ fn }) => fn.max('created_at').as('at')),
    query
      .selectFrom('client_event')
      .where('at', '<=', now)
      .select(({ fn }) => fn.max('at').as('at')),
  ]
  const times = await Promise.all(byServers.map((newest) => newest.executeTakeFirst()))
  const newest = Math.max(...times.map((row) => row?.at ?? 0))
  if (newest > 0) return newest
  const clients = query.selectFrom('client').where('created_at', '<=', now)
  const client = await clients.select(({ fn }) => fn.max('created_at').as('at')).executeTakeFirst()
  return client?.at ?? now - longestMs
}

/** Stores the code that confirms a comparison of the whole lost time. Returns whether the restore is still the one that was compared. */
export async function recordComparison(query: Query, { startedAt }: Restore, code: string): Promise<boolean> {
  const update = query.updateTable('store').set({ restore_findings: code }).where('id', '=', 1)
  const result = await update.where('restored_at', '=', startedAt.getTime()).execute()
  return result[0]?.numUpdatedRows === 1n
}

/** Ends the pause, if the code is that of the newest comparison. Returns whether it is. */
export async function confirmRestore(database: Database, code: string): Promise<boolean> {
  return inTransaction(database, async (query) => {
    const over = query.updateTable('store').set({ restored_to: null, restored_at: null, restore_findings: null })
    const result = await over.where('restored_at', 'is not', null).where('restore_findings', '=', code).execute()
    if (result[0]?.numUpdatedRows !== 1n) return false
    await resumeSending(query, { kind: 'restore' })
    return true
  })
}

async function storeRow(query: Query) {
  const select = query.selectFrom('store').select(['restored_to', 'restored_at', 'restore_findings', 'moved_at'])
  return select.where('id', '=', 1).executeTakeFirst()
}
