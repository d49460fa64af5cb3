// Which keys each process uses, as far as it shows from outside: a call with the key is in flight, its transfers are leased, or its exchange
// has just not answered.

import type { SimulatedProcess } from '../simulated-process.ts'

/** After an outage, a process uses a key again only after a moment (`restMs` of busy-keys.ts), and after the next pass. */
const restingMs = 700

interface KeyOwners {
  now(): number
  /** The processes that run. */
  running(): readonly SimulatedProcess[]
  /** The process of a lease, also if it has died. */
  processOf(lease: string): SimulatedProcess | undefined
  /** The API key of a transfer's account. */
  keyOf(transferId: string): string
}

interface LeasableRow {
  id: string
  lane: string
  lease: string | null
}

export class KeysInUse {
  private readonly owners: KeyOwners
  private readonly uses = new Map<SimulatedProcess, Map<string, number>>()
  private readonly restsUntil = new Map<SimulatedProcess, Map<string, number>>()

  constructor(owners: KeyOwners) {
    this.owners = owners
  }

  callBegins(process: SimulatedProcess, key: string): void {
    this.add(process, key, 1)
  }

  callEnds(process: SimulatedProcess, key: string, { isAnswered }: { isAnswered: boolean }): void {
    this.add(process, key, -1)
    if (isAnswered) return
    const ofProcess = this.restsUntil.get(process) ?? new Map<string, number>()
    this.restsUntil.set(process, ofProcess.set(key, this.owners.now() + restingMs))
  }

  changed(row: LeasableRow, previous: LeasableRow | undefined): void {
    if (previous !== undefined && previous.lease === row.lease && previous.lane === row.lane) return
    const { processOf, keyOf } = this.owners
    const holderOf = (each: LeasableRow | undefined) =>
      each?.lease && usesKey(each.lane) ? processOf(each.lease) : undefined
    const [last, next] = [holderOf(previous), holderOf(row)]
    if (last !== undefined) this.add(last, keyOf(row.id), -1)
    if (next !== undefined) this.add(next, keyOf(row.id), 1)
  }

  /** Whether this process cannot poll the transfer now, because it uses its key. */
  isBusyFor(process: SimulatedProcess | undefined, { id, lane }: LeasableRow): boolean {
    if (process === undefined || !usesKey(lane)) return false
    const key = this.owners.keyOf(id)
    const isUsed = (this.uses.get(process)?.get(key) ?? 0) > 0
    return isUsed || this.owners.now() < (this.restsUntil.get(process)?.get(key) ?? 0)
  }

  isBusyForAny(row: LeasableRow): boolean {
    return this.owners.running().some((process) => this.isBusyFor(process, row))
  }

  private add(process: SimulatedProcess, key: string, change: number): void {
    const counts = this.uses.get(process) ?? new Map<string, number>()
    this.uses.set(process, counts.set(key, (counts.get(key) ?? 0) + change))
  }
}

/** The nodes of the networks are called without a key. */
function usesKey(lane: string): boolean {
  return !lane.startsWith('chain:')
}
