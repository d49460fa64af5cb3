// The faults, and the occurrence of an operation at which the schedule plans each. Faults that occurred are counted.

/** `step` is every wait of the engine. The others are kinds of waits. */
export type Operation = 'step' | 'statement' | 'write' | 'commit' | 'withdraw' | 'read' | 'poll' | 'chain'

/** The operations at which each fault can occur, and its duration in milliseconds. */
export const operationFaults = {
  'crash before a step': { on: 'step', ms: [1_000, 400_000] },
  'crash after a step': { on: 'step', ms: [1_000, 400_000] },
  'pause before a step': { on: 'step', ms: [1_000, 400_000] },
  'pause after a step': { on: 'step', ms: [1_000, 400_000] },
  'storage error': { on: 'statement', ms: [0, 0] },
  'storage busy': { on: 'statement', ms: [0, 0] },
  'storage full': { on: 'write', ms: [0, 0] },
  'storage slow': { on: 'statement', ms: [500, 45_000] },
  'commit fails': { on: 'commit', ms: [0, 0] },
  'commit done, response lost': { on: 'commit', ms: [0, 0] },
  // The process receives the result late. Meanwhile others write.
  'commit undone, response late': { on: 'commit', ms: [1, 6_000] },
  'connection refused': { on: 'withdraw', ms: [0, 0] },
  'request lost': { on: 'withdraw', ms: [0, 0] },
  'response lost': { on: 'withdraw', ms: [0, 0] },
  'effect delayed': { on: 'withdraw', ms: [21_000, 9_000_000] },
  'response slow': { on: 'withdraw', ms: [5_000, 19_000] },
  '5xx without effect': { on: 'withdraw', ms: [0, 0] },
  '5xx with effect': { on: 'withdraw', ms: [0, 0] },
  'half a response': { on: 'withdraw', ms: [0, 0] },
  'garbage without effect': { on: 'withdraw', ms: [0, 0] },
  'garbage with effect': { on: 'withdraw', ms: [0, 0] },
  'unknown code without effect': { on: 'withdraw', ms: [0, 0] },
  'unknown code with effect': { on: 'withdraw', ms: [0, 0] },
  'definite rejection': { on: 'withdraw', ms: [0, 0] },
  'read fails': { on: 'read', ms: [0, 0] },
  'read times out': { on: 'read', ms: [10_000, 20_000] },
  'rate limited': { on: 'read', ms: [0, 0] },
  'access expired': { on: 'read', ms: [0, 0] },
  'listing lags': { on: 'poll', ms: [10_000, 890_000] },
  'listing partial': { on: 'poll', ms: [0, 0] },
  // Which part of it is another withdrawal's.
  'foreign response': { on: 'poll', ms: [0, 2] },
  'chain unreachable': { on: 'chain', ms: [0, 0] },
} as const satisfies Record<string, { on: Operation; ms: readonly [number, number] }>
export type OperationFault = keyof typeof operationFaults

/** Faults at a planned time, with a duration. */
export const timedFaults = {
  'exchange outage': [3_600_000, 100_000_000],
  'clock jumps forward': [500, 3_000],
  'clock jumps back': [500, 3_000],
  // Of a server that is alone: with others its clock is held to theirs.
  'clock jumps far forward': [600_000, 20_000_000],
  'clock jumps far back': [600_000, 20_000_000],
  'chain reorganised': [1_000, 600_000],
  'mining slow': [60_000, 7_200_000],
  'fees changed': [0, 0],
  'server stops in order': [1_000, 60_000],
} as const satisfies Record<string, readonly [number, number]>
export type TimedFault = keyof typeof timedFaults

/** The outcome of a withdrawal that the exchange has accepted. */
export const fates = [
  'returned',
  'canceled',
  'returned after its hash',
  'canceled after its hash',
  'reverted and returned',
  'reverted and sent again',
  'sent again with another hash',
  'paid too little',
  'paid to another address',
  'paid in another token',
  'unknown status word',
  'wrong hash reported first',
  'no hash reported first',
  'reported as failed though paid',
] as const
export type Fate = (typeof fates)[number]

export interface PlannedFault {
  kind: OperationFault
  /** The nth operation of its kind, over all processes, from 1. */
  nth: number
  ms: number
}

export class Faults {
  private readonly counts = new Map<Operation, number>()
  private readonly waiting: PlannedFault[]
  private readonly note: (kind: string) => void
  /** False once the world is calm. */
  active = true

  constructor(planned: readonly PlannedFault[], note: (kind: string) => void) {
    this.waiting = [...planned]
    this.note = note
  }

  /** The fault of this operation, if one was planned. */
  strike(operation: Operation): PlannedFault | undefined {
    const count = (this.counts.get(operation) ?? 0) + 1
    this.counts.set(operation, count)
    if (!this.active) return undefined
    const index = this.waiting.findIndex(({ kind, nth }) => nth === count && operationFaults[kind].on === operation)
    if (index < 0) return undefined
    const [fault] = this.waiting.splice(index, 1)
    if (fault !== undefined) this.note(fault.kind)
    return fault
  }

  count(operation: Operation): number {
    return this.counts.get(operation) ?? 0
  }
}
