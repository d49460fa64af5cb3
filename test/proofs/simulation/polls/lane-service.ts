// How much service a lane gives, against the documented rules (docs/operate/polling.md). All times are times at which the lane was
// available: some running process had a free slot of it, and no storage fault or crash had just cost a pass or the polls that it had taken.
//
// With R polls a second, W the sum of the weights of the tiers that have been due, and w the weight of a tier:
//  - While any transfer is due, R polls start each second.
//  - While transfers of a tier are due, no other tier gets more polls in proportion to its weight.
//  - In a tier, the one that is due longest goes first. So a transfer with n others of its tier before it is claimed within
//    (n + 1) * W / (w * R) seconds.
//  - Where a listing serves an account, its poll also looks up, out of this order, what the listing lacks. The first look-up uses the rate
//    together with the listing. Each further one uses it once, so it adds 1 / R seconds to the bound.
// Each bound is exceeded by no more than
//  - `passMs`: the interval of filling, the statements of that pass, and the interval of these checks,
//  - one poll of each process: the rate is taken before the claim, and is returned if another process has claimed meanwhile,
//  - in a tier, one more of its polls for each process, because each process divides its own polls among the tiers.

import { Violation } from '../violation.ts'

const weights = [16, 4, 2, 1]
const passMs = 700

export interface WaitingTransfer {
  id: string
  nextPollAt: number
}

interface Backlog {
  sinceMs: number
  /** By tier. */
  claims: number[]
}

interface Wait {
  sinceMs: number
  furtherLookUpsBefore: number
  ahead: number
  nextPollAt: number
}

interface LaneSettings {
  name: string
  isShared: boolean
  rate: number
  processes: number
  note(kind: string): void
}

export class LaneService {
  readonly name: string
  /** Claims of transfers that share a listing are not in the order, and not within the shares. */
  readonly isShared: boolean
  private readonly rate: number
  private readonly processes: number
  private availableMs = 0
  private readonly usedTiers = new Set<number>()
  private readonly tiers: (Backlog | null)[] = weights.map(() => null)
  private whole: Backlog | null = null
  private readonly waits = new Map<string, Wait>()
  private readonly note: (kind: string) => void
  private wasSaturated = false
  private furtherLookUps = 0

  constructor({ name, isShared, rate, processes, note }: LaneSettings) {
    this.name = name
    this.isShared = isShared
    this.rate = rate
    this.note = note
    this.processes = processes
  }

  passed(ms: number): void {
    this.availableMs += ms
  }

  claimed(id: string, tier: number): void {
    this.waits.delete(id)
    this.usedTiers.add(tier)
    if (this.whole !== null) count(this.whole, tier)
    for (const backlog of this.tiers) {
      // A pass may have counted what is due before.
      if (backlog !== null && this.availableMs - backlog.sinceMs > passMs) count(backlog, tier)
    }
  }

  /** A poll of a listing looks up one more transfer by its id. */
  lookedUpFurther(): void {
    this.furtherLookUps++
  }

  /** After claims. `due`: by tier, what is due by the clock of every process, the transfer that is due longest first. */
  noteDue(due: readonly (readonly WaitingTransfer[])[]): void {
    this.whole = this.backlogNow(this.whole, due.flat().length > 0)
    for (const [tier, members] of due.entries()) {
      if (members.length > 0) this.usedTiers.add(tier)
      this.tiers[tier] = this.backlogNow(this.tiers[tier] ?? null, members.length > 0)
    }
  }

  check(due: readonly (readonly WaitingTransfer[])[]): void {
    this.noteDue(due)
    this.noteSaturated(due)
    if (this.whole !== null) this.checkRate(this.whole)
    for (const [tier, members] of due.entries()) {
      const backlog = this.tiers[tier] ?? null
      if (backlog !== null && !this.isShared) this.checkShare(backlog, tier)
      for (const transfer of members) this.checkWait(transfer, tier, members)
    }
  }

  private noteSaturated(due: readonly (readonly WaitingTransfer[])[]): void {
    const isSaturated = due.filter((members) => members.length > 2 * this.rate).length > 1
    if (isSaturated && !this.wasSaturated) this.note('lane saturated by several tiers')
    this.wasSaturated = isSaturated
  }

  private backlogNow(backlog: Backlog | null, isDue: boolean): Backlog | null {
    if (!isDue) return null
    return backlog ?? { sinceMs: this.availableMs, claims: weights.map(() => 0) }
  }

  private shareOf(tier: number): number {
    const whole = [...this.usedTiers].reduce((sum, used) => sum + (weights[used] ?? 0), 0)
    return (weights[tier] ?? 0) / whole
  }

  private checkRate({ sinceMs, claims }: Backlog): void {
    const seconds = (this.availableMs - sinceMs - passMs) / 1_000
    const least = seconds * this.rate - this.processes
    const all = claims.reduce((sum, count) => sum + count, 0)
    if (all < least) throw new Violation('Q', `${this.name} claims ${all} of its due transfers, not ${least}`)
  }

  private checkShare({ claims }: Backlog, tier: number): void {
    const own = ((claims[tier] ?? 0) + this.processes) / (weights[tier] ?? 1)
    for (const [other, count] of claims.entries()) {
      if (count - this.processes <= own * (weights[other] ?? 1)) continue
      const those = `${count} polls of tier ${other} and ${claims[tier]} of tier ${tier}`
      throw new Violation('Z', `${this.name} starts ${those} while transfers of tier ${tier} are due`)
    }
  }

  private checkWait({ id, nextPollAt }: WaitingTransfer, tier: number, due: readonly WaitingTransfer[]): void {
    const wait = this.waits.get(id)
    if (wait === undefined || wait.nextPollAt !== nextPollAt) {
      const ahead = due.findLastIndex((other) => other.nextPollAt <= nextPollAt)
      const { availableMs: sinceMs, furtherLookUps: furtherLookUpsBefore } = this
      this.waits.set(id, { sinceMs, furtherLookUpsBefore, ahead, nextPollAt })
      return
    }
    const polls = (wait.ahead + 1 + this.processes) / this.shareOf(tier) + this.processes
    const requests = polls + this.furtherLookUps - wait.furtherLookUpsBefore
    const boundMs = passMs + (requests * 1_000) / this.rate
    const waitedMs = this.availableMs - wait.sinceMs
    if (waitedMs > boundMs) {
      throw new Violation(
        'Q',
        `${id} of tier ${tier} waits in ${this.name} for ${waitedMs} ms with ${wait.ahead} before it, not ${boundMs} ms`,
      )
    }
  }
}

function count({ claims }: Backlog, tier: number): void {
  claims[tier] = (claims[tier] ?? 0) + 1
}
