// Follows transfers that have not ended: finds withdrawals whose answer was lost, asks the exchange, reads the chain, and
// compares the mined transaction with what was previewed. It never sends anything.

import { type Account, laterSignIns, loadAccountToFollow } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { ExchangeFailure } from '../exchanges/exchange.ts'
import { errorFacts } from '../log/log.ts'
import { skipClaimed } from '../storage/dialect.ts'
import { noteAttention } from './attention.ts'
import { followOnChain } from './follow-chain.ts'
import { followAtExchange } from './follow-exchange.ts'
import { type Pace, unpaced } from './pace.ts'
import { reconcileTransfer } from './reconcile.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type Transfer, transferOf } from './transfer-store.ts'

const leaseMs = 60_000
const longPendingMs = 86_400_000
const batch = 20

/** One pass over what is due. Answers how many transfers were looked at. */
export async function followTransfers(deps: TransferDeps, pace: Pace = unpaced): Promise<number> {
  const lease = deps.newId()
  const due = await claimDue(deps, lease)
  await Promise.all(due.map((transfer) => followOne(deps, pace, transfer, lease)))
  return due.length
}

/** Leases what is due to one caller, at most a batch: no other gets it until the lease is given back or has run out. */
export async function claimDue(deps: TransferDeps, lease: string): Promise<Transfer[]> {
  const now = deps.now().getTime()
  const { query } = deps.database
  const due = query
    .selectFrom('transfer')
    .select('id')
    .where('look_at', '<=', now)
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]))
    .orderBy('look_at')
    .limit(batch)
  const rows = await query
    // Materialized, so that no plan runs it twice and claims more than the batch.
    .with(
      (name) => name('due').materialized(),
      () => skipClaimed(query, due),
    )
    .updateTable('transfer')
    .set({ lease, leased_until: now + leaseMs / (deps.haste ?? 1) })
    .where('id', 'in', (select) => select.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
  return rows.map(transferOf)
}

async function followOne(deps: TransferDeps, pace: Pace, transfer: Transfer, lease: string): Promise<void> {
  try {
    await step(deps, pace, transfer)
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) {
      deps.log.error({ transferId: transfer.id, ...errorFacts(error) }, 'a transfer could not be followed this time')
    }
    await postpone(deps, transfer)
  } finally {
    await deps.database.query
      .updateTable('transfer')
      .set({ lease: null, leased_until: null })
      .where('id', '=', transfer.id)
      .where('lease', '=', lease)
      .execute()
  }
}

async function step(deps: TransferDeps, pace: Pace, transfer: Transfer): Promise<void> {
  const { clientId, accountId } = transfer
  const ageMs = deps.now().getTime() - transfer.createdAt.getTime()
  const isForgotten = ageMs > longPendingMs && transfer.attention === null
  if (isForgotten && (await noteAttention(deps, transfer, 'pending for over 24 hours'))) return
  if (await triedWith(deps, pace, transfer, accountId)) return
  for (const later of await laterSignIns(deps, clientId, accountId)) {
    if (await triedWith(deps, pace, transfer, later)) return
  }
  if (!(await noteAttention(deps, transfer, 'every sign-in known has ended'))) await postpone(deps, transfer)
}

/** False when the exchange, or the account's owner, has ended this sign-in. */
async function triedWith(deps: TransferDeps, pace: Pace, transfer: Transfer, accountId: string): Promise<boolean> {
  try {
    await look(deps, pace, transfer, await loadAccountToFollow(deps, transfer.clientId, accountId))
    return true
  } catch (error) {
    const hasEnded =
      (error instanceof ExchangeFailure && error.kind === 'signInEnded') ||
      (error instanceof ApiError && error.type === 'reconnectRequired')
    if (hasEnded) return false
    throw error
  }
}

async function look(deps: TransferDeps, pace: Pace, transfer: Transfer, account: Account): Promise<void> {
  if (!pace.take(account.exchange)) return postpone(deps, transfer)
  const changed =
    transfer.state === 'Submitted'
      ? await followAtExchange(deps, transfer, account)
      : transfer.state === 'Confirming'
        ? await followOnChain(deps, transfer, account)
        : await reconcileTransfer(deps, transfer, account)
  if (!changed) await postpone(deps, transfer)
}

/** Looks again later: soon while the transfer is young, seldom when it is old. */
async function postpone(deps: TransferDeps, transfer: Transfer): Promise<void> {
  const now = deps.now().getTime()
  const ageMs = now - transfer.createdAt.getTime()
  await deps.database.query
    .updateTable('transfer')
    .set({ look_at: now + pauseFor(ageMs) })
    .where('id', '=', transfer.id)
    .where('last_event', '=', transfer.lastEvent)
    .execute()
}

function pauseFor(ageMs: number): number {
  if (ageMs < 60_000) return 400
  if (ageMs < 600_000) return 3_000
  return ageMs < 86_400_000 ? 30_000 : 300_000
}
