// Deletes what has expired. docs/src/content/docs/operate/retention.md lists what is stored, and for how long.

import { deleteExpiredConnections } from './accounts/connection-rows.ts'
import {
  deleteExpiredTokens,
  deleteOldDeliveries,
  deleteUnusedSignIns,
  signInBatch,
} from './accounts/delete-sign-ins.ts'
import { deleteExpiredKeys, deleteOldKeys } from './clients/delete-idempotency-keys.ts'
import type { RetentionPeriods } from './config-values.ts'
import { deleteExpiredSignIns, deleteOldHours } from './console/delete-expired.ts'
import { eraseDue } from './erase-user.ts'
import { deleteFullBuckets, deleteUnusedNonces } from './limits/delete-limits.ts'
import { deleteExpiredLinks, deleteExpiredSessions } from './links/delete-links.ts'
import { errorFacts, type Log } from './log/log.ts'
import { deletionBatch } from './storage/delete-batch.ts'
import { updateStatistics } from './storage/statistics.ts'
import { type Database, pauseFor } from './storage/storage.ts'
import { deleteOldPreviews } from './transfers/delete-previews.ts'
import { erasureBatch } from './transfers/erase-transfers.ts'
import { deleteEndedProposals } from './transfers/resolve-proposals.ts'
import { readRestore } from './transfers/restore.ts'
import { deleteExpiredChallenges, deleteOldProofs } from './wallets/delete-proofs.ts'
import {
  deleteAttemptsOfDeleted,
  deleteDeletedEndpoints,
  deleteDeliveriesOfDeleted,
  deleteOldAttempts,
  deleteOldMessages,
  deleteOldWebhooks,
  deleteUnsentWebhooks,
} from './webhooks/delete-webhooks.ts'

interface RetentionDeps {
  database: Database
  now(): Date
  log: Log
}

/** Between two full batches, so that other statements run in between. */
const betweenBatchesMs = 100

/**
 * Updates the statistics of the database, and deletes everything that has expired, a batch at a time, until it is done or `signal` is
 * aborted. Several processes may run it at once: each skips the rows that another one deletes. Until a restore is confirmed, it deletes
 * nothing: the comparison with the exchanges needs accounts that have expired in the lost time.
 */
export async function deleteExpired(
  deps: RetentionDeps,
  periods: RetentionPeriods,
  signal?: AbortSignal,
): Promise<void> {
  await updateStatistics(deps.database.query).catch((error: unknown) =>
    deps.log.error(errorFacts(error), 'the statistics of the database could not be updated'),
  )
  if ((await readRestore(deps.database.query)) !== null) return
  for (const [name, deleteBatch, batch] of deletions(deps, periods)) {
    try {
      while (!signal?.aborted && (await deleteBatch()) >= batch) await pauseFor(deps.database, betweenBatchesMs)
    } catch (error) {
      deps.log.error({ rows: name, ...errorFacts(error) }, 'expired rows could not be deleted')
    }
  }
}

type Deletion = [name: string, deleteBatch: () => Promise<number>, batch: number]

/** Rows that refer to others come first. */
function deletions(
  deps: RetentionDeps,
  { links, previews, signIns, idempotencyKeys, erasure }: RetentionPeriods,
): Deletion[] {
  return [
    ['connections', () => deleteExpiredConnections(deps), deletionBatch],
    ['sessions', () => deleteExpiredSessions(deps, links), deletionBatch],
    ['token deliveries', () => deleteOldDeliveries(deps, links), deletionBatch],
    ['links', () => deleteExpiredLinks(deps, links), deletionBatch],
    ['erased users', () => eraseDue(deps, erasure), erasureBatch],
    ['previews', () => deleteOldPreviews(deps, previews), deletionBatch],
    ['tokens', () => deleteExpiredTokens(deps, signIns), deletionBatch],
    ['sign-ins', () => deleteUnusedSignIns(deps, signIns), signInBatch],
    ['idempotency keys', () => deleteExpiredKeys(deps), deletionBatch],
    ['old idempotency keys', () => deleteOldKeys(deps, idempotencyKeys), deletionBatch],
    ['hours of the overview', () => deleteOldHours(deps), deletionBatch],
    ['sign-ins of operators', () => deleteExpiredSignIns(deps), deletionBatch],
    ['proposed resolutions', () => deleteEndedProposals(deps), deletionBatch],
    ['rate limits', () => deleteFullBuckets(deps), deletionBatch],
    ['nonces', () => deleteUnusedNonces(deps), deletionBatch],
    ['wallet messages', () => deleteExpiredChallenges(deps), deletionBatch],
    ['wallet proofs', () => deleteOldProofs(deps), deletionBatch],
    ['webhook attempts', () => deleteOldAttempts(deps), deletionBatch],
    ['webhook deliveries', () => deleteOldWebhooks(deps), deletionBatch],
    ['unsent webhooks', () => deleteUnsentWebhooks(deps), deletionBatch],
    ['webhook messages', () => deleteOldMessages(deps), deletionBatch],
    ['attempts of deleted endpoints', () => deleteAttemptsOfDeleted(deps), deletionBatch],
    ['deliveries of deleted endpoints', () => deleteDeliveriesOfDeleted(deps), deletionBatch],
    ['deleted endpoints', () => deleteDeletedEndpoints(deps), deletionBatch],
  ]
}
