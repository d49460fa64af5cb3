// Requests the attention of an operator for a transfer. Each reason is recorded once, in the timeline and in the log; nothing is decided here.

import { sql } from 'kysely'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import { appendEvent } from './timeline.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { recordTransferEvents } from './transfer-events.ts'
import { changeTransfer, type Transfer, transferOf } from './transfer-store.ts'

const nextPollMs = 300_000

/** The withdrawals of an exchange that one event names. */
const namedWithdrawals = 5

interface AttentionReason {
  reason: string
  /** The withdrawals that are the reason, for the timeline. */
  found?: readonly Withdrawal[] | undefined
}

/** Returns false when the transfer already has this reason. */
export async function requestAttention(
  deps: TransferDeps,
  transfer: Transfer,
  { reason, found = [] }: AttentionReason,
): Promise<boolean> {
  if (transfer.attention === reason) return false
  const nextPollAt = new Date(deps.now().getTime() + nextPollMs)
  const change = {
    state: transfer.state,
    attention: reason,
    nextPollAt,
    event: { kind: 'attentionRequired', detail: { reason, ...(found.length > 0 && { found: textOf(found) }) } },
  }
  const noted = await inTransaction(deps.database, (query) =>
    changeTransfer(query, transfer, { change, now: deps.now() }),
  )
  if (noted !== null) deps.log.error({ transferId: transfer.id, reason }, 'a transfer needs an operator')
  return noted !== null
}

function textOf(withdrawals: readonly Withdrawal[]): string {
  const named = withdrawals.slice(0, namedWithdrawals).map(({ id, amount, symbol, networkKey, address, state }) => {
    const [network, recipient] = [
      networkKey || 'a network that it does not state',
      address ?? 'an address that it does not state',
    ]
    return `withdrawal ${id} (${state}): ${amount} ${symbol} to ${recipient} on ${network}`
  })
  const more = withdrawals.length > named.length ? `; and ${withdrawals.length - named.length} more` : ''
  return `${named.join('; ')}${more}`
}

/**
 * Requests attention for a transfer whose order the exchange accepted after the transfer got another outcome. The state is not
 * changed, even if it is final.
 * Returns the stored transfer. Throws if another change was faster.
 */
export async function requestAttentionIfAccepted(
  query: Query,
  transfer: Transfer,
  { withdrawalId, now }: { withdrawalId: string | undefined; now: Date },
): Promise<Transfer> {
  if (withdrawalId === undefined || withdrawalId === transfer.withdrawalId) return transfer
  const reason = 'the exchange accepted the order, and the transfer has another outcome'
  const changed = { ...transfer, attention: reason, updatedAt: now, lastEvent: transfer.lastEvent + 1 }
  const update = query
    .updateTable('transfer')
    .set({ attention: reason, updated_at: now.getTime(), last_event: changed.lastEvent })
    .where('id', '=', transfer.id)
    .where('last_event', '=', transfer.lastEvent)
  if (!changedOne(await update.executeTakeFirstOrThrow()))
    throw new Error('the transfer changed while attention was requested')
  await appendEvent(query, changed, { now, kind: 'attentionRequired', detail: { reason, withdrawalId } })
  await recordTransferEvents(query, { before: transfer, after: changed }, now)
  return changed
}

/** Oldest first. `after`: the last transfer of the previous page. */
export async function transfersNeedingAttention(
  query: Query,
  { after, limit }: { after?: { createdAt: number; id: string } | undefined; limit?: number } = {},
): Promise<Transfer[]> {
  let select = query.selectFrom('transfer').selectAll().where('attention', 'is not', null)
  // Without an index of the times, which would lead through all transfers.
  const createdAt = sql<number>`created_at + 0`
  if (after !== undefined) select = select.where(sql<boolean>`(${createdAt}, id) > (${after.createdAt}, ${after.id})`)
  const oldestFirst = select.orderBy(createdAt).orderBy('id')
  const rows = await (limit === undefined ? oldestFirst : oldestFirst.limit(limit)).execute()
  return rows.map(transferOf)
}
