// Counts transfers for an operator's dashboard. Every count uses an index, because the table may have millions of rows.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

export interface TransferCounts {
  byStatus: [status: string, count: number][]
  /** Of those that are polled. */
  openByState: [state: string, count: number][]
  needingAttention: number
}

export async function countTransfers(query: Query): Promise<TransferCounts> {
  const count = sql<number>`count(*)`.as('count')
  const [statuses, states, attention] = await Promise.all([
    query.selectFrom('transfer').select(['status', count]).groupBy('status').orderBy('status').execute(),
    query
      .selectFrom('transfer')
      .select(['state', count])
      .where('next_poll_at', 'is not', null)
      .groupBy('state')
      .orderBy('state')
      .execute(),
    query.selectFrom('transfer').select(count).where('attention', 'is not', null).executeTakeFirstOrThrow(),
  ])
  return {
    byStatus: statuses.map((row) => [row.status, row.count]),
    openByState: states.map((row) => [row.state, row.count]),
    needingAttention: attention.count,
  }
}
