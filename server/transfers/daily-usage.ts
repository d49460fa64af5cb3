// The transfers of a UTC day that count against the limits of a client and of its users. Counted in the transaction that stores the
// transfer, and given back in the one that ends it unsent, so that no two processes see different numbers.

import { Amount } from '../contract/amount.ts'
import { lockRows, skipClaimed } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'

/** A client, or one of its users, on one UTC day. */
export interface UsageKey {
  clientId: string
  /** Null for all users of the client together. */
  userId: string | null
  /** Days since 1970. */
  day: number
}

export interface DailyUsage {
  transfers: number
  /** US dollars. */
  fiat: Amount
}

const dayMs = 86_400_000
const allUsers = ''
const noUsage: DailyUsage = { transfers: 0, fiat: Amount.zero }
/** A transfer may be given back some days later, and a process with a wrong clock must not delete the counts of this day. */
const deletedAfterDays = 7
const deletedAtOnce = 10

export function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs)
}

/** When the day ends. */
export function endOf(day: number): Date {
  return new Date((day + 1) * dayMs)
}

export async function usageOf(query: Query, key: UsageKey): Promise<DailyUsage> {
  return readRow(await rowOf(query, key).executeTakeFirst())
}

/** Locks the usage until the transaction ends. */
export async function lockUsage(query: Query, key: UsageKey): Promise<DailyUsage> {
  const found = await lockRows(query, rowOf(query, key)).executeTakeFirst()
  if (found !== undefined) return readRow(found)
  const { client_id, user_id, day } = columnsOf(key)
  const first = { client_id, user_id, day, transfers: 0, fiat: '0' }
  const [inserted] = await query
    .insertInto('daily_usage')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (inserted?.numInsertedOrUpdatedRows === 1n) {
    await deleteOld(query, day - deletedAfterDays)
    return noUsage
  }
  // A concurrent transaction has inserted it.
  return readRow(await lockRows(query, rowOf(query, key)).executeTakeFirst())
}

/** Only while the row is locked. */
export async function storeUsage(query: Query, key: UsageKey, { transfers, fiat }: DailyUsage): Promise<void> {
  const { client_id, user_id, day } = columnsOf(key)
  await query
    .updateTable('daily_usage')
    .set({ transfers, fiat: fiat.toString() })
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .execute()
}

/** A transfer that has ended without sending no longer counts. */
export async function giveBack(query: Query, transferId: string, amountInFiat: Amount | null): Promise<void> {
  const counted = await query
    .selectFrom('transfer')
    .select(['client_id', 'user_id', 'client_counted_on', 'user_counted_on'])
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  const { client_id: clientId, user_id: userId, client_counted_on, user_counted_on } = counted
  // In the order in which an execute locks them.
  if (client_counted_on !== null)
    await subtract(query, { clientId, userId: null, day: client_counted_on }, amountInFiat)
  if (user_counted_on !== null) await subtract(query, { clientId, userId, day: user_counted_on }, amountInFiat)
}

async function subtract(query: Query, key: UsageKey, amountInFiat: Amount | null): Promise<void> {
  const found = await lockRows(query, rowOf(query, key)).executeTakeFirst()
  // The day has ended and its row is deleted.
  if (found === undefined) return
  const { transfers, fiat } = readRow(found)
  const left = fiat.subtract(amountInFiat ?? Amount.zero)
  await storeUsage(query, key, { transfers: Math.max(0, transfers - 1), fiat: Amount.max(Amount.zero, left) })
}

/** Deletes more rows than it is called for, so the table does not grow for ever. */
async function deleteOld(query: Query, before: number): Promise<void> {
  const old = query
    .selectFrom('daily_usage')
    .select(['client_id', 'user_id', 'day'])
    .where('day', '<', before)
    .limit(deletedAtOnce)
  await query
    .deleteFrom('daily_usage')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('client_id', 'user_id', 'day'),
        'in',
        skipClaimed(query, old).$asTuple('client_id', 'user_id', 'day'),
      ),
    )
    .execute()
}

function rowOf(query: Query, key: UsageKey) {
  const { client_id, user_id, day } = columnsOf(key)
  return query
    .selectFrom('daily_usage')
    .select(['transfers', 'fiat'])
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .where('day', '=', day)
}

function readRow(row: { transfers: number; fiat: string } | undefined): DailyUsage {
  return row === undefined ? noUsage : { transfers: row.transfers, fiat: Amount.parse(row.fiat) }
}

function columnsOf({ clientId, userId, day }: UsageKey) {
  return { client_id: clientId, user_id: userId ?? allUsers, day }
}
