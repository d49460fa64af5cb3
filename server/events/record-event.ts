// Records an event of a client, in the transaction that causes it, with a delivery for each endpoint that receives its type. A client
// without endpoints gets no deliveries. Bodies are written later, by the process that sends them.

import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { ClientEventTable } from '../storage/webhook-tables.ts'
import type { ClientEvent } from './client-event.ts'
import { type FanOutOptions, fanOut } from './fan-out.ts'

type NewEvent = Omit<ClientEvent, 'data'> & { data: object }

const insertRow = preparedStatement((query, row: Omit<ClientEventTable, 'position'>) =>
  query
    .insertInto('client_event')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** `isFirst`: no earlier event of the subject exists. Returns false if the event was recorded before. */
export async function recordEvent(query: Query, event: NewEvent, options: FanOutOptions): Promise<boolean> {
  const inserted = await insertRow(query, {
    id: event.id,
    client_id: event.clientId,
    type: event.type,
    at: event.at.getTime(),
    subject_id: event.subjectId,
    ordinal: event.ordinal,
    data: JSON.stringify(event.data),
  })
  if (inserted.numAffectedRows !== 1n) return false
  await fanOut(query, event, options)
  return true
}
