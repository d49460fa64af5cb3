// Records the results of requests: the log, the deliveries that have ended and those that are tried again, the next event of each
// subject, and the health of the endpoint. All in one transaction.

import { eventId } from '../events/event-id.ts'
import { recordEvent } from '../events/record-event.ts'
import { lockRows } from '../storage/dialect.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import type { WebhookAttemptTable, WebhookEndpointTable } from '../storage/webhook-tables.ts'
import { type DeliveryOutcome, outcomeOf } from './delivery-outcome.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { type EndpointHealth, healthAfter, isSuccess } from './endpoint-health.ts'
import { type EndpointLease, leaseMs } from './endpoint-lease.ts'
import { type EventFault, faultOf } from './event-fault.ts'
import { makeRetriesDue } from './make-retries-due.ts'
import type { PostResult } from './post-webhook.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import {
  type Outcome,
  type RecordedOutcome,
  readTried,
  type TriedRow,
  writeAttempts,
  writeOutcomes,
} from './write-results.ts'

export interface TriedDelivery extends Pick<DueDelivery, 'eventId'> {
  /** How often it was replayed before the request began. */
  replays: number
  at: Date
  result: PostResult
}

type RecordDeps = Pick<WebhookDeps, 'database' | 'now' | 'random' | 'log'>

interface TurnResults {
  tried: readonly TriedDelivery[]
  /** Whether the turn ends with them. Then the lease is released. */
  isLast: boolean
}

const endpointColumns = [
  ...(['id', 'client_id', 'url', 'state', 'off_reason', 'failures', 'rejected_events'] as const),
  ...(['failing_since', 'paused_until', 'last_success_at', 'accepting_since'] as const),
] as const
type EndpointRow = Pick<WebhookEndpointTable, (typeof endpointColumns)[number]>

const lockEndpoint = preparedStatement((query, { id, lease }: { id: string; lease: string }) =>
  lockRows(
    query,
    query.selectFrom('webhook_endpoint').select(endpointColumns).where('id', '=', id).where('lease', '=', lease),
  ),
)

type EndpointChange = EndpointHealth & Pick<WebhookEndpointTable, 'id' | 'lease' | 'leased_until'>

const updateEndpoint = preparedStatement((query, { id, ...change }: EndpointChange) =>
  query.updateTable('webhook_endpoint').set(change).where('id', '=', id),
)

/** Returns the health of the endpoint, or null if another process has leased it since: then nothing is recorded. */
export async function recordResults(
  deps: RecordDeps,
  { endpoint, lease }: EndpointLease,
  { tried, isLast }: TurnResults,
): Promise<EndpointHealth | null> {
  const now = deps.now().getTime()
  const recorded = await inTransaction(deps.database, async (query) => {
    const [row] = (await lockEndpoint(query, { id: endpoint.id, lease })).rows
    if (row === undefined) return null
    const isMoved = row.url !== endpoint.url
    const health = await recordDeliveries(deps, query, { row, tried, isMoved, now })
    const held = isLast ? { lease: null, leased_until: null } : { lease, leased_until: now + leaseMs }
    await updateEndpoint(query, { id: endpoint.id, ...health, ...held })
    if (row.state !== 'off' && health.state === 'off') await recordDisabled(query, { ...row, ...health }, now)
    return { before: row.state, health }
  })
  if (recorded === null) return null
  if (recorded.before !== 'off' && recorded.health.state === 'off')
    deps.log.error({ endpointId: endpoint.id, reason: recorded.health.off_reason }, 'a webhook endpoint was turned off')
  return recorded.health
}

interface Recording {
  row: EndpointRow
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
  const eventIds = tried.map((each) => each.eventId)
  const stored = await readTried(query, row.id, eventIds)
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
    const fault = faultOf(result, { before: delivery, at: at.getTime() }, health)
    if (!isMoved) health = healthAfter(health, { result, ...fault }, now)
    if (delivery === undefined) continue
    attempts.push(attemptOf(row.id, { delivery, at, result }))
    const tries = delivery.tries + 1 - delivery.tries_before
    const judged = isMoved
      ? movedOutcome(result, now)
      : outcomeOf(result, { ...fault, tries, health }, { now, random: random() })
    // A replay that was requested meanwhile sends it once more.
    const outcome: Outcome = delivery.replays === replays ? judged : { state: 'replayed' }
    outcomes.push({ delivery, outcome, ...(isMoved ? unchanged(delivery) : rejectionsAfter(delivery, fault, now)) })
  }
  await writeAttempts(query, attempts)
  await writeOutcomes(query, { endpointId: row.id, outcomes, now })
  const { paused_until: since } = health
  if (isMoved || since === null || since > now || !tried.some(({ result }) => isSuccess(result))) return health
  return {
    ...health,
    paused_until: await makeRetriesDue(query, row.id, { since, now, acceptingSince: health.accepting_since }),
  }
}

function healthOf(row: EndpointRow): EndpointHealth {
  const { state, off_reason, failures, rejected_events, failing_since, paused_until } = row
  const { last_success_at, accepting_since } = row
  return {
    ...{ state, off_reason, failures, rejected_events, failing_since, paused_until },
    ...{ last_success_at, accepting_since },
  }
}

function movedOutcome(result: PostResult, now: number): DeliveryOutcome {
  return isSuccess(result) ? { state: 'delivered' } : { state: 'waiting', dueAt: now }
}

type Rejections = Pick<RecordedOutcome, 'rejections' | 'rejectedAt'>

function unchanged({ rejections, rejected_at: rejectedAt }: TriedRow): Rejections {
  return { rejections, rejectedAt }
}

/** A request that was sent before its time counts no rejection, and leaves the delivery among those that stay on their schedule. */
function rejectionsAfter(
  { rejected_at }: TriedRow,
  { isOfEvent, rejections, plannedAt }: EventFault,
  now: number,
): Rejections {
  return { rejections, rejectedAt: isOfEvent || plannedAt !== null ? now : rejected_at }
}

function attemptOf(
  endpointId: string,
  { delivery, at, result }: { delivery: TriedRow; at: Date; result: PostResult },
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

async function recordDisabled(
  query: Query,
  { id, client_id: clientId, off_reason: reason }: EndpointRow,
  now: number,
): Promise<void> {
  const event = {
    ...{ id: eventId(id, 'endpoint.disabled', now), clientId, type: 'endpoint.disabled' as const },
    ...{ at: new Date(now), subjectId: id, ordinal: now, data: { endpointId: id, reason } },
  }
  await recordEvent(query, event, { isFirst: false, except: id })
}
