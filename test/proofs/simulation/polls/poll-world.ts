// One run of the pool that polls: a crowd of transfers at exchanges and networks, and servers that share a storage. Checked after every
// step until every transfer has ended.

import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { pollPool } from '../../../../server/transfers/poll-pool.ts'
import { coin } from '../coin.ts'
import { Faults } from '../faults.ts'
import type { Ground } from '../ground.ts'
import { Scheduler } from '../scheduler.ts'
import { SimulatedProcess, startOfTime } from '../simulated-process.ts'
import { Violation, violationOf } from '../violation.ts'
import type { Run } from '../world.ts'
import { CallsInFlight, type StartedCall } from './calls-in-flight.ts'
import { Crowd, type CrowdTransfer } from './crowd.ts'
import { KeysInUse } from './keys-in-use.ts'
import { type LaneService, lanesOf } from './lane-service.ts'
import { LeaseHolders } from './lease-holders.ts'
import type { PolledExchange, PollPlan } from './poll-plan.ts'
import { PollTruth } from './poll-truth.ts'
import { listingExchange } from './polled-parties.ts'
import { pollingDeps, ratesOf } from './polling-deps.ts'

const fillingEveryMs = 200
const calmFillingMs = 1_000
const checkingEveryMs = 250
/** The most that one failed statement, or a death in the middle of a pass, can cost: the polls taken from the rate of one second. */
const excusedMs = 1_500
/** The longest interval and a lease; besides, the backlog is polled once more. */
const longestCalmMs = 400_000

export class PollWorld {
  readonly plan: PollPlan
  calm = false
  private readonly scheduler = new Scheduler()
  private readonly counts = new Map<string, number>()
  private readonly lines: string[] = []
  private readonly faults: Faults
  private readonly crowd: Crowd
  private readonly truth: PollTruth
  private readonly lanes: Map<string, LaneService>
  private readonly calls: CallsInFlight
  private readonly keysInUse = new KeysInUse({
    now: () => this.scheduler.now,
    running: () => this.running(),
    processOf: (lease) => this.holders.processOf(lease),
    keyOf: (id) => this.crowd.transferOf(id).key,
  })
  private readonly buckets = memoryBuckets()
  private readonly processes: (SimulatedProcess | null)[] = []
  private readonly holders = new LeaseHolders()
  private readonly ground: Ground
  private readonly seed: number
  private readonly tracing: boolean
  private violation: Violation | null = null
  private excusedUntil = 0
  private checkedAt = 0
  private versionSeen = -1
  private drawn = 0
  private ended = false

  constructor(ground: Ground, plan: PollPlan, seed: number, tracing: boolean) {
    this.ground = ground
    this.plan = plan
    this.seed = seed
    this.tracing = tracing
    this.faults = new Faults(plan.faults, this.note)
    this.crowd = new Crowd(ground)
    const rates = ratesOf(plan)
    this.lanes = lanesOf(rates, { processes: plan.skewsMs.length, note: this.note })
    this.calls = new CallsInFlight(rates, plan.skewsMs)
    this.truth = new PollTruth({
      ...{ storage: ground.storage, lanes: this.lanes, skewsMs: plan.skewsMs, note: this.note },
      keysInUse: this.keysInUse,
      processOf: (lease) => this.holders.processOf(lease),
      now: () => this.scheduler.now,
      keyOf: (id) => this.crowd.transferOf(id).key,
      holderOf: (lease) => this.holders.soundProcessOf(lease),
      isSound: (lease) => this.holders.soundProcessOf(lease)?.alive === true,
    })
  }

  async run(): Promise<Run> {
    const { scheduler, plan, crowd } = this
    this.ground.storage.reset({ written: () => {}, note: this.note })
    crowd.insertAccounts()
    this.truth.begin()
    for (const group of plan.groups) crowd.insertGroup(group, startOfTime)
    for (const [index, { atMs, lane }] of plan.newcomers.entries()) {
      scheduler.after(atMs, () => this.insertNewcomer(lane, index).catch(this.fail))
    }
    for (const index of plan.skewsMs.keys()) this.start(index)
    scheduler.after(plan.calmMs, () => this.beCalm())
    this.checkRegularly()
    await scheduler.run(
      () => this.isOver(),
      () => this.guard(() => this.check()),
    )
    this.ended = true
    this.truth.end()
    if (this.violation === null && this.truth.open() > 0) {
      this.violation = new Violation('N', `${this.truth.open()} transfers are open long after all faults ended`)
    }
    const { violation, counts, lines: trace } = this
    const run = { violation, counts, trace, virtualMs: scheduler.now, steps: scheduler.steps }
    return { ...run, engineSteps: 0, executeSteps: null }
  }

  readonly fail = (error: unknown): void => {
    this.violation ??= violationOf(error)
  }

  readonly note = (kind: string): void => {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.trace(`· ${kind}`)
    if (kind === 'storage error') this.excuse(true)
  }

  draw(): number {
    return coin(this.seed * 7_919 + ++this.drawn)
  }

  transferOf(reference: string): CrowdTransfer {
    return this.crowd.transferOf(reference)
  }

  sentBy(accountId: string): readonly CrowdTransfer[] {
    return this.crowd.sentBy(accountId)
  }

  lookedUp(id: string): void {
    this.truth.lookedUp(id)
  }

  requested(process: SimulatedProcess, id: string): void {
    this.trace(`${process.name} requests ${id}`)
    this.guard(() => this.truth.requested(process, id))
  }

  called(process: SimulatedProcess, call: StartedCall & { transfer: CrowdTransfer | null }) {
    const { key, lane, transfer } = call
    if (key !== null) this.keysInUse.callBegins(process, key)
    this.guard(() => {
      this.calls.begin(process, call)
      this.lanes.get(lane)?.requested()
      if (lane !== listingExchange) this.calls.checkRate(call, this.scheduler.now)
      else if (transfer !== null) this.truth.lookedUpById(transfer.id)
    })
    return (result: { isAnswered: boolean }) => {
      this.calls.end(process, call)
      if (key !== null) this.keysInUse.callEnds(process, key, result)
    }
  }

  /** All processes share one connection: a write inside another's transaction could be rolled back with it. */
  private async insertNewcomer(lane: PolledExchange, index: number): Promise<void> {
    const { storage } = this.ground
    while (storage.inTransaction) await this.scheduler.sleep(1)
    const group = { lane, owner: 'own', count: 1, tier: 0, isUnknown: false } as const
    this.crowd.insertTransfer(group, index, startOfTime + this.scheduler.now)
    storage.version++
    this.note('new transfer polled in a crowd')
  }

  private start(index: number): void {
    if (this.ended) return
    const { scheduler, faults, plan, ground } = this
    const crashed = (process: SimulatedProcess, restartMs: number) => {
      ground.storage.drop(process)
      this.calls.drop(process)
      this.processes[index] = null
      this.excuse(false)
      scheduler.after(this.calm ? 1_000 : restartMs, () => this.start(index))
    }
    const world = { scheduler, faults, crashed, trace: (text: string) => this.trace(text) }
    const process = new SimulatedProcess(world, `server ${index + 1}`, plan.skewsMs[index] ?? 0)
    this.processes[index] = process
    const pool = pollPool(pollingDeps(process, this, ground.storage), { buckets: this.buckets })
    const again = () => scheduler.after(this.calm ? calmFillingMs : fillingEveryMs, () => process.whenRunning(pass))
    const pass = () => {
      if (this.ended) return
      // Calm passes that have nothing to poll and no lease to end are left out: they test nothing.
      if (this.calm && !this.hasWork(process.now().getTime())) return again()
      pool.fill().then(again, again)
    }
    scheduler.after(index * 60, () => process.whenRunning(pass))
  }

  newLease(process: SimulatedProcess): string {
    return this.holders.begin(process)
  }

  /** A pass also stores the next polls of what has been polled, or put back, since the last one. Until then it is leased. */
  private hasWork(now: number): boolean {
    const select = 'select 1 from transfer where next_poll_at <= ? or next_poll_at = leased_until limit 1'
    return this.ground.storage.prepared(select).get(now) !== undefined
  }

  /** A pass, or the end of a poll, was lost. */
  private excuse(isStorage: boolean): void {
    this.excusedUntil = this.scheduler.now + excusedMs
    if (!isStorage) return
    // Which process it hit is not known here.
    this.holders.storageFailed()
    this.truth.statementFailed()
  }

  private check(): void {
    const { scheduler, truth, ground } = this
    const passedMs = scheduler.now - Math.max(this.checkedAt, Math.min(this.excusedUntil, scheduler.now))
    this.checkedAt = scheduler.now
    for (const [name, lane] of this.lanes) {
      if (this.running().some((process) => this.calls.hasFreeSlot(process, name))) lane.passed(passedMs)
    }
    if (ground.storage.inTransaction || ground.storage.version === this.versionSeen) return
    this.versionSeen = ground.storage.version
    truth.changed()
  }

  private running(): SimulatedProcess[] {
    return this.processes.flatMap((process) => (process?.alive === true ? [process] : []))
  }

  private checkRegularly(): void {
    this.scheduler.after(checkingEveryMs, () => {
      if (this.ended || this.calm) return
      if (!this.ground.storage.inTransaction) this.guard(() => this.truth.checkLanes())
      this.checkRegularly()
    })
  }

  private beCalm(): void {
    this.calm = true
    this.faults.active = false
    this.trace('from here on nothing fails')
  }

  private isOver(): boolean {
    if (this.violation !== null || this.scheduler.now > this.plan.calmMs + longestCalmMs) return true
    return this.calm && !this.ground.storage.inTransaction && this.truth.open() === 0
  }

  trace(text: string): void {
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
