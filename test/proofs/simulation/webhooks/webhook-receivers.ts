// The receivers of webhooks: what they accept, and how they fail.

import type { PostResult } from '../../../../server/webhooks/post-webhook.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import { Violation } from '../violation.ts'
import type { PlannedEndpoint } from './webhook-plan.ts'
import { endpointName, type WebhookTruth } from './webhook-truth.ts'

interface ReceiverWorld {
  now(): number
  /** From 0 to 1. */
  draw(): number
  isCalm(): boolean
  note(kind: string): void
  trace(text: string): void
}

interface ArrivedRequest {
  endpoint: number
  id: string
  body: string
  process: SimulatedProcess
}

/** A result is recorded within this time if nothing else fails. */
const recordedMs = 300
const shortestWaitSeconds = 5
const longestWaitSeconds = 40

export class WebhookReceivers {
  private readonly endpoints: readonly PlannedEndpoint[]
  private readonly truth: WebhookTruth
  private readonly world: ReceiverWorld
  /** By endpoint: the longest wait that it has requested. */
  private readonly waits = new Map<number, { from: number; until: number }>()

  constructor(endpoints: readonly PlannedEndpoint[], truth: WebhookTruth, world: ReceiverWorld) {
    this.endpoints = endpoints
    this.truth = truth
    this.world = world
  }

  receive({ endpoint: index, id, body, process }: ArrivedRequest): PostResult {
    const endpoint = this.endpoints[index]
    if (endpoint === undefined) throw new Error(`there is no receiver ${index}`)
    const { world, truth } = this
    const [now, name] = [world.now(), endpointName(index)]
    const { outage, latencyMs: durationMs } = endpoint
    const isDown = outage !== null && now >= outage.fromMs && now < outage.fromMs + outage.ms
    if (!world.isCalm() && isDown) {
      world.note('receiver is down')
      if (truth.isFirstOf(id, endpoint.failedSubjects)) truth.failedFor(name, id)
      return { kind: 'failed', reason: 'refused', durationMs: 1 }
    }
    world.trace(`${name} receives ${id}`)
    if (endpoint.asksToWait) this.checkWait(index, now)
    truth.arrived(name, { id, body }, { now, resumedAt: process.resumedAt })
    if (!world.isCalm() && world.draw() < endpoint.failures) return this.failure(index, endpoint)
    if (!world.isCalm() && truth.isFirstOf(id, endpoint.rejectedSubjects)) {
      world.note('receiver always rejects')
      truth.rejectedBy(name, id)
      return { kind: 'response', status: 422, retryAfterSeconds: undefined, bodyStart: '', durationMs }
    }
    if (!world.isCalm() && truth.isFirstOf(id, endpoint.failedSubjects))
      return this.failureOfEvent(name, id, durationMs)
    if (!world.isCalm() && endpoint.failedSubjects.length > 0 && !truth.isOfSubjects(id, endpoint.failedSubjects))
      truth.checkLate(name, id, outage)
    truth.acceptedBy(name, id)
    return { kind: 'response', status: 204, retryAfterSeconds: undefined, bodyStart: '', durationMs }
  }

  private failureOfEvent(name: string, id: string, durationMs: number): PostResult {
    const { world, truth } = this
    world.note('receiver always fails')
    truth.failedFor(name, id)
    if (world.draw() < 0.2) return { kind: 'failed', reason: 'timeout', durationMs: 15_000 }
    return { kind: 'response', status: 500, retryAfterSeconds: undefined, bodyStart: '', durationMs }
  }

  private failure(index: number, { latencyMs: durationMs, asksToWait }: PlannedEndpoint): PostResult {
    const { world } = this
    const drawn = world.draw()
    const status = [500, 404, 422, 429, 503][Math.floor(drawn * 5)] ?? 500
    if (!asksToWait) {
      world.note(status < 500 ? 'receiver rejects' : 'receiver fails')
      if (drawn < 0.1) return { kind: 'failed', reason: 'timeout', durationMs: 15_000 }
      return { kind: 'response', status, retryAfterSeconds: undefined, bodyStart: '', durationMs }
    }
    const seconds = shortestWaitSeconds + Math.floor(drawn * (longestWaitSeconds - shortestWaitSeconds))
    const from = world.now() + durationMs
    const wait = { from: from + recordedMs, until: from + 1_000 * seconds }
    if (wait.until > (this.waits.get(index)?.until ?? 0)) this.waits.set(index, wait)
    world.note('receiver requests a wait')
    const retryStatus = drawn < 0.5 ? 429 : 503
    return { kind: 'response', status: retryStatus, retryAfterSeconds: seconds, bodyStart: '', durationMs }
  }

  private checkWait(index: number, now: number): void {
    const wait = this.waits.get(index)
    if (wait !== undefined && now > wait.from && now < wait.until)
      throw new Violation('WA', `${endpointName(index)} received a request ${wait.until - now} ms too early`)
  }
}
