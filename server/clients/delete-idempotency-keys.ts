// Deletes idempotency keys: all after the retention period, and those with a time of expiry then, if that is earlier.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { IdempotencyDeps } from './idempotency-store.ts'

type DeletionDeps = Pick<IdempotencyDeps, 'database' | 'now'>

const primaryKey = { table: 'idempotency_key', key: ['client_id', 'key_hash'] } as const

/** At most one batch. Returns the number of keys. */
export function deleteExpiredKeys({ database: { query }, now }: DeletionDeps): Promise<number> {
  const keys = query.selectFrom('idempotency_key').select(primaryKey.key)
  return deleteBatch(query, primaryKey, keys.where('expires_at', '<=', now().getTime()))
}

/** At most one batch. Returns the number of keys. The key of a request that still runs stays. */
export function deleteOldKeys({ database: { query }, now }: DeletionDeps, keepMs: number): Promise<number> {
  const at = now().getTime()
  const old = query
    .selectFrom('idempotency_key')
    .select(primaryKey.key)
    .where('created_at', '<=', at - keepMs)
    .where((where) => where.or([where('running_until', 'is', null), where('running_until', '<=', at)]))
  return deleteBatch(query, primaryKey, old)
}
