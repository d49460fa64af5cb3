// Transfers that an operator should look at. Nothing is decided here: a reason is noted once, in the timeline and in the log.

import { inTransaction, type Query } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, transferOf } from './transfer-store.ts'

const nextLookMs = 300_000

/** Answers whether it was noted; false when the same reason stands there already. */
export async function noteAttention(deps: TransferDeps, transfer: Transfer, reason: string): Promise<boolean> {
  if (transfer.attention === reason) return false
  const lookAt = new Date(deps.now().getTime() + nextLookMs)
  const change = {
    state: transfer.state,
    attention: reason,
    lookAt,
    event: { kind: 'attentionRequired', detail: { reason } },
  }
  const noted = await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))
  if (noted !== null) deps.log.error({ transferId: transfer.id, reason }, 'a transfer needs an operator')
  return noted !== null
}

/** Oldest first. */
export async function transfersNeedingAttention(query: Query): Promise<Transfer[]> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('attention', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.map(transferOf)
}
