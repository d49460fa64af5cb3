// A database that was restored to an earlier time. Money may have moved since then that it does not know, so nothing is sent until an
// operator has compared the lost time with the exchanges and confirmed the result.

import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { setStoreFacts } from '../storage/store-facts.ts'
import { pauseSending, resumeSending } from './sending-pause.ts'

/** Clocks of servers differ, and what was written last may be lost although something newer was not. */
const marginMs = 3_600_000

export interface Restore {
  /** What happened after this time may be lost. */
  restoredTo: Date
  /** When a server first started on the restored database. */
  startedAt: Date
  /** Identifies what the last comparison found. Null if there was none. */
  findings: string | null
}

/** A backup that was restored, and a server that was not told. */
export class RestoreUnchecked extends Error {
  constructor() {
    super(
      'This database is a restored backup. Start the server with "transfer-link serve --after-restore": it sends nothing until "transfer-link reconcile" has compared the lost time with the exchanges.',
    )
    this.name = 'RestoreUnchecked'
  }
}

/** The restore that is not confirmed yet. */
export async function readRestore(query: Query): Promise<Restore | null> {
  const row = await storeRow(query)
  if (row === undefined || row.restored_to === null || row.restored_at === null) return null
  const [restoredTo, startedAt] = [new Date(row.restored_to), new Date(row.restored_at)]
  return { restoredTo, startedAt, findings: row.restore_findings }
}

/** Throws RestoreUnchecked for a backup that no server has started on with `--after-restore`. */
export async function refuseUnchecked(query: Query): Promise<void> {
  const row = await storeRow(query)
  if (row !== undefined && row.restored_to !== null && row.restored_at === null) throw new RestoreUnchecked()
}

/** Pauses sending until the restore is confirmed. A later start changes nothing. */
export async function beginRestore(database: Database, now: Date): Promise<void> {
  await inTransaction(database, async (query) => {
    await pauseSending(query, { kind: 'restore' }, now)
    const row = await storeRow(query)
    if (row !== undefined && row.restored_at !== null) return
    const newest = row?.restored_to ?? (await newestTime(query)) ?? now.getTime()
    const facts = { restored_to: newest - marginMs, restored_at: now.getTime(), restore_findings: null }
    await setStoreFacts(query, facts)
    // A preview may have been executed in the lost time. Executing it again would send again.
    const valid = query.updateTable('preview').where('expires_at', '>', now.getTime())
    await valid.set({ expires_at: now.getTime() }).execute()
  })
}

/** The newest time that a transfer, a preview or an account has. */
async function newestTime(query: Query): Promise<number | null> {
  const ofTransfers = query.selectFrom('transfer').select(({ fn }) => fn.max('updated_at').as('at'))
  const ofPreviews = query.selectFrom('preview').select(({ fn }) => fn.max('created_at').as('at'))
  const ofAccounts = query.selectFrom('account').select(({ fn }) => fn.max('created_at').as('at'))
  const times: number[] = []
  for (const select of [ofTransfers, ofPreviews, ofAccounts]) {
    const { at } = await select.executeTakeFirstOrThrow()
    if (at !== null) times.push(at)
  }
  return times.length === 0 ? null : Math.max(...times)
}

/** Stores what a comparison of the whole lost time found, for the confirmation. */
export async function recordFindings(query: Query, findings: string): Promise<void> {
  const update = query.updateTable('store').set({ restore_findings: findings }).where('id', '=', 1)
  await update.where('restored_at', 'is not', null).execute()
}

/** Ends the pause, if the comparison before found the same. Returns whether it did. */
export async function confirmRestore(database: Database, findings: string): Promise<boolean> {
  return inTransaction(database, async (query) => {
    const over = query.updateTable('store').set({ restored_to: null, restored_at: null, restore_findings: null })
    const result = await over.where('restored_at', 'is not', null).where('restore_findings', '=', findings).execute()
    if (result[0]?.numUpdatedRows !== 1n) return false
    await resumeSending(query, { kind: 'restore' })
    return true
  })
}

async function storeRow(query: Query) {
  const select = query.selectFrom('store').select(['restored_to', 'restored_at', 'restore_findings'])
  return select.where('id', '=', 1).executeTakeFirst()
}
