// Deletes what the console no longer needs: expired sessions, codes and begun sign-ins of operators, and old hours of the overview.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database } from '../storage/storage.ts'
import { idleMs } from './sessions.ts'
import { dayMs } from './summarise-transfers.ts'

interface DeletionDeps {
  database: Database
  now(): Date
}

/** The overview reads the hours of the last two days. */
const keepHoursMs = 3 * dayMs

/** At most one batch. Returns the number of rows. Days stay. */
export function deleteOldHours({ database: { query }, now }: DeletionDeps): Promise<number> {
  const key = ['period', 'starts_at', 'exchange_type', 'network_key', 'symbol', 'result'] as const
  const old = query.selectFrom('transfer_summary').select(key).where('period', '=', 'hour')
  return deleteBatch(
    query,
    { table: 'transfer_summary', key },
    old.where('starts_at', '<', now().getTime() - keepHoursMs),
  )
}

/** At most one batch of each. Returns the largest number of rows. */
export async function deleteExpiredSignIns({ database: { query }, now }: DeletionDeps): Promise<number> {
  const at = now().getTime()
  const sessions = query
    .selectFrom('operator_session')
    .select('hash')
    .where(({ or, eb }) => or([eb('expires_at', '<=', at), eb('used_at', '<=', at - idleMs)]))
  const codes = query.selectFrom('operator_code').select('hash').where('expires_at', '<=', at)
  const challenges = query.selectFrom('operator_challenge').select('hash').where('expires_at', '<=', at)
  const key = ['hash']
  return Math.max(
    await deleteBatch(query, { table: 'operator_session', key }, sessions),
    await deleteBatch(query, { table: 'operator_code', key }, codes),
    await deleteBatch(query, { table: 'operator_challenge', key }, challenges),
  )
}
