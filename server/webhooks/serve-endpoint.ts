// One turn of a leased endpoint: a batch of its due deliveries, several requests at once. Results are recorded while further requests
// run. A turn ends early when the endpoint is paused, moved, off or deleted, when the lease is lost, or when its time is over: those of other
// endpoints must not wait for a slow receiver.

import { type DueDelivery, dueDeliveries } from './due-deliveries.ts'
import { isSuccess, maySend } from './endpoint-health.ts'
import { type EndpointLease, releaseLease } from './endpoint-lease.ts'
import { type HeldLease, heldLease } from './held-lease.ts'
import { recordResults, type TriedDelivery } from './record-results.ts'
import type { RequestSlots } from './request-slots.ts'
import { type StartedRequest, startRequest } from './request-start.ts'
import type { WebhookDeps } from './webhook-deps.ts'

const requestsAtOnce = 8
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
  const recorder = resultRecorder(deps, lease)
  const { id: endpointId, clientId, url } = lease.endpoint
  const start = ({ eventId }: DueDelivery) =>
    startRequest(deps.database.query, { endpointId, eventId, url, now: deps.now().getTime() })
  const isStopping = () => stopping.aborted
  const turn = { held, recorder, start, isStopping, isOver: turnClock(deps), send: signedSender(deps, lease, shutdown) }
  const sendAll = async () => {
    while (!isStopping() && !recorder.isOver()) {
      const hadDelivery = await slots.run({ clientId, endpointId }, () => sendNext(queue, turn))
      if (!hadDelivery) return
    }
  }
  const workers = Array.from({ length: Math.min(requestsAtOnce, queue.length) }, sendAll)
  // One that throws must not leave the others running beyond the turn.
  const results = await Promise.allSettled(workers)
  await recorder.settled()
  for (const result of results) if (result.status === 'rejected') throw result.reason
  await releaseLease(deps, lease)
}

interface Turn {
  held: HeldLease
  recorder: ResultRecorder
  start(delivery: DueDelivery): Promise<StartedRequest>
  isStopping(): boolean
  /** Whether the time of the turn is over. The first call starts it. */
  isOver(): boolean
  send(delivery: DueDelivery, replays: number): Promise<TriedDelivery | null>
}

/** Returns false if there is nothing more to send. */
async function sendNext(
  queue: DueDelivery[],
  { held, recorder, start, isStopping, isOver, send }: Turn,
): Promise<boolean> {
  if (queue.length === 0 || recorder.isOver() || isOver()) return false
  if (!(await held.renew())) return false
  const delivery = queue.shift()
  if (delivery === undefined) return false
  const started = await start(delivery)
  if (started === 'closed' || isStopping() || recorder.isOver() || !held.covers(requestMs)) return false
  if (started === 'notDue') return true
  const tried = await send(delivery, started.replays)
  if (tried === null) return false
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
}

/** Results that arrive during a transaction are recorded by the next one, together. */
function resultRecorder(deps: WebhookDeps, lease: EndpointLease): ResultRecorder {
  const arrived: TriedDelivery[] = []
  let isOver = false
  let recording: Promise<void> | null = null
  const failures: unknown[] = []

  async function record(): Promise<void> {
    try {
      while (arrived.length > 0) {
        const health = await recordResults(deps, lease, arrived.splice(0))
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
  }
}
