// Leases of transfers to polling processes. A leased transfer is due again when its lease expires, so the transfers of a process that
// died are polled by others, and a search for due transfers does not meet those that are leased.

import { type Selectable, sql, type Updateable } from 'kysely'
import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import { isNoneOf, isPostgres, skipClaimed } from '../storage/dialect.ts'
import { pauseFor, type Query } from '../storage/storage.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import { oldestListedMs } from './accounts-to-poll.ts'
import { laneOfRow, mostSlots, type PollLane } from './poll-lanes.ts'
import { pollTiers } from './poll-schedule.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type Transfer, transferOf } from './transfer-store.ts'

/** Longer than any interval, and than a preview is valid. */
const furthestAheadMs = 900_000
const strandedBatch = 20
const skewedBatch = 1_000
/** Other statements run meanwhile. */
const betweenBatchesMs = 10

/** A transfer that is leased, and since when it was due. */
export interface LeasedTransfer extends Transfer {
  dueAt: Date
}

/** The time of the next poll of a transfer whose lease has ended. */
export interface NextPoll {
  transferId: string
  at: Date
  tier: number
}

/**
 * How many transfers are due in each tier of each lane, at most `mostSlots`. One statement for all lanes. `busyAccounts`: of lanes that
 * use keys, the transfers of these accounts are left out.
 */
export async function countDue(
  { database: { query }, now }: TransferDeps,
  lanes: readonly Pick<PollLane, 'name' | 'usesKey'>[],
  busyAccounts: readonly string[],
): Promise<Map<string, number[]>> {
  if (lanes.length === 0) return new Map()
  const rows = lanes.flatMap(({ name, usesKey }) =>
    pollTiers.map((tier) => sql`(${sql.lit(name)}, ${sql.lit(tier)}, ${sql.lit(usesKey ? 1 : 0)})`),
  )
  const isFree =
    busyAccounts.length === 0 ? sql`` : sql`and (v.column3 = 0 or ${isNoneOf(query, 'account_id', busyAccounts)})`
  // Where most transfers are pending, SQLite would read the whole table for each lane.
  const byIndex = isPostgres(query) ? sql`` : sql`indexed by transfer_lane`
  const counted = await sql<{ lane: string; tier: number; count: number }>`
    select v.column1 as lane, v.column2 as tier,
      (select count(*) from
        (select 1 from transfer ${byIndex} where ${laneOfRow} = v.column1 and poll_tier = v.column2
          and next_poll_at <= ${now().getTime()} ${isFree} limit ${sql.lit(mostSlots)}) as due) as count
    from (values ${sql.join(rows)}) as v`.execute(query)
  const due = new Map<string, number[]>()
  for (const { lane, tier, count } of counted.rows) {
    const counts = due.get(lane) ?? pollTiers.map(() => 0)
    counts[tier] = count
    if (count > 0) due.set(lane, counts)
  }
  return due
}

/**
 * Leases due transfers of one tier, the ones due longest first. No other process gets them until they are due again. Those of
 * `busyAccounts` keep their places.
 */
export async function claimDue(
  deps: TransferDeps,
  { name, leaseMs }: Pick<PollLane, 'name' | 'leaseMs'>,
  { lease, tier, count, busyAccounts }: { lease: string; tier: number; count: number; busyAccounts: readonly string[] },
): Promise<LeasedTransfer[]> {
  const due = dueNow(deps).where(laneOfRow, '=', name).where('poll_tier', '=', tier).limit(count)
  const free = busyAccounts.length === 0 ? due : due.where(isNoneOf(deps.database.query, 'account_id', busyAccounts))
  const claimed = await claim(deps, free, { lease, leaseMs })
  const at = deps.now().getTime()
  for (const { dueAt } of claimed) deps.pollMetrics?.observeDelay((at - dueAt.getTime()) / 1_000, name)
  return claimed
}

/**
 * Leases further transfers of these accounts that the exchange has accepted: one request can serve all of them. Those that it can list may
 * be due only by `dueBefore`. The ones due longest go first.
 */
export function claimSiblings(
  deps: TransferDeps,
  { lease, leaseMs }: { lease: string; leaseMs: number },
  { accountIds, dueBefore, count }: { accountIds: string[]; dueBefore: Date; count: number },
): Promise<LeasedTransfer[]> {
  const now = deps.now().getTime()
  const siblings = deps.database.query
    .selectFrom('transfer')
    .select(['id', 'next_poll_at'])
    .where('account_id', 'in', accountIds)
    // Without the exchange, by whose index SQLite would search all of its transfers that are due. An account belongs to one.
    .where('status', '=', 'Pending')
    .where('state', '=', 'Submitted')
    .where('next_poll_at', '<=', dueBefore.getTime())
    .where(({ or, and, eb }) =>
      or([eb('next_poll_at', '<=', now), and([eb('lease', 'is', null), eb('created_at', '>', now - oldestListedMs)])]),
    )
    .orderBy('next_poll_at')
    .limit(count)
  return claim(deps, siblings, { lease, leaseMs })
}

/** Leases due transfers that belong to no lane: this server does not have their exchange or network. They wait for an operator. */
export async function claimStranded(
  deps: TransferDeps,
  lanes: readonly PollLane[],
  lease: string,
): Promise<LeasedTransfer[]> {
  const own = new Set(lanes.map(({ name }) => name))
  const unknown = (await lanesInUse(deps.database.query)).filter((name) => !own.has(name))
  if (unknown.length === 0) return []
  const due = dueNow(deps).where(laneOfRow, 'in', unknown).limit(strandedBatch)
  return claim(deps, due, { lease, leaseMs: defaultLeaseMs })
}

/** The lanes of all pending transfers. One search of the index for each, where `distinct` would read every pending transfer. */
async function lanesInUse(query: Query): Promise<string[]> {
  const pending = sql`from transfer where next_poll_at is not null`
  const { rows } = await sql<{ name: string }>`
    with recursive lane(name) as (
      select (select ${laneOfRow} ${pending} order by ${laneOfRow} limit 1)
      union all
      select (select ${laneOfRow} ${pending} and ${laneOfRow} > lane.name order by ${laneOfRow} limit 1) from lane
      where lane.name is not null
    )
    select name from lane where name is not null`.execute(query)
  return rows.map(({ name }) => name)
}

function dueNow({ database, now }: TransferDeps) {
  return database.query
    .selectFrom('transfer')
    .select(['id', 'next_poll_at'])
    .where('next_poll_at', '<=', now().getTime())
    .orderBy('next_poll_at')
}

/** In the order of `due`. */
async function claim(
  { database: { query }, now }: TransferDeps,
  due: ReturnType<typeof dueNow>,
  { lease, leaseMs }: { lease: string; leaseMs: number },
): Promise<LeasedTransfer[]> {
  const at = now().getTime()
  const leasedUntil = at + leaseMs
  const set = { lease, leased_until: leasedUntil, next_poll_at: leasedUntil }
  const claimed = isPostgres(query) ? await claimSkipping(query, due, set) : await claimAlone(query, due, set)
  return claimed
    .map(({ row, dueAt }) => ({ ...transferOf(row), dueAt: new Date(dueAt ?? at) }))
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
}

type Claimed = { row: Selectable<TransferTable>; dueAt: number | null }
type ClaimSet = Pick<Updateable<TransferTable>, 'lease' | 'leased_until' | 'next_poll_at'>

/** Other processes claim at the same time. The update returns its rows in any order. */
async function claimSkipping(query: Query, due: ReturnType<typeof dueNow>, set: ClaimSet): Promise<Claimed[]> {
  const rows = await query
    // Materialized, so that no query plan evaluates it twice and claims more than its limit.
    .with(
      (name) => name('due').materialized(),
      () => skipClaimed(query, due),
    )
    .updateTable('transfer')
    .from('due')
    .set(set)
    .whereRef('transfer.id', '=', 'due.id')
    .returningAll('transfer')
    .returning('due.next_poll_at as due_at')
    .execute()
  return rows.map(({ due_at: dueAt, ...row }) => ({ row, dueAt }))
}

/** SQLite returns no column of another table, and has one process. */
async function claimAlone(query: Query, due: ReturnType<typeof dueNow>, set: ClaimSet): Promise<Claimed[]> {
  const dueAt = new Map((await due.execute()).map(({ id, next_poll_at }) => [id, next_poll_at]))
  const update = query.updateTable('transfer').set(set).where('id', 'in', due.clearSelect().select('id'))
  return (await update.returningAll().execute()).map((row) => ({ row, dueAt: dueAt.get(row.id) ?? null }))
}

/** Ends leases. A transfer that another process has leased since is left out. */
export async function endLeases({ database }: TransferDeps, lease: string, polls: readonly NextPoll[]): Promise<void> {
  const rows = polls.map(
    ({ transferId, at, tier }) => sql`(${transferId}, cast(${at.getTime()} as bigint), cast(${tier} as integer))`,
  )
  await sql`
    update transfer set next_poll_at = next.column2, poll_tier = next.column3, lease = null, leased_until = null
    from (values ${sql.join(rows)}) as next
    where id = next.column1 and lease = ${lease}`.execute(database.query)
}

/**
 * A next poll further ahead than the longest interval, or than two leases, was scheduled by a wrong clock: the transfer is due now.
 * Reads a batch at a time, because old transfers are polled later than two leases from now, and there may be many.
 */
export async function rescheduleSkewed({ database, exchanges, now }: TransferDeps): Promise<void> {
  const at = now().getTime()
  for (const { type, recovery } of exchanges.all) {
    const { requestMs, fenceMs, visibilityMs, leaseMs } = recovery
    const furthest = at + furthestAheadMs + requestMs + (fenceMs ?? 0) + visibilityMs
    for (let after: number | null = at + 2 * leaseMs; after !== null; ) {
      const until = await endOfBatch(database.query, type, after)
      const update = database.query
        .updateTable('transfer')
        .set({ next_poll_at: at, lease: null, leased_until: null })
        .where('exchange_type', '=', type)
        .where('next_poll_at', '>', after)
        .where(({ or, eb, ref }) =>
          or([eb('next_poll_at', '>', furthest), eb('leased_until', '=', ref('next_poll_at'))]),
        )
      await (until === null ? update : update.where('next_poll_at', '<=', until)).execute()
      if (until !== null) await pauseFor(database, betweenBatchesMs)
      after = until
    }
  }
}

/** The next poll of the last transfer of a batch. Null if fewer are left. Reads the index only. */
async function endOfBatch(query: Query, exchangeType: string, after: number): Promise<number | null> {
  const last = await query
    .selectFrom('transfer')
    .select('next_poll_at')
    .where('exchange_type', '=', exchangeType)
    .where('next_poll_at', '>', after)
    .orderBy('next_poll_at')
    .offset(skewedBatch - 1)
    .limit(1)
    .executeTakeFirst()
  return last?.next_poll_at ?? null
}

/** Releases every transfer of the lease: it is due at once, before those that became due since its last change. */
export async function releaseLeases(query: Query, lease?: string): Promise<void> {
  const leased = query
    .updateTable('transfer')
    // Leased transfers have a next poll. The condition is repeated so that the index is used.
    .where('next_poll_at', 'is not', null)
    .whereRef('leased_until', '=', 'next_poll_at')
  await (lease === undefined ? leased.where('lease', 'is not', null) : leased.where('lease', '=', lease))
    .set(({ ref }) => ({ next_poll_at: ref('updated_at'), lease: null, leased_until: null }))
    .execute()
}
