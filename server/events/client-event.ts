import type { EventType } from '../contract/event-types.ts'
import type { ClientEventTable } from '../storage/webhook-tables.ts'

export interface ClientEvent {
  /** Also the `webhook-id`. */
  id: string
  clientId: string
  type: EventType
  at: Date
  /** The transfer, account or endpoint. */
  subjectId: string
  /** Orders the events of a subject. */
  ordinal: number
  /** As JSON. */
  data: string
}

export function eventOf(row: Omit<ClientEventTable, 'position'>): ClientEvent {
  const { id, client_id: clientId, at, subject_id: subjectId, ordinal, data } = row
  return { id, clientId, type: row.type as EventType, at: new Date(at), subjectId, ordinal, data }
}
