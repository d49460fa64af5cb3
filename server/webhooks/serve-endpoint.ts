// One turn of a leased endpoint: a batch of its due deliveries, several requests at once. Results are recorded while further requests
// run. A turn ends early when the endpoint is paused, moved, off or deleted, when the lease is lost, or when its time is over: those of other
// endpoints must not wait for a slow receiver.

import { type DueDelivery, dueDeliveries } from './due-deliveries.ts'
import { isSuccess, maySend } from './endpoint-health.ts'
import { type EndpointLease, releaseLease } from './endpoint-lease.ts'
import { type HeldLease, heldLease } from './held-lease.ts'
import { recordResults, type TriedDelivery } from './record-results.ts'
import type { RequestSlots } from './request-slots.ts'
import { requestStarter, type StartedRequest } from './request-start.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** Of a turn. */
export const requestsAtOnce = 8
/** The longest request, from the connection to the last byte of the response. */
const requestMs = 15_000
/** From the beginning of the first request, to that of the last one. */
const turnMs = 5_000

export interface TurnSettings {
  slots: RequestSlots
  /** Aborted when the process stops: no further request begins. */
  stopping: AbortSignal
  /** Aborted when the process no longer waits for requests. */
  shutdown: AbortSignal
}

/** If it throws, the lease expires by itself, so that the next try is not at once. */
export async function serveEndpoint(
  deps: WebhookDeps,
  lease: EndpointLease,
  { slots, stopping, shutdown }: TurnSettings,
): Promise<void> {
  const held = heldLease(deps, lease)
  const queue = await dueDeliveries(deps, lease.endpoint)
  const unfinished = new Set(queue)
  const recorder = resultRecorder(deps, { lease, isFinished: () => unfinished.size === 0 })
  const { id: endpointId, clientId } = lease.endpoint
  const start = requestStarter(deps, lease.endpoint)
  const isStopping = () => stopping.aborted
  const send = signedSender(deps, lease, shutdown)
  const turn = { queue, unfinished, held, recorder, start, isStopping, isOver: turnClock(deps), send }
  const sendAll = async () => {
    while (!isStopping() && !recorder.isOver()) {
      const hadDelivery = await slots.run({ clientId, endpointId }, () => sendNext(turn))
      if (!hadDelivery) return
    }
  }
  const workers = Array.from({ length: Math.min(requestsAtOnce, queue.length) }, sendAll)
  // One that throws must not leave the others running beyond the turn.
  const results = await Promise.allSettled(workers)
  await recorder.settled()
  for (const result of results) if (result.status === 'rejected') throw result.reason
  // The turn ended before its last delivery.
  if (!recorder.hasReleased()) await releaseLease(deps, lease)
}

interface Turn {
  /** Those that no worker has taken yet. */
  queue: DueDelivery[]
  /** Those that may still be sent, or whose request runs. */
  unfinished: Set<DueDelivery>
  held: HeldLease
  recorder: ResultRecorder
  start(eventId: string): Promise<StartedRequest>
  isStopping(): boolean
  /** Whether the time of the turn is over. The first call starts it. */
  isOver(): boolean
  send(delivery: DueDelivery, replays: number): Promise<TriedDelivery | null>
}

/** Returns false if there is nothing more to send. */
async function sendNext(turn: Turn): Promise<boolean> {
  const { queue, unfinished, held, recorder, start, isStopping, isOver, send } = turn
  if (queue.length === 0 || recorder.isOver() || isOver()) return false
  if (!(await held.renew())) return false
  const delivery = queue.shift()
  if (delivery === undefined) return false
  const started = await start(delivery.eventId)
  if (started === 'closed' || isStopping() || recorder.isOver() || !held.covers(requestMs)) return false
  if (started === 'notDue') {
    unfinished.delete(delivery)
    return true
  }
  const tried = await send(delivery, started.replays)
  if (tried === null) return false
  unfinished.delete(delivery)
  recorder.add(tried)
  // It may have paused the endpoint. Otherwise a receiver that refuses connections would fail a whole batch at once.
  if (!isSuccess(tried.result)) await recorder.recorded()
  return true
}

function turnClock({ now }: Pick<WebhookDeps, 'now'>): Turn['isOver'] {
  let startedAt: number | null = null
  return () => {
    const at = now().getTime()
    startedAt ??= at
    return at - startedAt >= turnMs
  }
}

/** The result is null for a request that the shutdown has interrupted. */
function signedSender(deps: WebhookDeps, { endpoint }: EndpointLease, shutdown: AbortSignal): Turn['send'] {
  const { secrets, clientCertificate } = deps.secretsOf(endpoint, deps.now())
  return async ({ eventId, body }, replays) => {
    const at = deps.now()
    const headers = deps.headersOf({ id: eventId, at, body, secrets, format: endpoint.format })
    const result = await deps.post({ url: endpoint.url, headers, body, clientCertificate }, shutdown)
    // The shutdown ended the request, so its failure says nothing about the receiver.
    return shutdown.aborted && result.kind === 'failed' ? null : { eventId, replays, at, result }
  }
}

interface ResultRecorder {
  add(tried: TriedDelivery): void
  /** Whether no further request may be sent. */
  isOver(): boolean
  /** When everything that was added is recorded, or could not be. */
  recorded(): Promise<void>
  /** Rejects if results could not be recorded. Their deliveries are sent again. */
  settled(): Promise<void>
  /** Whether the last results of the turn have released the lease. */
  hasReleased(): boolean
}

/**
 * Results that arrive during a transaction are recorded by the next one, together. `isFinished`: no further result can arrive, so the
 * transaction also releases the lease.
 */
function resultRecorder(
  deps: WebhookDeps,
  { lease, isFinished }: { lease: EndpointLease; isFinished(): boolean },
): ResultRecorder {
  const arrived: TriedDelivery[] = []
  let isOver = false
  let hasReleased = false
  let recording: Promise<void> | null = null
  const failures: unknown[] = []

  async function record(): Promise<void> {
    try {
      while (arrived.length > 0) {
        const results = { tried: arrived.splice(0), isLast: isFinished() }
        const health = await recordResults(deps, lease, results)
        hasReleased = results.isLast
        if (health === null || !maySend(health, deps.now().getTime())) isOver = true
      }
    } catch (error) {
      failures.push(error)
      isOver = true
    }
    recording = null
  }

  return {
    add(tried) {
      arrived.push(tried)
      recording ??= record()
    },
    isOver: () => isOver,
    recorded: async () => recording ?? undefined,
    async settled() {
      await recording
      if (failures.length > 0) throw failures[0]
    },
    hasReleased: () => hasReleased,
  }
}
