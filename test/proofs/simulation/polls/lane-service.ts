// How much service a lane gives, against the documented rules (docs/src/content/docs/operate/polling.md). All times are times at which the lane was
// available: some running process had a free slot of it, and no storage fault or crash had just cost a pass or the polls that it had taken.
//
// A transfer whose key is in use waits for its key (turns.ts), and not for a poll of its lane.
//
// With R polls a second, W the sum of the weights of the tiers that have been due, and w the weight of a tier:
//  - While any transfer is due, R requests start each second.
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
import { listingExchange } from './polled-parties.ts'

const weights = [16, 4, 2, 1]
const passMs = 700

export interface WaitingTransfer {
  id: string
  /** Since when it is due. If it is leased: since when it was due before, and is again if it is put back. */
  dueAt: number
  /** Whether it can be claimed. Otherwise it is leased, or its key is in use. */
  isFree: boolean
}

interface Backlog {
  sinceMs: number
  requests: number
  /** By tier. */
  claims: number[]
}

interface Wait {
  sinceMs: number
  furtherLookUpsBefore: number
  ahead: number
  dueAt: number
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

  /** A request to the exchange or the node. */
  requested(): void {
    if (this.whole !== null) this.whole.requests++
  }

  /** A poll of a listing looks up one more transfer by its id. */
  lookedUpFurther(): void {
    this.furtherLookUps++
  }

  /** After claims. `waiting`: by tier, the transfer that is due longest first. */
  noteDue(waiting: readonly (readonly WaitingTransfer[])[]): void {
    const due = waiting.map((members) => members.filter(({ isFree }) => isFree))
    this.whole = this.backlogNow(this.whole, due.flat().length > 0)
    for (const [tier, members] of due.entries()) {
      if (members.length > 0) this.usedTiers.add(tier)
      this.tiers[tier] = this.backlogNow(this.tiers[tier] ?? null, members.length > 0)
    }
  }

  check(waiting: readonly (readonly WaitingTransfer[])[]): void {
    this.noteDue(waiting)
    this.noteSaturated(waiting)
    if (this.whole !== null) this.checkRate(this.whole)
    for (const [tier, members] of waiting.entries()) {
      const backlog = this.tiers[tier] ?? null
      if (backlog !== null && !this.isShared) this.checkShare(backlog, tier)
      for (const transfer of members) {
        if (transfer.isFree) this.checkWait(transfer, tier, members)
        else this.waits.delete(transfer.id)
      }
    }
  }

  private noteSaturated(waiting: readonly (readonly WaitingTransfer[])[]): void {
    const due = waiting.map((members) => members.filter(({ isFree }) => isFree))
    const isSaturated = due.filter((members) => members.length > 2 * this.rate).length > 1
    if (isSaturated && !this.wasSaturated) this.note('lane saturated by several tiers')
    this.wasSaturated = isSaturated
  }

  private backlogNow(backlog: Backlog | null, isDue: boolean): Backlog | null {
    if (!isDue) return null
    return backlog ?? { sinceMs: this.availableMs, requests: 0, claims: weights.map(() => 0) }
  }

  private shareOf(tier: number): number {
    const whole = [...this.usedTiers].reduce((sum, used) => sum + (weights[used] ?? 0), 0)
    return (weights[tier] ?? 0) / whole
  }

  private checkRate({ sinceMs, requests }: Backlog): void {
    const seconds = (this.availableMs - sinceMs - passMs) / 1_000
    const least = seconds * this.rate - this.processes
    if (requests < least)
      throw new Violation('Q', `${this.name} starts ${requests} requests while transfers are due, not ${least}`)
  }

  private checkShare({ claims }: Backlog, tier: number): void {
    const own = ((claims[tier] ?? 0) + this.processes) / (weights[tier] ?? 1)
    for (const [other, count] of claims.entries()) {
      if (count - this.processes <= own * (weights[other] ?? 1)) continue
      const those = `${count} polls of tier ${other} and ${claims[tier]} of tier ${tier}`
      throw new Violation('Z', `${this.name} starts ${those} while transfers of tier ${tier} are due`)
    }
  }

  private checkWait({ id, dueAt }: WaitingTransfer, tier: number, members: readonly WaitingTransfer[]): void {
    const wait = this.waits.get(id)
    if (wait === undefined || wait.dueAt !== dueAt) {
      const ahead = members.findLastIndex((other) => other.dueAt <= dueAt)
      const { availableMs: sinceMs, furtherLookUps: furtherLookUpsBefore } = this
      this.waits.set(id, { sinceMs, furtherLookUpsBefore, ahead, dueAt })
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

/** `rates`: polls in a second, by lane. */
export function lanesOf(
  rates: ReadonlyMap<string, number>,
  shared: Pick<LaneSettings, 'processes' | 'note'>,
): Map<string, LaneService> {
  return new Map(
    [...rates].map(([name, rate]) => [
      name,
      new LaneService({ ...shared, name, rate, isShared: name === listingExchange }),
    ]),
  )
}
