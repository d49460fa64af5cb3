// Deletes sessions, codes and begun sign-ins of operators that have expired.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database } from '../storage/storage.ts'
import { idleMs } from './sessions.ts'

interface DeletionDeps {
  database: Database
  now(): Date
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
