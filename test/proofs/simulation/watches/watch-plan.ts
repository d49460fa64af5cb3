// A payment from a wallet, as data: when it is sent, how nodes lag, and when the chain is reorganised. Drawn from a seed.

import { operationFaults, type PlannedFault } from '../faults.ts'
import { Random } from '../random.ts'

export interface PaymentPlan {
  /** When it is broadcast. */
  atMs: number
  /** How many blocks later than possible it is mined. */
  laterBlocks: number
  /** When the page reports its hash, after that; null: never. */
  reportedMs: number | null
}

export interface NodePlan {
  /** The node's state is this old. */
  lagMs: number
  /** The delay of its logs behind its blocks, until a time. */
  logLagMs: number
  logLagUntilMs: number
}

interface ReorgPlan {
  atMs: number
  depth: 1 | 2
  /** Transactions of the replaced blocks, and waiting ones, are mined in the oldest of them, or after the head. */
  moves: 'earlier' | 'later'
}

export interface WatchPlan {
  asset: 'token' | 'coin'
  from: 'anybody' | 'wallet'
  blockMs: number
  /** Equal payments of one user. */
  transfers: 1 | 2
  payments: PaymentPlan[]
  /** Other transactions of the sender and to the receiver. */
  othersMs: number[]
  nodes: NodePlan[]
  reorgs: ReorgPlan[]
  faults: PlannedFault[]
  processes: number
  /** The time between two polls grows up to here. */
  longestPassMs: number
  /** After this time no node responds; null: all respond. */
  nodesEndMs: number | null
  /** An exchange pays for an equal transfer, and returns the transaction after this time; null: there is no such transfer. */
  exchangePayment: { atMs: number; namedMs: number } | null
}

export const dayMs = 86_400_000
/** Share of all seeds: a run with a watch takes several times as long. */
const share = 0.08
/** Less than the time between the end of a watch and its last search. */
const longestLagMs = 590_000
const kinds = [
  'crash before a step',
  'crash after a step',
  'pause before a step',
  'storage error',
  'commit fails',
  'commit done, response lost',
  'chain unreachable',
] as const

export function drawWatch(seed: number): WatchPlan | null {
  const random = new Random(seed ^ 0x5eed)
  if (!random.chance(share)) return null
  const asset = random.chance(0.65) ? 'token' : 'coin'
  const from = random.chance(0.5) ? 'wallet' : 'anybody'
  const transfers = from === 'wallet' && random.chance(0.2) ? 2 : 1
  const blockMs = asset === 'token' ? random.pick([2_000, 12_000, 12_000]) : random.pick([60_000, 300_000])
  const count = random.chance(0.1) ? 0 : random.between(1, transfers)
  const payments = Array.from({ length: count }, () => drawPayment(random, blockMs))
  const momentOf = () => (payments[0]?.atMs ?? 0) + random.between(-2, 6) * blockMs
  return {
    asset,
    from,
    blockMs,
    transfers,
    payments,
    othersMs: Array.from({ length: random.between(0, 2) }, () => Math.max(1, momentOf())),
    nodes: Array.from({ length: random.between(1, 3) }, () => drawNode(random, blockMs)),
    reorgs: Array.from({ length: random.between(0, 3) }, () => ({
      atMs: Math.max(1, momentOf() + random.between(0, blockMs)),
      depth: random.pick([1, 2] as const),
      moves: random.pick(['earlier', 'later'] as const),
    })),
    faults: Array.from({ length: random.between(0, 2) }, () => drawFault(random)),
    processes: random.between(1, 2),
    longestPassMs: random.pick([600_000, 3_600_000, 10_800_000]),
    // Only if there is no payment to find.
    nodesEndMs: count === 0 && random.chance(0.3) ? random.between(1, dayMs) : null,
    exchangePayment: count === 0 && random.chance(0.6) ? drawExchangePayment(random, blockMs) : null,
  }
}

function drawPayment(random: Random, blockMs: number): PaymentPlan {
  const early = random.between(blockMs, 40 * blockMs)
  return {
    atMs: random.chance(0.7) ? Math.min(early, dayMs) : random.between(blockMs, dayMs),
    laterBlocks: random.between(0, 3),
    reportedMs: random.chance(0.25) ? random.between(0, 20 * blockMs) : null,
  }
}

function drawExchangePayment(random: Random, blockMs: number) {
  return { atMs: random.between(blockMs, 40 * blockMs), namedMs: random.between(blockMs, 43_200_000) }
}

function drawNode(random: Random, blockMs: number): NodePlan {
  const lagMs = random.chance(0.5) ? 0 : Math.min(longestLagMs, random.between(0, 12) * Math.min(blockMs, 60_000))
  if (random.chance(0.5)) return { lagMs, logLagMs: 0, logLagUntilMs: 0 }
  const isLong = random.chance(0.3)
  return {
    lagMs,
    logLagMs: isLong ? random.between(300_000, 20_000_000) : random.between(1, 60) * blockMs,
    logLagUntilMs: random.between(0, dayMs),
  }
}

function drawFault(random: Random): PlannedFault {
  const kind = random.pick(kinds)
  const { on, ms } = operationFaults[kind]
  const furthest = { step: 200, statement: 120, commit: 4, chain: 40 }[on]
  return { kind, nth: random.between(1, furthest), ms: random.between(ms[0], ms[1]) }
}
