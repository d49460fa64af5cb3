// What operators do with the endpoints of clients, with the entries of the audit log.

import type { AuditFacts } from '../audit/audit-log.ts'
import type { RecordChange } from '../audit/audited.ts'
import type { Database } from '../storage/storage.ts'
import { sendTest } from './send-test.ts'
import { changeEndpoint, lockEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts'

interface ChangeDeps {
  database: Database
  now(): Date
}

type EndpointKey = Pick<WebhookEndpoint, 'id' | 'clientId'>

/** Returns false if the endpoint has been deleted. */
export async function setEndpointState(
  deps: ChangeDeps,
  record: RecordChange,
  { id, clientId, state }: EndpointKey & { state: 'on' | 'paused' },
): Promise<boolean> {
  const before = await lockEndpoint(deps.database.query, { clientId, id })
  if (before === undefined) return false
  await changeEndpoint(deps, { clientId, id }, { state, pausedBy: 'operator' })
  const action = state === 'on' ? 'webhook.resume' : 'webhook.pause'
  record({ action, target: id, before: { state: before.state }, after: { state } })
  return true
}

/** As `sendTest`. */
export async function sendTestEvent(
  { database, now }: ChangeDeps,
  record: RecordChange,
  { id, clientId, eventId }: EndpointKey & { eventId: string },
): Promise<{ waitSeconds: number } | undefined> {
  const sent = await sendTest(database, { clientId, endpointId: id, eventId }, now())
  if (sent?.waitSeconds === 0) record({ action: 'webhook.test', target: id, before: null, after: { eventId } })
  return sent
}

/** What is sent again: one delivery, every event since a time, or every failed delivery. */
export type Replay = { kind: 'delivery'; deliveryId: string } | { kind: 'since'; since: Date } | { kind: 'failed' }

/** For the entry `webhook.replay` of the audit log. */
export function replayFacts(replay: Replay): AuditFacts {
  if (replay.kind === 'delivery') return { deliveryId: replay.deliveryId }
  return replay.kind === 'since' ? { since: replay.since.toISOString() } : { failed: true }
}
