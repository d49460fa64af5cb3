// Open transfers by exchange and network, for an operator's screen.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

export interface OpenTransfers {
  exchangeType: string
  networkKey: string
  count: number
  oldest: { id: string; createdAt: Date }
}

/** Reads the row of each open transfer, by their index. */
export async function countOpenTransfers(query: Query): Promise<OpenTransfers[]> {
  // The times are of equal length, so the smallest text is the oldest transfer.
  const oldest = sql<string>`min(cast(created_at as text) || ' ' || id)`
  const rows = await query
    .selectFrom('transfer')
    .select(({ fn }) => ['exchange_type', 'network_key', fn.countAll<number>().as('count'), oldest.as('oldest')])
    // As a literal: the index of pending ones is used only for a condition that names the status.
    .where('status', '=', sql.lit('Pending'))
    .groupBy(['exchange_type', 'network_key'])
    .execute()
  return rows.map((row) => {
    const [at = '', id = ''] = row.oldest.split(' ')
    const { exchange_type: exchangeType, network_key: networkKey } = row
    return { exchangeType, networkKey, count: Number(row.count), oldest: { id, createdAt: new Date(Number(at)) } }
  })
}

/** By client: the transfers since then. Reads an entry of an index for each of them. */
export async function countTransfersByClient(query: Query, since: Date): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('transfer')
    .select(({ fn }) => ['client_id', fn.countAll<number>().as('count')])
    .where('created_at', '>=', since.getTime())
    .groupBy('client_id')
    .execute()
  return new Map(rows.map((row) => [row.client_id, Number(row.count)]))
}
