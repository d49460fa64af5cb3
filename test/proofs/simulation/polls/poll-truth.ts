// The invariants of polling a crowd. `Q`: no transfer waits longer than its bound while polls are available, and the one that is due
// longest goes first. `Z`: a tier gets its share of the polls. `H`: a call takes one slot, and a key has one call in flight in a process.
// `V`: transfers of a key take turns (turns.ts). `N`: every open transfer has a next poll, no poll loses its lease, and everything ends. `U`: empty polls that count are spread out.

import { defaultPollDelays } from '../../../../server/exchanges/recovery-policy.ts'
import { oldestListedMs } from '../../../../server/transfers/accounts-to-poll.ts'
import { pollDelayMs, pollTiers } from '../../../../server/transfers/poll-schedule.ts'
import { pollIntervalMs } from '../../../../server/transfers/reconcile.ts'
import { type SimulatedProcess, startOfTime } from '../simulated-process.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'
import { Violation } from '../violation.ts'
import type { KeysInUse } from './keys-in-use.ts'
import type { LaneService, WaitingTransfer } from './lane-service.ts'
import { polledRecovery } from './polled-parties.ts'
import { Turns } from './turns.ts'

interface PolledRow {
  id: string
  account_id: string
  lane: string
  state: string
  next_poll_at: number | null
  poll_tier: number
  lease: string | null
  leased_until: number | null
  empty_polls: number
  created_at: number
  updated_at: number
}

const select = `select id, account_id, case when state = 'Confirming' then 'chain:' || network_key else exchange_type end as lane,
  state, next_poll_at, poll_tier, lease, leased_until, empty_polls, created_at, updated_at
  from transfer where id in (select id from changed_transfer)`

const countedMs = pollIntervalMs(polledRecovery, polledRecovery.fenceMs ?? 0)
const callMs = 1_000

/** A transfer as it was when a process claimed it. */
interface Claim extends PolledRow {
  by: SimulatedProcess | undefined
}

interface PolledCrowd {
  storage: SimulatedStorage
  lanes: ReadonlyMap<string, LaneService>
  keysInUse: KeysInUse
  skewsMs: readonly number[]
  now(): number
  /** The process of a lease, also if it has died. */
  processOf(lease: string): SimulatedProcess | undefined
  /** Whether the process of a lease runs, and no storage fault has hit it. */
  isSound(lease: string): boolean
  /** The process of a lease, unless a storage fault has hit the lease. */
  holderOf(lease: string): SimulatedProcess | undefined
  /** The API key of its account. */
  keyOf(transferId: string): string
  note(kind: string): void
}

export class PollTruth {
  private readonly crowd: PolledCrowd
  private readonly slowestMs: number
  private readonly spreadMs: number
  private readonly rows = new Map<string, PolledRow>()
  /** The open transfers of each tier of each lane. */
  private readonly queues = new Map<string, Map<string, PolledRow>>()
  private readonly counted = new Map<string, number>()
  private readonly turns: Turns
  /** Since when each leased transfer was due. */
  private readonly dueBefore = new Map<string, number>()
  /** By lease and account, the leased transfers that were looked up by their ids. */
  private readonly lookUps = new Map<string, Set<string>>()

  constructor(crowd: PolledCrowd) {
    this.crowd = crowd
    this.turns = new Turns((lease) => crowd.holderOf(lease))
    this.slowestMs = Math.min(...crowd.skewsMs)
    this.spreadMs = Math.max(...crowd.skewsMs) - this.slowestMs
  }

  /** Rolled back with a change, unlike what a function of JavaScript would note. */
  begin(): void {
    const { sqlite } = this.crowd.storage
    sqlite.exec('create temp table if not exists changed_transfer (id text primary key)')
    sqlite.exec('delete from changed_transfer')
    for (const event of ['insert', 'update']) {
      sqlite.exec(`create temp trigger if not exists changed_by_${event} after ${event} on transfer
        begin insert or ignore into changed_transfer values (new.id); end`)
    }
  }

  end(): void {
    for (const event of ['insert', 'update']) this.crowd.storage.sqlite.exec(`drop trigger changed_by_${event}`)
  }

  /** After a step that may have changed a transfer. */
  changed(): void {
    const { storage } = this.crowd
    const rows = storage.prepared(select).all() as PolledRow[]
    if (rows.length === 0) return
    storage.prepared('delete from changed_transfer').run()
    const before = rows.map(({ id }) => this.rows.get(id))
    const claimed = rows.flatMap((row) => this.changeOf(row))
    this.checkOrder(claimed)
    for (const [index, row] of rows.entries()) this.crowd.keysInUse.changed(row, before[index])
    for (const name of new Set(claimed.map(({ lane }) => lane))) this.lane(name)?.noteDue(this.waitingIn(name))
  }

  statementFailed(): void {
    this.turns.allLost()
  }

  lookedUp(id: string): void {
    this.turns.lookedUp(id)
  }

  /** In the lane of a listing. */
  lookedUpById(id: string): void {
    const row = this.rows.get(id)
    if (row === undefined || row.lease === null) return
    const ofPoll = this.lookUps.get(pollOf(row)) ?? new Set<string>()
    this.lookUps.set(pollOf(row), ofPoll)
    if (ofPoll.size > 0) this.lane(row.lane)?.lookedUpFurther()
    ofPoll.add(id)
  }

  requested(process: SimulatedProcess, id: string): void {
    this.turns.requested(process, id, this.slowestNow())
  }

  checkLanes(): void {
    for (const [name, lane] of this.crowd.lanes) lane.check(this.waitingIn(name))
  }

  /** Returns the transfer as it was if a process has claimed it. */
  private changeOf(row: PolledRow): Claim[] {
    const previous = this.rows.get(row.id)
    this.rows.set(row.id, row)
    if (previous !== undefined) this.queueOf(previous).delete(row.id)
    if (row.next_poll_at !== null) this.queueOf(row).set(row.id, row)
    this.noteTurn(row)
    if (previous === undefined) return []
    if (row.lease !== previous.lease || isClaim(row, previous)) this.lookUps.get(pollOf(previous))?.delete(row.id)
    if (previous.next_poll_at !== row.next_poll_at) this.checkNext(row)
    if (previous.empty_polls !== row.empty_polls) this.checkCounted(row)
    if (!isClaim(row, previous)) return []
    this.checkLease(previous)
    this.checkDue(previous)
    this.dueBefore.set(previous.id, previous.next_poll_at ?? 0)
    this.turns.claimed(previous.id, { dueAt: previous.next_poll_at ?? 0, now: this.slowestNow() + this.spreadMs })
    this.lane(previous.lane)?.claimed(previous.id, previous.poll_tier)
    return [{ ...previous, by: this.crowd.processOf(row.lease ?? '') }]
  }

  private noteTurn({ id, lane, poll_tier: tier, lease, next_poll_at: nextPollAt }: PolledRow): void {
    if (nextPollAt === null) this.turns.ended(id)
    else this.turns.changed({ id, lane, key: this.crowd.keyOf(id), tier, lease, nextPollAt })
  }

  private queueOf({ lane, poll_tier }: Pick<PolledRow, 'lane' | 'poll_tier'>): Map<string, PolledRow> {
    const name = `${lane} ${poll_tier}`
    const queue = this.queues.get(name) ?? new Map<string, PolledRow>()
    this.queues.set(name, queue)
    return queue
  }

  private lane(name: string): LaneService | undefined {
    return this.crowd.lanes.get(name)
  }

  /** What is or was due by the clock of every process, by tier, the transfer that is due longest first. */
  private waitingIn(lane: string): WaitingTransfer[][] {
    const now = this.slowestNow()
    return pollTiers.map((tier) =>
      [...this.queueOf({ lane, poll_tier: tier }).values()]
        .map((row) => {
          const nextPollAt = row.next_poll_at ?? Number.POSITIVE_INFINITY
          const isDue = nextPollAt <= now
          const dueAt = isDue || row.lease === null ? nextPollAt : (this.dueBefore.get(row.id) ?? nextPollAt)
          return { id: row.id, dueAt, isFree: isDue && !this.crowd.keysInUse.isBusyForAny(row) }
        })
        .filter(({ dueAt }) => dueAt <= now)
        .sort((one, other) => one.dueAt - other.dueAt),
    )
  }

  open(): number {
    return [...this.queues.values()].reduce((sum, { size }) => sum + size, 0)
  }

  private slowestNow(): number {
    return startOfTime + this.crowd.now() + this.slowestMs
  }

  private checkNext({ id, state, next_poll_at, created_at }: PolledRow): void {
    const hasEnded = state === 'Succeeded' || state === 'NotSent'
    if (next_poll_at === null) {
      if (!hasEnded) throw new Violation('N', `${id} is ${state} and not polled any more`)
      return
    }
    const now = startOfTime + this.crowd.now()
    const intervalMs = Math.max(countedMs, pollDelayMs(defaultPollDelays, now - created_at + this.spreadMs))
    const latest = now + intervalMs + polledRecovery.leaseMs + this.spreadMs
    if (next_poll_at > latest) throw new Violation('N', `the next poll of ${id} is ${next_poll_at - now} ms ahead`)
  }

  /** Only what one list of withdrawals serves may be polled with a transfer that is due. */
  private checkDue({ id, next_poll_at, created_at }: PolledRow): void {
    const now = this.slowestNow()
    const isDue = next_poll_at === null || next_poll_at <= now + this.spreadMs
    if (!isDue && created_at <= now - oldestListedMs)
      throw new Violation('Q', `${id} is in no list, and was claimed before it was due`)
  }

  /** A lease expires only if its process ends, or cannot store the end of its poll. */
  private checkLease({ id, lease }: PolledRow): void {
    if (lease === null) return
    this.turns.lost(id)
    if (this.crowd.isSound(lease)) throw new Violation('N', `a poll of ${id} ended without scheduling the next one`)
    this.crowd.note('lease of a process that died expires')
  }

  private checkCounted({ id, updated_at: at }: PolledRow): void {
    const before = this.counted.get(id)
    this.counted.set(id, at)
    this.crowd.note('empty poll counts')
    // A poll counts as of its request, and is stored after its response.
    if (before !== undefined && at - before < countedMs - callMs - this.spreadMs) {
      throw new Violation('U', `two empty polls of ${id} count within ${at - before} ms, not ${countedMs} ms`)
    }
  }

  private checkOrder(claimed: readonly Claim[]): void {
    const now = this.slowestNow()
    for (const [queue, members] of Map.groupBy(claimed, ({ lane, poll_tier }) => `${lane} ${poll_tier}`)) {
      if (this.lane(members[0]?.lane ?? '')?.isShared !== false) continue
      const latest = Math.max(...members.map(({ next_poll_at }) => next_poll_at ?? 0))
      for (const row of this.queues.get(queue)?.values() ?? []) {
        const isBefore = row.next_poll_at !== null && row.next_poll_at < latest && row.next_poll_at <= now
        if (isBefore && !members.some(({ by }) => this.crowd.keysInUse.isBusyFor(by, row))) {
          throw new Violation('Q', `${row.id} was due before a transfer of its tier that was claimed`)
        }
      }
    }
  }
}

const pollOf = ({ lease, account_id }: PolledRow) => `${lease} ${account_id}`

function isClaim(row: PolledRow, previous: PolledRow): boolean {
  if (row.lease === null || row.leased_until !== row.next_poll_at) return false
  return row.lease !== previous.lease || row.leased_until !== previous.leased_until
}
