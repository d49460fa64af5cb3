// Counts transfers for an operator's dashboard. Every count uses an index, because the table may have millions of rows.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

export interface TransferCounts {
  byStatus: [status: string, count: number][]
  /** Those that are polled. */
  openByState: { state: string; count: number; oldest: Date }[]
}

const statuses = ['Pending', 'Succeeded', 'Failed', 'Hidden'] as const

/** Reads an index entry of each transfer, and the row of each open one. */
export async function countTransfers(query: Query): Promise<TransferCounts> {
  const [counts, states] = await Promise.all([
    query
      .selectFrom('transfer')
      // SQLite would sort the statuses of all transfers to group them.
      .select(statuses.map((status) => sql<number>`count(case when status = ${sql.lit(status)} then 1 end)`.as(status)))
      .executeTakeFirstOrThrow(),
    query
      .selectFrom('transfer')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('next_poll_at', 'is not', null)
      .groupBy('state')
      .orderBy('state')
      .execute(),
  ])
  return {
    byStatus: statuses.map((status) => [status, counts[status]]),
    openByState: states.map(({ state, count, oldest }) => ({ state, count, oldest: new Date(oldest) })),
  }
}

/** Reads an index entry of each flagged transfer. */
export async function countNeedingAttention(query: Query): Promise<number> {
  const flagged = query.selectFrom('transfer').where('attention', 'is not', null)
  return (await flagged.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
