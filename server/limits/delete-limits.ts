// Deletes rate limits without effect, and the nonces of API keys that are no longer used.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database } from '../storage/storage.ts'
import { unitsPerMs } from './bucket.ts'

interface DeletionDeps {
  database: Database
  now(): Date
}

/** A new row starts at the time of the clock. The period is longer than the clocks of two processes differ. */
const nonceKeepMs = 30 * 86_400_000

/** At most one batch. Returns the number of buckets. A bucket that is full again is the same as none. */
export function deleteFullBuckets({ database: { query }, now }: DeletionDeps): Promise<number> {
  const full = query
    .selectFrom('rate_bucket')
    .select('id')
    .where('busy_until', '<=', now().getTime() * unitsPerMs)
  return deleteBatch(query, { table: 'rate_bucket', key: ['id'] }, full)
}

/** At most one batch. Returns the number of keys. The next nonce of a deleted key is greater than every one before. */
export function deleteUnusedNonces({ database: { query }, now }: DeletionDeps): Promise<number> {
  const before = now().getTime() - nonceKeepMs
  const unused = query
    .selectFrom('exchange_key')
    .select('id')
    .where('nonce', '<=', before * unitsPerMs)
    .where('busy_until', '<=', before)
  return deleteBatch(query, { table: 'exchange_key', key: ['id'] }, unused)
}
