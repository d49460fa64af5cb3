// Deletes previews some time after they were made. The transfer of a spent preview then answers in its place, by the same previewId.

import { deletionBatch } from '../storage/delete-batch.ts'
import { skipClaimed } from '../storage/dialect.ts'
import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { hasEnded, type TransferState, transferStates } from './transfer-status.ts'

/** States that no longer need the preview: its terms, its expiry and its count of wrong codes. */
const withoutPreview: TransferState[] = transferStates.filter((state) => hasEnded(state) || state === 'AwaitingWallet')

/**
 * At most one batch. Returns the number of previews. An execute spends its preview before it stores the transfer. So a preview that is
 * deleted as unspent can no longer be executed, and the preview of a transfer is deleted by its state alone.
 */
export function deleteOldPreviews(
  { database, now }: Pick<TransferDeps, 'database' | 'now'>,
  keepMs: number,
): Promise<number> {
  const at = now().getTime()
  return inTransaction(database, async (query) => {
    const old = query
      .selectFrom('preview')
      .select(['id', 'session_id'])
      .where('created_at', '<=', at - keepMs)
      .where('expires_at', '<=', at)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('spent_at', 'is', null),
          exists(
            selectFrom('transfer')
              .select('transfer.id')
              .whereRef('preview_id', '=', 'preview.id')
              .where('state', 'in', withoutPreview),
          ),
        ]),
      )
      .orderBy('created_at')
      .limit(deletionBatch)
    const rows = await skipClaimed(query, old).execute()
    if (rows.length === 0) return 0
    const ofSessions = rows.filter(({ session_id }) => session_id !== null).map(({ id }) => id)
    if (ofSessions.length > 0) {
      await query
        .updateTable('transfer')
        .set(({ selectFrom }) => ({
          session_id: selectFrom('preview').select('session_id').whereRef('preview.id', '=', 'transfer.preview_id'),
        }))
        .where('preview_id', 'in', ofSessions)
        .execute()
    }
    const ids = rows.map(({ id }) => id)
    await query.deleteFrom('preview').where('id', 'in', ids).execute()
    return rows.length
  })
}
