// Records the results of requests: the log, the deliveries that have ended and those that are tried again, the next event of each
// subject, and the health of the endpoint. All in one transaction.

import { sql } from 'kysely'
import { eventId } from '../events/event-id.ts'
import { recordEvent } from '../events/record-event.ts'
import { lockRows } from '../storage/dialect.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import type { WebhookAttemptTable, WebhookDeliveryTable, WebhookEndpointTable } from '../storage/webhook-tables.ts'
import { type DeliveryOutcome, outcomeOf } from './delivery-outcome.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { type EndpointHealth, healthAfter, isRejection, isSuccess } from './endpoint-health.ts'
import { type EndpointLease, leaseMs } from './endpoint-lease.ts'
import { makeFirstDue } from './make-first-due.ts'
import { makeRetriesDue } from './make-retries-due.ts'
import type { PostResult } from './post-webhook.ts'
import type { WebhookDeps } from './webhook-deps.ts'

export interface TriedDelivery extends Pick<DueDelivery, 'eventId'> {
  /** How often it was replayed before the request began. */
  replays: number
  at: Date
  result: PostResult
}

type RecordDeps = Pick<WebhookDeps, 'database' | 'now' | 'random' | 'log'>
type DeliveryRow = Pick<
  WebhookDeliveryTable,
  'event_id' | 'subject_id' | 'tries' | 'tries_before' | 'replays' | 'rejections' | 'rejected_at'
>

type Outcome = DeliveryOutcome | { state: 'replayed' }

interface RecordedOutcome {
  delivery: DeliveryRow
  outcome: Outcome
  rejections: number
  rejectedAt: number | null
}

/** Returns the health of the endpoint, or null if another process has leased it since: then nothing is recorded. */
export async function recordResults(
  deps: RecordDeps,
  { endpoint, lease }: EndpointLease,
  tried: readonly TriedDelivery[],
): Promise<EndpointHealth | null> {
  const now = deps.now().getTime()
  const recorded = await inTransaction(deps.database, async (query) => {
    const select = query.selectFrom('webhook_endpoint').selectAll().where('id', '=', endpoint.id)
    const row = await lockRows(query, select.where('lease', '=', lease)).executeTakeFirst()
    if (row === undefined) return null
    const isMoved = row.url !== endpoint.url
    const health = await recordDeliveries(deps, query, { row, tried, isMoved, now })
    await query
      .updateTable('webhook_endpoint')
      .set({ ...health, leased_until: now + leaseMs })
      .where('id', '=', endpoint.id)
      .execute()
    if (row.state !== 'off' && health.state === 'off') await recordDisabled(query, { ...row, ...health }, now)
    return { before: row.state, health }
  })
  if (recorded === null) return null
  if (recorded.before !== 'off' && recorded.health.state === 'off')
    deps.log.error({ endpointId: endpoint.id, reason: recorded.health.off_reason }, 'a webhook endpoint was turned off')
  return recorded.health
}

interface Recording {
  row: WebhookEndpointTable
  tried: readonly TriedDelivery[]
  /** Its client has changed the URL since the requests began. They say nothing about the new one. */
  isMoved: boolean
  now: number
}

async function recordDeliveries(
  { random }: RecordDeps,
  query: Query,
  { row, tried, isMoved, now }: Recording,
): Promise<EndpointHealth> {
  const stored = await readDeliveries(query, row.id, tried)
  let health = healthOf(row)
  const outcomes: RecordedOutcome[] = []
  const attempts: WebhookAttemptTable[] = []
  // They have one time. A rejection counts as after a success.
  const ordered = [
    ...tried.filter(({ result }) => isSuccess(result)),
    ...tried.filter(({ result }) => !isSuccess(result)),
  ]
  for (const { eventId: id, replays, at, result } of ordered) {
    const delivery = stored.get(id)
    const before = rejectionsBefore(delivery, health)
    if (!isMoved) health = healthAfter(health, { result, isFirst: before.isFirst }, now)
    if (delivery === undefined) continue
    const counts = isRejection(result) && !isMoved
    const rejections = before.count + (counts ? 1 : 0)
    attempts.push(attemptOf(row.id, { delivery, at, result }))
    const tries = delivery.tries + 1 - delivery.tries_before
    // A replay that was requested meanwhile sends it once more.
    const judged =
      isMoved && !isSuccess(result)
        ? { state: 'waiting' as const, dueAt: now }
        : outcomeOf(result, { tries, rejections, health }, { now, random: random() })
    const outcome: Outcome = delivery.replays === replays ? judged : { state: 'replayed' }
    outcomes.push({ delivery, outcome, rejections, rejectedAt: counts ? now : delivery.rejected_at })
  }
  if (attempts.length > 0) await query.insertInto('webhook_attempt').values(attempts).execute()
  await writeOutcomes(query, { endpointId: row.id, outcomes, now })
  const { paused_until: since } = health
  if (isMoved || since === null || since > now || !tried.some(({ result }) => isSuccess(result))) return health
  return { ...health, paused_until: await makeRetriesDue(query, row.id, { since, now }) }
}

function healthOf(row: WebhookEndpointTable): EndpointHealth {
  const { state, off_reason, failures, rejected_events, failing_since, paused_until } = row
  const { last_success_at, accepting_since } = row
  return {
    ...{ state, off_reason, failures, rejected_events, failing_since, paused_until },
    ...{ last_success_at, accepting_since },
  }
}

/** The rejections of a delivery that count, and whether the next one is its first since the last success. */
function rejectionsBefore(delivery: DeliveryRow | undefined, { last_success_at, accepting_since }: EndpointHealth) {
  const { rejections = 0, rejected_at = null } = delivery ?? {}
  const isSince = (at: number | null) => rejected_at !== null && rejected_at >= (at ?? 0)
  return {
    count: accepting_since === null || isSince(accepting_since) ? rejections : 0,
    isFirst: !isSince(last_success_at),
  }
}

async function readDeliveries(
  query: Query,
  endpointId: string,
  tried: readonly TriedDelivery[],
): Promise<Map<string, DeliveryRow>> {
  const rows = await query
    .selectFrom('webhook_delivery')
    .select(['event_id', 'subject_id', 'tries', 'tries_before', 'replays', 'rejections', 'rejected_at'])
    .where('endpoint_id', '=', endpointId)
    .where(
      'event_id',
      'in',
      tried.map((each) => each.eventId),
    )
    .where('state', '=', sql.lit('waiting'))
    .execute()
  return new Map(rows.map((row) => [row.event_id, row]))
}

function attemptOf(
  endpointId: string,
  { delivery, at, result }: { delivery: DeliveryRow; at: Date; result: PostResult },
): WebhookAttemptTable {
  const isResponse = result.kind === 'response'
  return {
    endpoint_id: endpointId,
    event_id: delivery.event_id,
    n: delivery.tries + 1,
    at: at.getTime(),
    duration_ms: result.durationMs,
    status: isResponse ? result.status : null,
    reason: isSuccess(result) ? null : isResponse ? 'status' : result.reason,
    response_start: isResponse ? result.bodyStart : '',
  }
}

async function writeOutcomes(
  query: Query,
  { endpointId, outcomes, now }: { endpointId: string; outcomes: RecordedOutcome[]; now: number },
): Promise<void> {
  const update = (ids: readonly string[]) =>
    query
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('endpoint_id', '=', endpointId)
      .where('event_id', 'in', ids)
  const ended: DeliveryRow[] = []
  for (const state of ['delivered', 'failed'] as const) {
    const rows = outcomes.filter(({ outcome }) => outcome.state === state).map(({ delivery }) => delivery)
    const ids = rows.map((row) => row.event_id)
    if (ids.length > 0) await update(ids).set({ state, due_at: null, done_at: now }).execute()
    ended.push(...rows)
  }
  for (const { delivery, outcome, rejections, rejectedAt } of outcomes) {
    const again = update([delivery.event_id])
    // The schedule of a replay begins with its own requests.
    if (outcome.state === 'replayed')
      await again.set(({ eb }) => ({ tries_before: eb('tries_before', '+', 1) })).execute()
    if (outcome.state !== 'waiting') continue
    // A replay may have put an earlier event before it. Then it is not due.
    const dueAt = sql<number | null>`case when due_at is null then null else cast(${outcome.dueAt} as bigint) end`
    await again.set({ due_at: dueAt, rejections, rejected_at: rejectedAt }).execute()
  }
  const subjectIds = [...new Set(ended.map((row) => row.subject_id))]
  if (subjectIds.length > 0) await makeFirstDue(query, { endpointId, subjectIds, now })
}

async function recordDisabled(
  query: Query,
  { id, client_id: clientId, off_reason: reason }: WebhookEndpointTable,
  now: number,
): Promise<void> {
  const event = {
    ...{ id: eventId(id, 'endpoint.disabled', now), clientId, type: 'endpoint.disabled' as const },
    ...{ at: new Date(now), subjectId: id, ordinal: now, data: { endpointId: id, reason } },
  }
  await recordEvent(query, event, { isFirst: false, except: id })
}
