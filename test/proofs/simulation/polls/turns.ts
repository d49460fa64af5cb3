// The turns of the transfers that share a key. `V`: while a transfer waits, each other one of its key, tier and lane takes at most two turns
// before it in each process: one because it was due longer, and one because the key was busy when the waiting one was claimed.
//
// A transfer waits from the time at which it is due until it is looked up: its withdrawal or its payment is requested, or its row of a
// listing is read. A poll that ends without looking it up does not end its wait, whatever the next poll is scheduled for. A turn is a
// request for a transfer that was due, in the same poll as the waiting one, or before the waiting one was due again. Others share a poll
// that is made anyway. A request is no turn while the exchange is unreachable or the key is over its limit: then no poll is available.

import type { SimulatedProcess } from '../simulated-process.ts'
import { Violation } from '../violation.ts'
import type { CrowdTransfer } from './crowd.ts'

const mostTurns = 2

interface Wait {
  sinceMs: number
  /** How many turns each other transfer has taken meanwhile, by process. */
  turns: Map<SimulatedProcess, Map<string, number>>
}

interface Member extends Pick<CrowdTransfer, 'id' | 'lane' | 'key'> {
  tier: number
  lease: string | null
  nextPollAt: number
}

export class Turns {
  private readonly waits = new Map<string, Wait>()
  private readonly queues = new Map<string, Map<string, Member>>()
  private readonly members = new Map<string, Member>()
  /** Since when each transfer was due that was claimed last. Not those that were not due. */
  private readonly claims = new Map<string, number>()
  private readonly holderOf: (lease: string) => SimulatedProcess | undefined

  constructor(holderOf: (lease: string) => SimulatedProcess | undefined) {
    this.holderOf = holderOf
  }

  changed(member: Member): void {
    const previous = this.members.get(member.id)
    if (previous !== undefined && nameOf(previous) !== nameOf(member)) this.ended(member.id)
    this.members.set(member.id, member)
    const queue = this.queues.get(nameOf(member)) ?? new Map<string, Member>()
    this.queues.set(nameOf(member), queue.set(member.id, member))
    // A lease schedules nothing.
    if (member.lease !== null || this.waits.has(member.id)) return
    this.waits.set(member.id, { sinceMs: member.nextPollAt, turns: new Map() })
  }

  ended(id: string): void {
    const member = this.members.get(id)
    if (member !== undefined) this.queues.get(nameOf(member))?.delete(id)
    this.members.delete(id)
    this.waits.delete(id)
  }

  claimed(id: string, { dueAt, now }: { dueAt: number; now: number }): void {
    if (dueAt <= now) this.claims.set(id, dueAt)
    else this.claims.delete(id)
  }

  /** Its process has died, or could not store the end of its poll. */
  lost(id: string): void {
    this.waits.delete(id)
  }

  /** A statement has failed: any poll may have ended early. */
  allLost(): void {
    this.waits.clear()
  }

  lookedUp(id: string): void {
    this.waits.delete(id)
  }

  /** `now`: by the slowest clock. */
  requested(process: SimulatedProcess, id: string, now: number): void {
    const dueAt = this.claims.get(id)
    const member = this.members.get(id)
    if (dueAt === undefined || member === undefined) return
    for (const other of this.queues.get(nameOf(member))?.values() ?? []) {
      const wait = this.waits.get(other.id)
      if (wait === undefined || wait.sinceMs > now || other.id === id) continue
      const isBefore = other.lease === null ? dueAt < other.nextPollAt : this.holderOf(other.lease) === process
      if (!isBefore) continue
      const taken = wait.turns.get(process) ?? new Map<string, number>()
      const turns = (taken.get(id) ?? 0) + 1
      wait.turns.set(process, taken.set(id, turns))
      if (turns > mostTurns) {
        const waits = `${other.id} waits, with the same key, since ${now - wait.sinceMs} ms`
        throw new Violation('V', `${id} takes ${turns} turns in ${member.lane} while ${waits}`)
      }
    }
  }
}

const nameOf = ({ lane, key, tier }: Member) => `${lane} ${key} ${tier}`
