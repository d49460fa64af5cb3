// Everything that the body of an event is made from, as of the event.

import type { ClientEvent } from '../events/client-event.ts'
import type { Query } from '../storage/storage.ts'
import { eventsOfTransfers, type TransferEvent } from '../transfers/timeline.ts'
import { transferAsOf } from '../transfers/transfer-as-of.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'

export interface EventSource {
  event: ClientEvent
  /** Null for an event of another subject. */
  transfer: Transfer | null
  /** Up to the event, which is its last entry. Empty without a transfer. */
  timeline: readonly TransferEvent[]
}

/** In the order of `events`. */
export async function eventSources(query: Query, events: readonly ClientEvent[]): Promise<EventSource[]> {
  const ids = [...new Set(events.filter(isOfTransfer).map(({ subjectId }) => subjectId))]
  if (ids.length === 0) return events.map((event) => ({ event, transfer: null, timeline: [] }))
  const rows = await query.selectFrom('transfer').selectAll().where('id', 'in', ids).execute()
  const transfers = new Map(rows.map((row) => [row.id, transferOf(row)]))
  const timelines = await eventsOfTransfers(query, ids)
  return events.map((event) => {
    const present = transfers.get(event.subjectId)
    if (!isOfTransfer(event) || present === undefined) return { event, transfer: null, timeline: [] }
    const transfer = transferAsOf(present, event.data, event.at)
    const timeline = timelines.get(transfer.id) ?? []
    return { event, transfer, timeline: timeline.filter(({ n }) => n <= transfer.lastEvent) }
  })
}

function isOfTransfer({ type }: ClientEvent): boolean {
  return type.startsWith('transfer.')
}
