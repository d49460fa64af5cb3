// One run of the sending of webhooks: processes that share a storage, receivers that fail, and events that are recorded and replayed
// meanwhile. Checked after every step until every event has arrived.

import type { PostResult, WebhookRequest } from '../../../../server/webhooks/post-webhook.ts'
import type { WebhookDeps } from '../../../../server/webhooks/webhook-deps.ts'
import { webhookPool } from '../../../../server/webhooks/webhook-pool.ts'
import { coin } from '../coin.ts'
import { Faults } from '../faults.ts'
import type { Ground } from '../ground.ts'
import { Scheduler } from '../scheduler.ts'
import { SimulatedProcess, startOfTime } from '../simulated-process.ts'
import { type Violation, violationOf } from '../violation.ts'
import type { Run } from '../world.ts'
import { ClosedEndpoints } from './closed-endpoints.ts'
import type { ChangedPlan } from './webhook-changes.ts'
import { changeInTurn } from './webhook-client.ts'
import type { PlannedEndpoint, PlannedReplay, WebhookPlan } from './webhook-plan.ts'
import { WebhookReceivers } from './webhook-receivers.ts'
import { endpointName, WebhookTruth, waitingOf } from './webhook-truth.ts'
import { eventType, WebhookWriters } from './webhook-writers.ts'

/** Longer than all retries of a delivery: each replay of a later event of its subject tries it once more. */
const longestCalmMs = 360_000_000
const shortestPauseMs = 250
const never = new AbortController().signal

export class WebhookWorld {
  private readonly plan: ChangedPlan
  private readonly ground: Ground
  private readonly seed: number
  private readonly tracing: boolean
  private readonly clientId: string
  private readonly scheduler = new Scheduler()
  private readonly counts = new Map<string, number>()
  private readonly lines: string[] = []
  private readonly faults: Faults
  private readonly truth: WebhookTruth
  private readonly receivers: WebhookReceivers
  private readonly closed: ClosedEndpoints
  private violation: Violation | null = null
  private versionSeen = -1
  private drawn = 0
  private ids = 0
  private toRecord: number
  private toReplay: number
  private toChange: number
  private calm = false
  private ended = false

  constructor(ground: Ground, plan: ChangedPlan, seed: number, tracing: boolean) {
    this.plan = plan
    this.ground = ground
    this.seed = seed
    this.tracing = tracing
    this.clientId = ground.tenants[0].clientId
    this.faults = new Faults(plan.faults, this.note)
    this.truth = new WebhookTruth(ground.storage, () => this.scheduler.now)
    this.receivers = new WebhookReceivers(plan.endpoints, this.truth, {
      now: () => this.scheduler.now,
      draw: () => this.draw(),
      isCalm: () => this.calm,
      note: this.note,
      trace: (text) => this.trace(text),
    })
    this.toRecord = plan.events.length
    this.toReplay = plan.replays.length
    this.toChange = plan.endpoints.length
    this.closed = new ClosedEndpoints(ground.storage)
  }

  async run(): Promise<Run> {
    const { scheduler, plan, ground } = this
    ground.storage.reset({ written: () => {}, note: this.note })
    const writers = this.writers()
    for (const [index, { fromMs }] of plan.endpoints.entries())
      scheduler.after(fromMs, () => this.create(index).catch(this.fail))
    writers.recordAll(plan.events, () => this.toRecord--).catch(this.fail)
    for (const replay of plan.replays) scheduler.after(replay.atMs, () => this.replay(writers, replay).catch(this.fail))
    for (const index of plan.endpoints.keys()) this.change(writers, index).catch(this.fail)
    for (const index of plan.skewsMs.keys()) this.start(index)
    scheduler.after(plan.calmMs, () => this.beCalm())
    await scheduler.run(
      () => this.isOver(),
      () => this.guard(() => this.check()),
    )
    this.ended = true
    if (this.violation === null) this.guard(() => this.truth.end())
    const { violation, counts, lines: trace } = this
    const run = { violation, counts, trace, virtualMs: scheduler.now, steps: scheduler.steps }
    return { ...run, engineSteps: 0, executeSteps: null }
  }

  readonly fail = (error: unknown): void => {
    this.violation ??= violationOf(error)
  }

  private readonly note = (kind: string): void => {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.trace(`· ${kind}`)
  }

  private world(faults: Faults, crashed: (process: SimulatedProcess, restartMs: number) => void) {
    return { scheduler: this.scheduler, faults, crashed, trace: (text: string) => this.trace(text) }
  }

  private writers(): WebhookWriters {
    const { scheduler, truth, clientId } = this
    const world = this.world(new Faults([], () => {}), () => {})
    const processes = this.plan.writerSkewsMs.map(
      (skewMs, index) => new SimulatedProcess(world, `writer ${index + 1}`, skewMs),
    )
    return new WebhookWriters({ clientId, scheduler, truth, storage: this.ground.storage }, processes)
  }

  private async replay(writers: WebhookWriters, replay: PlannedReplay): Promise<void> {
    await writers.replay(replay)
    this.note(replay.sinceMs === null ? 'delivery replayed' : 'webhooks replayed')
    this.toReplay -= 1
  }

  private async change(writers: WebhookWriters, endpoint: number): Promise<void> {
    const world = {
      ...{ clientId: this.clientId, now: () => this.scheduler.now, note: this.note },
      writer: (index: number) => writers.writer(index),
      deleting: (id: string) => this.truth.removeEndpoint(id),
    }
    await changeInTurn(
      world,
      this.plan.changes.filter((change) => change.endpoint === endpoint),
    )
    this.toChange -= 1
  }

  /** All processes share one connection: a write inside another's transaction could be rolled back with it. */
  private async create(index: number): Promise<void> {
    const { storage } = this.ground
    while (storage.inTransaction) await this.scheduler.sleep(1)
    const id = endpointName(index)
    storage
      .prepared(`insert into webhook_endpoint (id, client_id, url, format, types, description, state, sealed_secret, created_at)
        values (?, ?, ?, 'standard', ?, '', 'on', 'sealed', ?)`)
      .run(id, this.clientId, `https://${index}.example/`, JSON.stringify([eventType]), startOfTime + index)
    storage.version++
    this.truth.addEndpoint(id)
  }

  private start(index: number): void {
    if (this.ended) return
    const crashed = (process: SimulatedProcess, restartMs: number) => {
      this.ground.storage.drop(process)
      this.note('process that sends webhooks crashes')
      this.scheduler.after(this.calm ? 1_000 : restartMs, () => this.start(index))
    }
    const skewMs = this.plan.skewsMs[index] ?? 0
    const process = new SimulatedProcess(this.world(this.faults, crashed), `server ${index + 1}`, skewMs)
    const { turnsAtOnce } = this.plan
    const pool = webhookPool(this.depsOf(process), { stopping: never, shutdown: never, turnsAtOnce })
    const again = () => this.scheduler.after(this.pauseMs(), () => process.whenRunning(pass))
    const pass = () => {
      if (!this.ended) pool.fill().then(again, again)
    }
    this.scheduler.after(index * 60, () => process.whenRunning(pass))
  }

  private depsOf(process: SimulatedProcess): WebhookDeps {
    return {
      database: this.ground.storage.connect(process),
      now: process.now,
      newId: () => `lease ${++this.ids}`,
      random: () => this.draw(),
      log: { info() {}, warn() {}, error: (fields) => this.trace(JSON.stringify(fields)) },
      secretsOf: () => ({ secrets: [], clientCertificate: undefined }),
      headersOf: ({ id }) => ({ id }),
      // Another text each time that it is written.
      bodyOf: ({ event }) => `${event.data} ${++this.ids}`,
      post: (request) => this.post(process, request),
    }
  }

  private async post(process: SimulatedProcess, { url, headers, body }: WebhookRequest): Promise<PostResult> {
    const endpoint = Number(new URL(url).hostname.split('.')[0])
    const request = { endpoint, id: headers.id ?? '', body, process }
    const result = await process.step(1, () => this.receive(request, url))
    await process.step(result.durationMs, () => undefined)
    return result
  }

  private receive(request: Parameters<WebhookReceivers['receive']>[0], url: string): PostResult {
    const { resumedAt } = request.process
    try {
      this.closed.arrived(endpointName(request.endpoint), url, { now: this.scheduler.now, resumedAt })
      return this.receivers.receive(request)
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  private draw(): number {
    return (coin(this.seed * 6_761 + ++this.drawn) % 10_000) / 10_000
  }

  /** Until the next delivery may be sent: passes in between test nothing. Once nothing fails, later ones are rare, so that a run ends. */
  private pauseMs(): number {
    const { calmMs, fillingEveryMs } = this.plan
    const text = `select min(max(case when endpoint.state = 'paused' then 0 else due_at end, coalesce(paused_until, 0),
        coalesce(leased_until, 0))) as next
      from webhook_delivery join webhook_endpoint as endpoint on id = endpoint_id where due_at is not null and deleted_at is null`
    const { next } = this.ground.storage.prepared(text).get() as { next: number | null }
    const { now } = this.scheduler
    const waitMs = next === null ? null : next - startOfTime - now
    if (!this.calm) return Math.min(fillingEveryMs, Math.max(shortestPauseMs, waitMs ?? fillingEveryMs))
    return Math.max(shortestPauseMs, waitMs ?? 0, (now - calmMs) / 1_000)
  }

  private check(): void {
    const { storage } = this.ground
    if (storage.inTransaction || storage.version === this.versionSeen) return
    this.versionSeen = storage.version
    const { now } = this.scheduler
    this.closed.check(now)
    this.truth.checkTurns(startOfTime + now - 2_000, now, { isSteady: isSteady(this.plan) })
    if (this.plan.replays.length > 0) this.truth.checkReplays()
    if (hasRejections(this.plan)) this.truth.checkEnded()
  }

  private beCalm(): void {
    if (hasRejections(this.plan)) this.guard(() => this.truth.checkRejected())
    this.calm = true
    this.faults.active = false
    this.trace('from here on nothing fails')
  }

  private isOver(): boolean {
    if (this.violation !== null || this.scheduler.now > this.plan.calmMs + longestCalmMs) return true
    if (!this.calm || this.toRecord > 0 || this.toReplay > 0 || this.toChange > 0) return false
    if (this.ground.storage.inTransaction) return false
    return this.truth.isComplete() && this.ground.storage.prepared(waitingOf).get() === undefined
  }

  private trace(text: string): void {
    if (this.tracing) this.lines.push(`${(this.scheduler.now / 1000).toFixed(3).padStart(12)} s  ${text}`)
  }

  private guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }
}

function hasRejections({ endpoints }: Pick<WebhookPlan, 'endpoints'>): boolean {
  return endpoints.some((endpoint) => endpoint.rejectedSubjects.length + endpoint.failedSubjects.length > 0)
}

/** Nothing fails, so no turn is longer than usual. */
function isSteady({ faults, skewsMs, endpoints }: WebhookPlan): boolean {
  const works = ({ failures, outage }: PlannedEndpoint) => failures === 0 && outage === null
  if (hasRejections({ endpoints })) return false
  return faults.length === 0 && skewsMs.length === 1 && endpoints.every(works)
}
