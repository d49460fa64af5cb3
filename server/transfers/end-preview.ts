// Ends a preview permanently, independently of the clocks of other processes.

import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, transferOfPreview } from './transfer-store.ts'

/**
 * Call this before reporting a preview as expired: a process whose clock is behind, or an execute that began in time, could still
 * spend it. Returns the preview's transfer, if there is one. A transfer that waits for its user is abandoned.
 */
export function endPreview(deps: TransferDeps, previewId: string): Promise<Transfer | undefined> {
  return inTransaction(deps.database, async (query) => {
    await query.updateTable('preview').set({ expires_at: 0 }).where('id', '=', previewId).execute()
    const waiting = await transferOfPreview(query, previewId)
    if (waiting?.state !== 'RequiresAction') return waiting
    const event = { kind: 'abandoned', detail: { reason: 'expired' } }
    return (
      (await changeTransfer(query, waiting, {
        change: { state: 'Abandoned', nextPollAt: null, event },
        now: deps.now(),
      })) ?? waiting
    )
  })
}

/**
 * Abandons a transfer whose user did not return in time. Returns whether the transfer has ended. Only the preview of a transfer that has
 * ended is deleted.
 */
export async function abandonExpired(deps: TransferDeps, { previewId }: Transfer): Promise<boolean> {
  const now = deps.now().getTime()
  const select = deps.database.query.selectFrom('preview').select('expires_at').where('id', '=', previewId)
  const preview = await select.executeTakeFirst()
  if (preview !== undefined && preview.expires_at > now) return false
  await endPreview(deps, previewId)
  return true
}
