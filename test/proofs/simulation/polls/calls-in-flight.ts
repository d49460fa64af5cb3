// The calls of each process that wait for a response, by lane and by key, and the rate at which requests start.

import type { SimulatedProcess } from '../simulated-process.ts'
import { Violation } from '../violation.ts'

const fewestSlots = 16
const callSeconds = 15
/** Long enough for the rate to show beside the requests that may start at once. */
const windowMs = 5_000

export interface StartedCall {
  /** The lane of the poll. */
  lane: string
  /** Null for a call to a node. */
  key: string | null
}

export class CallsInFlight {
  private readonly skewsMs: readonly number[]
  private readonly rates: ReadonlyMap<string, number>
  private readonly slots: ReadonlyMap<string, number>
  private readonly counts = new Map<SimulatedProcess, Map<string, number>>()
  /** When the requests of each lane started. */
  private readonly started = new Map<string, number[]>()

  constructor(rates: ReadonlyMap<string, number>, skewsMs: readonly number[]) {
    this.rates = rates
    this.skewsMs = skewsMs
    this.slots = new Map([...rates].map(([lane, rate]) => [lane, Math.max(fewestSlots, rate * callSeconds)]))
  }

  begin(process: SimulatedProcess, { lane, key }: StartedCall): void {
    this.add(process, lane, 1)
    if (this.count(process, lane) > (this.slots.get(lane) ?? 0)) {
      throw new Violation('H', `${process.name} has more calls in flight at ${lane} than slots`)
    }
    if (key === null) return
    this.add(process, keyIn(lane, key), 1)
    if (this.count(process, keyIn(lane, key)) > 1) {
      throw new Violation('H', `${process.name} has two calls in flight in ${lane} with the key ${key}`)
    }
  }

  /** For a lane that makes one request for each of its polls. Processes whose clocks differ do not agree on the rate that is left. */
  checkRate({ lane, key }: StartedCall, now: number): void {
    if (new Set(this.skewsMs).size > 1) return
    // A poll of a network may request the exchange after the node.
    if ((key === null) !== lane.startsWith('chain:')) return
    const rate = this.rates.get(lane) ?? 0
    const started = [...(this.started.get(lane) ?? []).filter((at) => at > now - windowMs), now]
    this.started.set(lane, started)
    // The polls of one second may start at once. Each process may start two later than it had counted them.
    const most = rate * (1 + windowMs / 1_000) + 2 * this.skewsMs.length
    if (started.length > most) {
      throw new Violation('L', `${started.length} requests of ${lane} start within ${windowMs} ms, not ${most}`)
    }
  }

  end(process: SimulatedProcess, { lane, key }: StartedCall): void {
    this.add(process, lane, -1)
    if (key !== null) this.add(process, keyIn(lane, key), -1)
  }

  /** The process has died. */
  drop(process: SimulatedProcess): void {
    this.counts.delete(process)
  }

  hasFreeSlot(process: SimulatedProcess, lane: string): boolean {
    return this.count(process, lane) < (this.slots.get(lane) ?? 0)
  }

  private count(process: SimulatedProcess, of: string): number {
    return this.counts.get(process)?.get(of) ?? 0
  }

  private add(process: SimulatedProcess, of: string, change: number): void {
    const counts = this.counts.get(process) ?? new Map<string, number>()
    this.counts.set(process, counts)
    counts.set(of, (counts.get(of) ?? 0) + change)
  }
}

const keyIn = (lane: string, key: string) => `${lane}, key ${key}`
