// The test event of an endpoint. It is sent like any other, to this endpoint only.

import { eventOf } from '../events/client-event.ts'
import { fanOutTo } from '../events/fan-out.ts'
import { lockRows } from '../storage/dialect.ts'
import { type Database, inTransaction } from '../storage/storage.ts'

export const testsPerMinute = 5
const minuteMs = 60_000

/**
 * Returns undefined for an unknown endpoint, and how long to wait after `testsPerMinute`. Without a wait the test is recorded. Its
 * delivery has the id of the event. An endpoint that is paused or off sends it once it is on.
 */
export function sendTest(
  database: Database,
  { clientId, endpointId, eventId }: { clientId: string; endpointId: string; eventId: string },
  now: Date,
): Promise<{ waitSeconds: number } | undefined> {
  return inTransaction(database, async (query) => {
    const select = query.selectFrom('webhook_endpoint').select('tests_sent').where('id', '=', endpointId)
    const own = select.where('client_id', '=', clientId).where('deleted_at', 'is', null)
    const found = await lockRows(query, own).executeTakeFirst()
    if (found === undefined) return undefined
    const nowMs = now.getTime()
    // Times after now are from before the clock was set back.
    const sent = (JSON.parse(found.tests_sent) as number[]).filter((at) => at > nowMs - minuteMs && at <= nowMs)
    const [oldest = 0] = sent
    if (sent.length >= testsPerMinute) return { waitSeconds: Math.ceil((oldest + minuteMs - nowMs) / 1_000) }
    const tests_sent = JSON.stringify([...sent, nowMs])
    await query.updateTable('webhook_endpoint').set({ tests_sent }).where('id', '=', endpointId).execute()
    const row = {
      ...{ id: eventId, client_id: clientId, type: 'test', at: nowMs, subject_id: eventId, ordinal: 1 },
      data: JSON.stringify({ endpointId }),
    }
    await query.insertInto('client_event').values(row).execute()
    await fanOutTo(query, eventOf(row), endpointId)
    return { waitSeconds: 0 }
  })
}
