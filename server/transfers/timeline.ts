// The events of a transfer, numbered without gap and chained by hash. They are only ever added to. Clients read kinds and details, and
// the hash covers them, so stored names stay: the kind `unclear` is a payment that became Ambiguous, and the detail `looks` counts polls.

import { createHash } from 'node:crypto'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferEventTable } from '../storage/tables.ts'

export type EventDetail = Record<string, string | number>

export interface TransferEvent {
  n: number
  at: Date
  kind: string
  detail: EventDetail
  previousHash: string
  hash: string
}

const insertRow = preparedStatement((query, row: TransferEventTable) => query.insertInto('transfer_event').values(row))

/** The event numbered `lastEvent`. */
export async function appendEvent(
  query: Query,
  transfer: { id: string; lastEvent: number },
  { now, kind, detail }: { now: Date; kind: string; detail: EventDetail },
): Promise<void> {
  const previous_hash = transfer.lastEvent === 1 ? '' : await hashOfEvent(query, transfer.id, transfer.lastEvent - 1)
  const at = now.getTime()
  const text = JSON.stringify(detail)
  const hash = eventHash({
    transferId: transfer.id,
    n: transfer.lastEvent,
    at,
    kind,
    detail: text,
    previousHash: previous_hash,
  })
  await insertRow(query, {
    transfer_id: transfer.id,
    n: transfer.lastEvent,
    at,
    kind,
    detail: text,
    previous_hash,
    hash,
  })
}

const hashByNumber = preparedStatement((query, { transferId, n }: { transferId: string; n: number }) =>
  query.selectFrom('transfer_event').select('hash').where('transfer_id', '=', transferId).where('n', '=', n),
)

async function hashOfEvent(query: Query, transferId: string, n: number): Promise<string> {
  const [event] = (await hashByNumber(query, { transferId, n })).rows
  if (event === undefined) throw new Error('the event before is missing')
  return event.hash
}

interface HashedEvent {
  transferId: string
  n: number
  at: number
  kind: string
  detail: string
  previousHash: string
}

export function eventHash({ transferId, n, at, kind, detail, previousHash }: HashedEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([transferId, n, at, kind, detail, previousHash]))
    .digest('hex')
}

export async function eventsOf(query: Query, transferId: string): Promise<TransferEvent[]> {
  return (await eventsOfTransfers(query, [transferId])).get(transferId) ?? []
}

/** By transfer. */
export async function eventsOfTransfers(
  query: Query,
  transferIds: readonly string[],
): Promise<Map<string, TransferEvent[]>> {
  const rows = await query
    .selectFrom('transfer_event')
    .selectAll()
    .where('transfer_id', 'in', transferIds)
    .orderBy('n')
    .execute()
  const byTransfer = Map.groupBy(rows, (row) => row.transfer_id)
  return new Map([...byTransfer].map(([id, events]) => [id, events.map(eventOf)]))
}

function eventOf({ n, at, kind, detail, previous_hash: previousHash, hash }: TransferEventTable): TransferEvent {
  return { n, at: new Date(at), kind, detail: JSON.parse(detail) as EventDetail, previousHash, hash }
}
