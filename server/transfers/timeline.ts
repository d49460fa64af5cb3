// The events of a transfer, numbered without gap and chained by hash. They are only ever added to. Clients read kinds and details, and
// the hash covers them, so stored names stay: the kind `unclear` is a payment that became Ambiguous, and the detail `looks` counts polls.

import { hash } from 'node:crypto'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferEventTable } from '../storage/transfer-tables.ts'

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
  const row = { transfer_id: transfer.id, n: transfer.lastEvent, at, kind, previous_hash }
  const detail_hash = sha256(text)
  await insertRow(query, { ...row, detail: text, detail_hash, hash: hashOfRow({ ...row, detail: detail_hash }) })
}

const hashByNumber = preparedStatement((query, { transferId, n }: { transferId: string; n: number }) =>
  query.selectFrom('transfer_event').select('hash').where('transfer_id', '=', transferId).where('n', '=', n),
)

async function hashOfEvent(query: Query, transferId: string, n: number): Promise<string> {
  const [event] = (await hashByNumber(query, { transferId, n })).rows
  if (event === undefined) throw new Error('the event before is missing')
  return event.hash
}

/**
 * Whether the event is as it was written. `mayBeErased`: its detail may be missing. The hash of an event of an earlier version covers the
 * detail itself, so it cannot be computed again once the detail is erased.
 */
export function isIntact(row: TransferEventTable, mayBeErased: boolean): boolean {
  const { detail, detail_hash } = row
  const isErased = detail === '' && mayBeErased
  if (detail_hash === null) return isErased || row.hash === hashOfRow(row)
  return (isErased || detail_hash === sha256(detail)) && row.hash === hashOfRow({ ...row, detail: detail_hash })
}

type HashedRow = Omit<TransferEventTable, 'detail_hash' | 'hash'>

function hashOfRow({ transfer_id, n, at, kind, detail, previous_hash }: HashedRow): string {
  return sha256(JSON.stringify([transfer_id, n, at, kind, detail, previous_hash]))
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
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
  return { n, at: new Date(at), kind, detail: detailOf(detail), previousHash, hash }
}

function detailOf(text: string): EventDetail {
  return text === '' ? {} : (JSON.parse(text) as EventDetail)
}
