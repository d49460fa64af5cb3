// One run: servers, clients, exchange and chain on one scheduler, checked after every step until everything has ended.

import type { WithdrawalOrder, WithdrawalOutcome } from '../../../server/exchanges/withdrawal.ts'
import { runClient, runIntruder } from './clients.ts'
import { secretCanary } from './exchange-adapter.ts'
import { Faults } from './faults.ts'
import { contracts, type Ground } from './ground.ts'
import { Invariants } from './invariants.ts'
import { Journal } from './journal.ts'
import { openTransfers } from './open-transfers.ts'
import { resolveByHand } from './operator.ts'
import { placeForeign } from './owner.ts'
import type { Schedule } from './schedule.ts'
import { Scheduler } from './scheduler.ts'
import { startServer } from './server-process.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { SimulatedExchange, unitsPerCoin } from './simulated-exchange.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { SimulatedStorage } from './simulated-storage.ts'
import type { ServerProcess, SimulatedWorld } from './simulated-world.ts'
import { planTimed } from './timed-faults.ts'
import { Violation, violationOf } from './violation.ts'

const deposit = 1_000n * unitsPerCoin
const longestCalmMs = 5 * 86_400_000
/** The maximum time between two passes. */
const closePassMs = 30_000
const longestPassMs = 10_800_000
const mostCalmPasses = 200

export interface Run {
  violation: Violation | null
  virtualMs: number
  steps: number
  /** How often each fault and each transition occurred. */
  counts: Map<string, number>
  trace: string[]
  /** The number of steps, and the first and last step of the first execute, for crash points. */
  engineSteps: number
  executeSteps: { first: number; last: number } | null
}

export class World implements SimulatedWorld {
  readonly scheduler = new Scheduler()
  readonly journal = new Journal()
  readonly chain = new SimulatedChain()
  readonly storage: SimulatedStorage
  readonly ground: Ground
  readonly schedule: Schedule
  readonly faults: Faults
  readonly exchange: SimulatedExchange
  readonly invariants: Invariants
  readonly counts = new Map<string, number>()
  readonly lines: string[] = []
  outageUntil = 0
  underWay = 0
  ended = false
  executeSteps: Run['executeSteps'] = null
  private violation: Violation | null = null
  private readonly servers: (ServerProcess | null)[] = []
  private readonly tracing: boolean
  private passMs = 400
  private calmPasses = 0
  private versionSeen = -1
  calm = false
  private ids = 0
  private clientsLeft: number
  private readonly fates: Schedule['fates']
  private readonly hiddenMs: number[]
  timedLeft = 0

  constructor(ground: Ground, schedule: Schedule, tracing: boolean) {
    this.ground = ground
    this.storage = ground.storage
    this.schedule = schedule
    this.tracing = tracing
    this.faults = new Faults(schedule.faults, this.note)
    this.fates = [...schedule.fates]
    this.hiddenMs = [...schedule.hiddenMs]
    this.clientsLeft = schedule.clients.length
    this.exchange = new SimulatedExchange(
      {
        class: schedule.class,
        fenced: schedule.fenced,
        requiresCode: schedule.requiresCode,
        confirmMs: schedule.confirmMs,
        skewMs: schedule.exchangeSkewMs,
        chain: this.chain,
        contracts,
        silentNetworks: new Set(['ethereum']),
        nextFate: () => {
          const fate = this.fates.shift()
          return fate === 'paid' ? undefined : fate
        },
        provedTwin: ({ id, account, networkKey, address, units }) =>
          this.exchange.withdrawals.find(
            (other) =>
              other.id !== id &&
              other.account === account &&
              other.networkKey === networkKey &&
              other.address === address &&
              other.units === units &&
              this.invariants.hasSucceededBy(other.hash),
          )?.hash,
        nextHiddenMs: () => {
          const ms = this.hiddenMs.shift() ?? 0
          if (ms > 0) this.note('withdrawal listed late')
          return ms
        },
        note: this.note,
      },
      ['first', 'second'],
      deposit,
    )
    this.invariants = new Invariants({
      storage: this.storage,
      exchange: this.exchange,
      chain: this.chain,
      journal: this.journal,
      now: () => this.scheduler.now,
      note: this.note,
      trace: (text) => this.trace(text),
    })
  }

  async run(): Promise<Run> {
    const { storage, schedule, ground } = this
    storage.reset({ written: (_sql, values) => this.checkWritten(values), note: this.note })
    for (const { id, sealed_credentials } of ground.sealed) {
      storage
        .prepared('update sign_in set sealed_credentials = ?, renewing_until = null where id = ?')
        .run(sealed_credentials, id)
    }
    placeForeign(this)
    for (const index of schedule.processSkewsMs.keys()) this.start(index)
    for (const plan of schedule.clients) runClient(this, plan).then(() => this.clientEnded(), this.fail)
    if (schedule.intruder) runIntruder(this).catch(this.fail)
    for (const plan of schedule.timed) planTimed(this, plan)
    await this.scheduler.run(
      () => this.isOver(),
      () => this.guard(() => this.invariants.check()),
    )
    this.ended = true
    this.guard(() => this.checkEnded())
    return {
      violation: this.violation,
      virtualMs: this.scheduler.now,
      steps: this.scheduler.steps,
      counts: this.counts,
      trace: this.lines,
      engineSteps: this.faults.count('step'),
      executeSteps: this.executeSteps,
    }
  }

  /** A running server, if there is one. A request to a stopped one is refused. */
  server(index: number): ServerProcess | null {
    return this.servers[index % this.servers.length] ?? null
  }

  readonly newId = (): string => `00000000-0000-4000-8000-${(++this.ids).toString(16).padStart(12, '0')}`

  readonly note = (kind: string): void => {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    if (this.tracing) this.trace(`· ${kind}`)
  }

  readonly fail = (error: unknown): void => {
    this.violation ??= violationOf(error)
  }

  trace(text: string): void {
    if (this.tracing) this.lines.push(`${(this.scheduler.now / 1000).toFixed(3).padStart(12)} s  ${text}`)
  }

  sending(process: SimulatedProcess, account: string, order: WithdrawalOrder): void {
    this.trace(`${process.name} sends ${order.clientReference}`)
    this.guard(() => this.invariants.sending(account, order))
  }

  responded(process: SimulatedProcess, { clientReference }: WithdrawalOrder, outcome: WithdrawalOutcome): void {
    const { pauses } = process
    if (outcome.kind === 'accepted' || outcome.kind === 'ambiguous') return
    const isNotSent = outcome.kind === 'notSent'
    this.invariants.responded(clientReference, isNotSent, () => process.alive && process.pauses === pauses)
  }

  crashed(process: SimulatedProcess, restartMs: number): void {
    const index = this.servers.findIndex((server) => server?.process === process)
    this.storage.drop(process)
    this.servers[index] = null
    this.scheduler.after(this.calm ? 1_000 : restartMs, () => this.start(index))
  }

  nextPassMs(): number {
    if (this.calm) this.calmPasses++
    const isWatched = this.schedule.closePollsMs !== undefined && this.scheduler.now < this.schedule.closePollsMs
    const ms = isWatched ? Math.min(this.passMs, closePassMs) : this.passMs
    this.passMs = Math.min(ms * 2, longestPassMs)
    return ms
  }

  /** A new transfer is polled soon. */
  hurry(): void {
    if (!this.calm) this.passMs = 300
  }

  isDue(now: number): boolean {
    const select = 'select 1 from transfer where next_poll_at <= ? limit 1'
    return this.storage.prepared(select).get(now) !== undefined
  }

  /** Outside of the sealed column, no value may contain a secret. */
  seen(text: string, where: string): void {
    if (text.includes(secretCanary)) this.fail(new Violation('I13', `a secret in ${where}`))
  }

  guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }

  private checkWritten(values: readonly unknown[]): void {
    for (const value of values) if (typeof value === 'string') this.seen(value, 'storage')
  }

  private start(index: number): void {
    if (this.ended || this.servers[index] != null) return
    const process = new SimulatedProcess(this, `server ${index + 1}`, this.schedule.processSkewsMs[index] ?? 0)
    this.servers[index] = startServer(this, process)
  }

  private clientEnded(): void {
    this.clientsLeft--
  }

  private isOver(): boolean {
    if (this.violation !== null) return true
    if (!this.calm) {
      if (this.clientsLeft === 0 && this.timedLeft === 0 && this.scheduler.now >= this.outageUntil) this.beCalm()
      return false
    }
    if (this.calmPasses > mostCalmPasses || this.scheduler.now > this.calmSince + longestCalmMs) return true
    const { version, inTransaction } = this.storage
    if (inTransaction || this.underWay > 0 || version === this.versionSeen) return false
    this.versionSeen = version
    return openTransfers(this).length === 0
  }

  private calmSince = 0

  /** No more faults: from here on every transfer must end. */
  private beCalm(): void {
    this.calm = true
    this.calmSince = this.scheduler.now
    this.faults.active = this.schedule.faultsToTheEnd === true
    this.outageUntil = 0
    this.chain.delayMs = 0
    this.passMs = 8_000
    for (const server of this.servers) server?.process.resume()
    for (const index of this.schedule.processSkewsMs.keys()) this.scheduler.after(500, () => this.start(index))
    this.scheduler.after(2_000, () => resolveByHand(this).catch(this.fail))
    this.trace('from here on nothing fails')
  }

  private checkEnded(): void {
    if (this.violation !== null) return
    const [open] = openTransfers(this)
    if (open !== undefined) throw new Violation('I9', `a transfer is still ${open.state} long after all faults ended`)
  }
}
