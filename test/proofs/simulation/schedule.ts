// One run as data: the actions with their times, and the faults. Drawn from a seed. Shrinking removes entries.

import {
  type Fate,
  fates,
  type OperationFault,
  operationFaults,
  type PlannedFault,
  type TimedFault,
  timedFaults,
} from './faults.ts'
import { drawPolls, type PollPlan } from './polls/poll-plan.ts'
import { Random } from './random.ts'
import type { RecoveryClass } from './simulated-exchange.ts'
import { drawWatch, type WatchPlan } from './watches/watch-plan.ts'
import { type ChangedPlan, drawChangedWebhooks } from './webhooks/webhook-changes.ts'

export interface ClientPlan {
  tenant: 0 | 1
  account: 'first' | 'second'
  networkKey: 'base' | 'ethereum'
  amount: string
  address: number
  startMs: number
  /** When each execute of the preview starts, after the preview was created. */
  executesMs: number[]
  /** The codes that are entered, in this order. The last one is repeated. */
  codes: ('right' | 'wrong' | 'stale')[]
  retries: number
}

export interface TimedPlan {
  kind: TimedFault
  atMs: number
  ms: number
  process: number
}

export interface Schedule {
  seed: number
  class: RecoveryClass
  fenced: boolean
  requiresCode: boolean
  /** How long the user takes to confirm an order. 0: the exchange requires no confirmation. */
  confirmMs: number
  processSkewsMs: number[]
  exchangeSkewMs: number
  clients: ClientPlan[]
  /** Another tenant tries the first client's preview. */
  intruder: boolean
  /**
   * The owner withdraws manually shortly before, the same (`equal`) or another amount. An equal withdrawal that is not listed yet when
   * the transfer starts cannot be distinguished from it by any rule, so no listing lags then.
   */
  foreign: 'none' | 'equal' | 'other'
  faults: PlannedFault[]
  timed: TimedPlan[]
  fates: (Fate | 'paid')[]
  /** How long each withdrawal is missing in the listings. */
  hiddenMs: number[]
  /** Until then the time between two passes does not grow, for runs in which the exact time of a poll matters. */
  closePollsMs?: number
  /** Faults of operations occur until the end of the run, for crash points. */
  faultsToTheEnd?: boolean
  /** A payment from a wallet, run separately afterwards. */
  watch: WatchPlan | null
  /** A crowd of transfers to poll, run separately afterwards. */
  polls: PollPlan | null
  /** Webhooks to send, run separately afterwards. */
  webhooks: ChangedPlan | null
}

/** Less than the adapter's `visibilityMs`. */
const longestHiddenMs = 880_000
export const amounts = ['25', '7.5', '100.000001']
/** Fees of the simulated exchange: the amount plus these, listed without fees, equals the amount. */
const amountWithFees = '25.05'

const operationKinds = Object.keys(operationFaults) as OperationFault[]
const timedKinds = Object.keys(timedFaults) as TimedFault[]
const ambiguous: OperationFault[] = [
  'response lost',
  'request lost',
  'effect delayed',
  '5xx with effect',
  'half a response',
]

export function drawSchedule(seed: number, only: RecoveryClass | null): Schedule {
  const random = new Random(seed)
  const schedule = drawAny(random, seed, only)
  if (schedule.class === 'match' && random.chance(0.03)) return withTwins(random, schedule)
  if (random.chance(0.01)) return withClockSet(random, schedule)
  if (random.chance(0.01)) return withLostReservation(random, schedule)
  return random.chance(0.005) ? withClockPutRight(random, schedule) : schedule
}

/** A clock that was fast when a preview was created and expired is corrected before the preview is executed again. */
function withClockPutRight(random: Random, schedule: Schedule): Schedule {
  const [shortest, longest] = timedFaults['clock jumps far forward']
  const ms = random.between(shortest, longest)
  const execute = { startMs: 1_000, executesMs: [random.between(300_500, 310_000), random.between(340_000, 360_000)] }
  return {
    ...schedule,
    processSkewsMs: schedule.processSkewsMs.slice(0, 1),
    clients: schedule.clients.slice(0, 1).map((client) => ({ ...client, ...execute })),
    faults: [],
    timed: [
      { kind: 'clock jumps far forward', atMs: 0, ms, process: 0 },
      { kind: 'clock jumps far back', atMs: 330_000, ms, process: 0 },
    ],
  }
}

/** A withdrawal that is listed late, with a lost response, while the clock is set forward: by that clock it would count as absent. */
function withClockSet(random: Random, schedule: Schedule): Schedule {
  const faults = [{ ...drawFault(random, random.pick(ambiguous)), nth: 1 }]
  const [shortest, longest] = timedFaults['clock jumps far forward']
  const jump = { atMs: random.between(21_000, 60_000), ms: random.between(shortest, longest), process: 0 }
  return {
    ...schedule,
    processSkewsMs: schedule.processSkewsMs.slice(0, 1),
    requiresCode: false,
    clients: schedule.clients
      .slice(0, 1)
      .map((client) => ({ ...client, startMs: 0, executesMs: [random.between(1, 60)] })),
    faults,
    timed: [{ kind: 'clock jumps far forward', ...jump }],
    hiddenMs: [random.between(760_000, longestHiddenMs)],
    closePollsMs: 1_000_000,
  }
}

/**
 * Two executes of one preview send the code, each to a different server. The write of one is rolled back, and its server learns this
 * after the other has won.
 */
function withLostReservation(random: Random, schedule: Schedule): Schedule {
  const execute = { startMs: 0, executesMs: [random.between(1, 60), random.between(1, 60)], codes: ['right'] as const }
  const lost = {
    kind: 'commit undone, response late',
    nth: random.between(2, 6),
    ms: random.between(1, 6_000),
  } as const
  return {
    ...schedule,
    requiresCode: true,
    confirmMs: 0,
    processSkewsMs: [0, random.between(-1_000, 1_000)],
    clients: schedule.clients.slice(0, 1).map((client) => ({ ...client, ...execute, codes: [...execute.codes] })),
    faults: [lost],
    timed: [],
  }
}

/** Two equal transfers whose sends with a code both lose their response. Rare by chance, and the reason for the lock on them. */
function withTwins(random: Random, schedule: Schedule): Schedule {
  const [first] = schedule.clients
  if (first === undefined) return schedule
  const client = (): ClientPlan => ({
    ...first,
    tenant: random.chance(0.5) ? 0 : 1,
    startMs: random.between(0, 300),
    executesMs: [random.between(1, 60)],
    codes: ['right'],
  })
  const faults = [3, 4].map((nth) => ({ ...drawFault(random, random.pick(ambiguous)), nth }))
  return { ...schedule, requiresCode: true, clients: [client(), client()], faults }
}

function drawAny(random: Random, seed: number, only: RecoveryClass | null): Schedule {
  const drawn = random.pick(['idempotent', 'find', 'match', 'match'] as const)
  const recovery = only ?? drawn
  const clients = drawClients(random, recovery)
  const foreign = random.chance(0.12) ? random.pick(['equal', 'other'] as const) : 'none'
  const faults = drawFaults(random).filter(({ kind }) => foreign !== 'equal' || kind !== 'listing lags')
  return {
    seed,
    class: recovery,
    fenced: recovery !== 'match' || random.chance(0.75),
    requiresCode: random.chance(recovery === 'match' ? 0.3 : 0.2),
    processSkewsMs: Array.from({ length: random.chance(0.6) ? 2 : 1 }, () => random.between(-1_000, 1_000)),
    exchangeSkewMs: random.between(-2_000, 2_000),
    clients,
    intruder: random.chance(0.05),
    foreign,
    faults,
    timed: drawTimed(random),
    fates: Array.from({ length: 3 }, () => (random.chance(0.75) ? 'paid' : random.pick(fates))),
    hiddenMs: Array.from({ length: 3 }, () => (random.chance(0.85) ? 0 : random.between(5_000, longestHiddenMs))),
    confirmMs: random.chance(0.15) ? random.between(100, 4_000) : 0,
    watch: drawWatch(seed),
    polls: drawPolls(seed),
    webhooks: drawChangedWebhooks(seed),
  }
}

function drawClients(random: Random, recovery: RecoveryClass): ClientPlan[] {
  const first = drawClient(random)
  const clients = [first]
  if (random.chance(recovery === 'match' ? 0.5 : 0.25)) {
    const second = drawClient(random)
    // An equal transfer, by the same or another tenant, of the same account at the exchange.
    const { networkKey, account } = first
    const address = random.chance(0.15) ? 1 - first.address : first.address
    const amount = first.amount === '25' && random.chance(0.3) ? amountWithFees : first.amount
    clients.push(random.chance(0.7) ? { ...second, networkKey, address, account, amount } : second)
  }
  return clients
}

function drawClient(random: Random): ClientPlan {
  return {
    tenant: random.chance(0.7) ? 0 : 1,
    account: random.chance(0.8) ? 'first' : 'second',
    networkKey: random.chance(0.8) ? 'base' : 'ethereum',
    amount: random.pick(amounts),
    address: random.between(0, 1),
    startMs: random.chance(0.7) ? random.between(0, 200) : random.between(0, 120_000),
    executesMs: drawExecutes(random),
    codes: drawCodes(random),
    retries: random.between(0, 2),
  }
}

function drawExecutes(random: Random): number[] {
  const executes = random.chance(0.4) ? 2 : 1
  if (random.chance(0.05)) {
    // At the expiry of the preview, concurrently.
    const lastMs = random.between(299_000, 301_000)
    return [lastMs, lastMs + random.between(0, 40)]
  }
  return Array.from({ length: executes }, () => drawExecuteMs(random))
}

function drawExecuteMs(random: Random): number {
  if (random.chance(0.85)) return random.between(1, 60)
  return random.chance(0.5) ? random.between(299_000, 301_500) : random.between(1_000, 400_000)
}

function drawCodes(random: Random): ClientPlan['codes'] {
  if (random.chance(0.55)) return ['right']
  if (random.chance(0.5)) return ['wrong']
  return [random.pick(['wrong', 'stale'] as const), 'right']
}

function drawFaults(random: Random): PlannedFault[] {
  const faults = Array.from({ length: random.between(0, 4) }, () => drawFault(random, random.pick(operationKinds)))
  if (random.chance(0.35)) faults.push(drawFault(random, random.pick(ambiguous)))
  // A bad connection: after some send, hardly any response arrives.
  if (random.chance(0.15)) {
    const first = random.between(1, 3)
    for (let nth = first; nth < first + 4; nth++) faults.push({ ...drawFault(random, random.pick(ambiguous)), nth })
  }
  return faults
}

function drawFault(random: Random, kind: OperationFault): PlannedFault {
  const { on, ms } = operationFaults[kind]
  const furthest = { step: 90, statement: 80, write: 30, commit: 8, withdraw: 2, read: 8, poll: 5, chain: 3 }[on]
  return { kind, nth: random.between(1, furthest), ms: random.between(ms[0], ms[1]) }
}

function drawTimed(random: Random): TimedPlan[] {
  const count = random.chance(0.4) ? random.between(1, 2) : 0
  return Array.from({ length: count }, () => {
    const kind = random.pick(timedKinds)
    const [shortest, longest] = timedFaults[kind]
    const atMs = random.chance(0.5) ? random.between(0, 2_000) : random.between(0, 60_000)
    return { kind, atMs, ms: random.between(shortest, longest), process: random.between(0, 1) }
  })
}
