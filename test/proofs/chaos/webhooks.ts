// The endpoints of the receivers, the end of sending, and the event list.
import { type ApiClient, type Body, until } from './api-client.ts'
import type { ReceivedEvent } from './receivers.ts'
import type { Stage } from './stage.ts'

const types = ['transfer.pending', 'transfer.succeeded', 'transfer.failed', 'transfer.attention']
const pageSize = 100

export async function createEndpoints({ receivers, apiUrls }: Stage, client: ApiClient): Promise<void> {
  for (const { name, url } of receivers) {
    const created = await client.call('POST', `${apiUrls[0]}/api/v1/webhooks/endpoints`, { url, types })
    if (created.status !== 200) throw new Error(`no endpoint was made for ${name}: ${JSON.stringify(created)}`)
  }
}

/** Waits until nothing is left to send. The waits between two tries, of up to a day, are cut short. Returns what was left. */
export async function settleWebhooks(stage: Stage, limitMs: number): Promise<string[]> {
  await Promise.all(stage.receivers.map((each) => each.start()))
  const database = await stage.openDatabase()
  const { query } = database
  let waiting = 0
  try {
    await until(limitMs, async () => {
      const now = Date.now()
      await query.updateTable('webhook_endpoint').set({ paused_until: now }).where('paused_until', '>', now).execute()
      await query.updateTable('webhook_delivery').set({ due_at: now }).where('due_at', '>', now).execute()
      const left = await query
        .selectFrom('webhook_delivery')
        .select('event_id')
        .where('state', '=', 'waiting')
        .execute()
      waiting = left.length
      return waiting === 0 ? true : undefined
    })
    return []
  } catch {
    return [`${waiting} webhooks were not delivered`]
  } finally {
    await database.close()
  }
}

/** The event list of the server, oldest first. */
export async function readEvents({ apiUrls }: Stage, client: ApiClient): Promise<ReceivedEvent[]> {
  const events: ReceivedEvent[] = []
  for (let after = '0'; ; ) {
    const path = `/api/v1/events?after=${after}&limit=${pageSize}&types=${types.join(',')}`
    const { body } = await client.call('GET', `${apiUrls.at(-1)}${path}`)
    const page = body.content as { events: Body[]; next: string }
    if (page.events.length === 0) return events
    events.push(...page.events.map(eventOf))
    after = page.next
  }
}

function eventOf({ id, type, data }: Body): ReceivedEvent {
  const { transferId, sequence, eventHash } = data
  return { id, type, transferId, sequence: Number(sequence), eventHash }
}
