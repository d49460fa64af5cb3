// Leases of transfers to polling processes. Transfers are claimed per exchange, so that a hanging exchange delays no other.

import type { Exchange } from '../exchanges/exchange.ts'
import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import { skipClaimed } from '../storage/dialect.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type Transfer, transferOf } from './transfer-store.ts'

const batch = 20
const furthestAheadMs = 7_200_000

/** Null: transfers whose exchange this server does not have. They wait for an operator. */
export type Claimed = Exchange | null

/** Leases due transfers to one caller, at most one batch. No other caller gets them until the lease is released or expires. */
export async function claimDue(deps: TransferDeps, exchange: Claimed, lease: string): Promise<Transfer[]> {
  const now = deps.now().getTime()
  const { query } = deps.database
  const waiting = query.selectFrom('transfer').select('id')
  const own =
    exchange === null
      ? deps.exchanges.all.reduce((select, { type }) => select.where('exchange_type', '<>', type), waiting)
      : waiting.where('exchange_type', '=', exchange.type)
  const leaseMs = exchange?.recovery.leaseMs ?? defaultLeaseMs
  const due = own
    .where('next_poll_at', '<=', now)
    .where((where) =>
      where.or([
        where('leased_until', 'is', null),
        where('leased_until', '<', now),
        // Stored by a process whose clock was wrong.
        where('leased_until', '>', now + 2 * leaseMs),
      ]),
    )
    .orderBy('next_poll_at')
    .limit(batch)
  const rows = await query
    // Materialized, so that no query plan evaluates it twice and claims more than one batch.
    .with(
      (name) => name('due').materialized(),
      () => skipClaimed(query, due),
    )
    .updateTable('transfer')
    .set({ lease, leased_until: now + leaseMs })
    .where('id', 'in', (select) => select.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
  return rows.map(transferOf)
}

/** A next poll further ahead than the longest interval was scheduled by a wrong clock: the transfer is due now. */
export async function rescheduleSkewed({ database, exchanges, now }: TransferDeps): Promise<void> {
  const at = now().getTime()
  for (const { type, recovery } of exchanges.all) {
    const { requestMs, fenceMs, visibilityMs } = recovery
    const furthestMs = furthestAheadMs + requestMs + (fenceMs ?? 0) + visibilityMs
    await database.query
      .updateTable('transfer')
      .set({ next_poll_at: at })
      .where('exchange_type', '=', type)
      .where('next_poll_at', '>', at + furthestMs)
      .execute()
  }
}

/** Releases one transfer, or every transfer of the lease. */
export async function releaseLease(deps: TransferDeps, lease: string, transferId?: string): Promise<void> {
  const held = deps.database.query.updateTable('transfer').set({ lease: null, leased_until: null })
  const all = held.where('lease', '=', lease)
  // Every leased transfer has a next poll. The condition is repeated so that the index is used.
  await (transferId === undefined
    ? all.where('next_poll_at', 'is not', null)
    : all.where('id', '=', transferId)
  ).execute()
}
