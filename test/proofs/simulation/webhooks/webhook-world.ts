// One run of the sending of webhooks: processes that share a storage, receivers that fail, and events that are recorded and replayed
// meanwhile. Checked after every step until every event has arrived.

import { recordEvent } from '../../../../server/events/record-event.ts'
import { type Database, inTransaction, isStorageFailure, type Query } from '../../../../server/storage/storage.ts'
import type { PostResult, WebhookRequest } from '../../../../server/webhooks/post-webhook.ts'
import { replaySince } from '../../../../server/webhooks/replay.ts'
import type { WebhookDeps } from '../../../../server/webhooks/webhook-deps.ts'
import { webhookPool } from '../../../../server/webhooks/webhook-pool.ts'
import { coin } from '../coin.ts'
import { Faults } from '../faults.ts'
import type { Ground } from '../ground.ts'
import { Scheduler } from '../scheduler.ts'
import { SimulatedProcess, startOfTime } from '../simulated-process.ts'
import { type Violation, violationOf } from '../violation.ts'
import type { Run } from '../world.ts'
import type { PlannedEndpoint, WebhookPlan } from './webhook-plan.ts'
import { WebhookTruth } from './webhook-truth.ts'

const fillingEveryMs = 250
const type = 'account.connected' as const
/** Longer than the first three retries, a pause and a lease. */
const longestCalmMs = 14_400_000
const never = new AbortController().signal

export class WebhookWorld {
  private readonly plan: WebhookPlan
  private readonly ground: Ground
  private readonly seed: number
  private readonly tracing: boolean
  private readonly clientId: string
  private readonly scheduler = new Scheduler()
  private readonly counts = new Map<string, number>()
  private readonly lines: string[] = []
  private readonly faults: Faults
  private readonly truth: WebhookTruth
  private violation: Violation | null = null
  private versionSeen = -1
  private drawn = 0
  private ids = 0
  private toRecord: number
  private toReplay: number
  private calm = false
  private ended = false

  constructor(ground: Ground, plan: WebhookPlan, seed: number, tracing: boolean) {
    this.plan = plan
    this.ground = ground
    this.seed = seed
    this.tracing = tracing
    this.clientId = ground.tenants[0].clientId
    this.faults = new Faults(plan.faults, this.note)
    this.truth = new WebhookTruth(ground.storage)
    this.toRecord = plan.events.length
    this.toReplay = plan.replays.length
  }

  async run(): Promise<Run> {
    const { scheduler, plan, ground } = this
    ground.storage.reset({ written: () => {}, note: this.note })
    const writer = new SimulatedProcess(
      this.world(new Faults([], () => {}), () => {}),
      'writer',
      0,
    )
    for (const [index, { fromMs }] of plan.endpoints.entries())
      scheduler.after(fromMs, () => this.create(index).catch(this.fail))
    const database = ground.storage.connect(writer)
    this.recordAll(writer, database).catch(this.fail)
    for (const replay of plan.replays) {
      scheduler.after(replay.atMs, () => this.replay({ writer, database }, replay).catch(this.fail))
    }
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

  /** All processes share one connection: a write inside another's transaction could be rolled back with it. */
  private async create(index: number): Promise<void> {
    const { storage } = this.ground
    while (storage.inTransaction) await this.scheduler.sleep(1)
    const id = `endpoint ${index + 1}`
    storage
      .prepared(`insert into webhook_endpoint (id, client_id, url, format, types, description, state, sealed_secret, created_at)
        values (?, ?, ?, 'standard', ?, '', 'on', 'sealed', ?)`)
      .run(id, this.clientId, `https://${index}.example/`, JSON.stringify([type]), startOfTime + index)
    storage.version++
    this.truth.addEndpoint(id)
  }

  private async recordAll(writer: SimulatedProcess, database: Database): Promise<void> {
    const ordinals = new Map<number, number>()
    for (const { atMs, subject } of this.plan.events) {
      if (atMs > this.scheduler.now) await writer.sleep(atMs - this.scheduler.now)
      const ordinal = (ordinals.get(subject) ?? 0) + 1
      ordinals.set(subject, ordinal)
      const id = `event ${subject}-${ordinal}`
      const event = { id, clientId: this.clientId, type, subjectId: `${subject}`, ordinal, data: { ordinal } }
      const write = (query: Query) =>
        recordEvent(query, { ...event, at: writer.now() }, { isFirst: ordinal === 1 }).then((isNew) => {
          // Before the commit: a process may send it before this one continues.
          this.truth.recordedEvent(id, { subject, ordinal })
          return isNew
        })
      await untilStored(() => inTransaction(database, write))
      this.toRecord -= 1
    }
  }

  private async replay(
    { writer, database }: { writer: SimulatedProcess; database: Database },
    { endpoint }: { endpoint: number },
  ): Promise<void> {
    const target = { id: `endpoint ${endpoint + 1}`, clientId: this.clientId, types: [type] }
    await untilStored(() => replaySince(database, target, { since: new Date(startOfTime), now: writer.now }))
    this.note('webhooks replayed')
    this.toReplay -= 1
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
    const index = Number(new URL(url).hostname.split('.')[0])
    const endpoint = this.plan.endpoints[index]
    if (endpoint === undefined) throw new Error(`no endpoint has the URL ${url}`)
    const result = await process.step(1, () => this.receive(endpoint, { index, id: headers.id ?? '', body }))
    await process.step(result.durationMs, () => undefined)
    return result
  }

  private receive(
    { latencyMs, failures, outage }: PlannedEndpoint,
    { index, id, body }: { index: number; id: string; body: string },
  ): PostResult {
    const name = `endpoint ${index + 1}`
    const durationMs = latencyMs
    const now = this.scheduler.now
    const isDown = outage !== null && now >= outage.fromMs && now < outage.fromMs + outage.ms
    if (!this.calm && isDown) {
      this.note('receiver is down')
      return { kind: 'failed', reason: 'refused', durationMs: 1 }
    }
    this.trace(`${name} receives ${id}`)
    this.guard(() => this.truth.arrived(name, id, body))
    if (!this.calm && this.draw() < failures) {
      this.note('receiver fails')
      if (this.draw() < 0.2) return { kind: 'failed', reason: 'timeout', durationMs: 15_000 }
      return { kind: 'response', status: 500, retryAfterSeconds: undefined, bodyStart: '', durationMs }
    }
    this.truth.acceptedBy(name, id)
    return { kind: 'response', status: 204, retryAfterSeconds: undefined, bodyStart: '', durationMs }
  }

  private draw(): number {
    return (coin(this.seed * 6_761 + ++this.drawn) % 10_000) / 10_000
  }

  /** Once nothing fails, until the next delivery may be sent: passes in between test nothing. */
  private pauseMs(): number {
    if (!this.calm) return fillingEveryMs
    const text = `select min(max(case when endpoint.state = 'paused' then 0 else due_at end, coalesce(paused_until, 0),
        coalesce(leased_until, 0))) as next
      from webhook_delivery join webhook_endpoint as endpoint on id = endpoint_id where due_at is not null`
    const { next } = this.ground.storage.prepared(text).get() as { next: number | null }
    const waitMs = next === null ? 0 : next - startOfTime - this.scheduler.now
    return Math.max(fillingEveryMs, waitMs)
  }

  private check(): void {
    const { storage } = this.ground
    if (storage.inTransaction || storage.version === this.versionSeen) return
    this.versionSeen = storage.version
    const { now } = this.scheduler
    this.truth.checkTurns(startOfTime + now - 2_000, now, { isSteady: isSteady(this.plan) })
  }

  private beCalm(): void {
    this.calm = true
    this.faults.active = false
    this.trace('from here on nothing fails')
  }

  private isOver(): boolean {
    if (this.violation !== null || this.scheduler.now > this.plan.calmMs + longestCalmMs) return true
    if (!this.calm || this.toRecord > 0 || this.toReplay > 0 || this.ground.storage.inTransaction) return false
    const text = `select 1 from webhook_delivery where state = 'waiting' limit 1`
    return this.truth.isComplete() && this.ground.storage.prepared(text).get() === undefined
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

/** Nothing fails, so no turn is longer than usual. */
function isSteady({ faults, skewsMs, endpoints }: WebhookPlan): boolean {
  const works = ({ failures, outage }: PlannedEndpoint) => failures === 0 && outage === null
  return faults.length === 0 && skewsMs.length === 1 && endpoints.every(works)
}

/** Another process may hold the lock of the database for long. */
async function untilStored(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isStorageFailure(error)) throw error
    }
  }
}
