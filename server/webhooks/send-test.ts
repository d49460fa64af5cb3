// The test event of an endpoint. It is sent like any other, to this endpoint only.

import { type ClientEvent, eventOf } from '../events/client-event.ts'
import { fanOutTo } from '../events/fan-out.ts'
import { lockRows } from '../storage/dialect.ts'
import { type Database, inTransaction } from '../storage/storage.ts'

export const testsPerMinute = 5
const minuteMs = 60_000

/**
 * Returns null after `testsPerMinute`, undefined for an unknown endpoint. The delivery has the id of the event. The test does not wait
 * for a pause to end by itself: an endpoint that is paused or off sends it once it is on.
 */
export function sendTest(
  database: Database,
  { clientId, endpointId, eventId }: { clientId: string; endpointId: string; eventId: string },
  now: Date,
): Promise<ClientEvent | null | undefined> {
  return inTransaction(database, async (query) => {
    const select = query.selectFrom('webhook_endpoint').select('tests_sent').where('id', '=', endpointId)
    const own = select.where('client_id', '=', clientId).where('deleted_at', 'is', null)
    const found = await lockRows(query, own).executeTakeFirst()
    if (found === undefined) return undefined
    const sent = (JSON.parse(found.tests_sent) as number[]).filter((at) => at > now.getTime() - minuteMs)
    if (sent.length >= testsPerMinute) return null
    const tests_sent = JSON.stringify([...sent, now.getTime()])
    await query.updateTable('webhook_endpoint').set({ tests_sent }).where('id', '=', endpointId).execute()
    const row = {
      ...{ id: eventId, client_id: clientId, type: 'test', at: now.getTime(), subject_id: eventId, ordinal: 1 },
      data: JSON.stringify({ endpointId }),
    }
    await query.insertInto('client_event').values(row).execute()
    const event = eventOf(row)
    await fanOutTo(query, event, endpointId)
    return event
  })
}
