// A crowd of transfers to poll, as data: who owns them, how old they are, and what fails meanwhile. Drawn from a seed.

import { operationFaults, type PlannedFault } from '../faults.ts'
import { Random } from '../random.ts'

export type PolledExchange = 'alpha' | 'beta'
export type PolledNetwork = 'base' | 'ethereum'

/** `unavailable` is also how an adapter reports an answer that it cannot read. */
export type LookupFailure = 'timeout' | 'unreachable' | 'unavailable'

/** Transfers of one age that wait in one lane. */
export interface PollGroup {
  lane: PolledExchange | PolledNetwork
  /** `own`: each has an account and a key. `account`: all belong to one account. `key`: many accounts share one key. */
  owner: 'own' | 'account' | 'key'
  count: number
  tier: 0 | 1 | 2 | 3
  isUnknown: boolean
  /** The exchange fails each time it is requested about these. */
  failing?: { which: 'first' | 'all'; failure: LookupFailure }
  /** Their payments are in no block, so their polls request the exchange too. */
  isUnmined?: boolean
}

interface Period {
  fromMs: number
  ms: number
}

export interface PollPlan {
  skewsMs: number[]
  /** Polls in a second. At one in a second, each would also wait for the next pass. */
  rates: Record<PolledExchange | PolledNetwork, number>
  groups: PollGroup[]
  /** When new transfers begin, at either exchange. */
  newcomers: { atMs: number; lane: PolledExchange }[]
  faults: PlannedFault[]
  /** The share of calls that hang for the whole timeout. */
  hangs: number
  /** The key of many transfers is over its rate limit. */
  isKeyLimited: boolean
  hangingNode: (Period & { lane: PolledNetwork }) | null
  outage: (Period & { lane: PolledExchange }) | null
  /** From then on nothing fails, and every withdrawal is complete. */
  calmMs: number
}

/** Share of all seeds: a run with a crowd takes as long as fifty others. */
const share = 0.005
/** A transfer that others of its key leave no turn shows only after each of them had several. */
const sharedKeyMs = 90_000
const crashes = ['crash before a step', 'crash after a step'] as const

export function drawPolls(seed: number): PollPlan | null {
  const random = new Random(seed ^ 0xc70d)
  if (!random.chance(share)) return null
  const plan = drawAny(random)
  const scenario = random.pick([null, null, withSilentNode, withSiblings, withFailingLookup, withHangingKey])
  const drawn = scenario === null ? plan : scenario(random, plan)
  return hasSharedKey(drawn) ? { ...drawn, calmMs: Math.max(drawn.calmMs, sharedKeyMs) } : drawn
}

function hasSharedKey({ groups }: PollPlan): boolean {
  return groups.some(({ owner }) => owner === 'key')
}

/** The exchange fails each time it is requested about one transfer. Others of its account are due. */
function withFailingLookup(random: Random, plan: PollPlan): PollPlan {
  const failure = random.pick(['timeout', 'unreachable', 'unavailable'] as const)
  const account = { lane: random.pick(['alpha', 'beta'] as const), owner: 'account', isUnknown: false } as const
  const group = { ...account, count: random.between(2, 8), tier: 1 } as const
  return {
    ...plan,
    groups: [...withoutSharedKeys(plan.groups), { ...group, failing: { which: 'first', failure } }],
    ...{ hangs: 0, isKeyLimited: false, outage: null, calmMs: failure === 'timeout' ? 70_000 : 25_000 },
  }
}

/** An exchange hangs for one key, whose transfers wait for their payments to be mined beside those of other keys. */
function withHangingKey(random: Random, plan: PollPlan): PollPlan {
  const lane = random.pick(['base', 'ethereum'] as const)
  const others = { lane, owner: 'own', count: random.between(5, 15), tier: 1, isUnknown: false } as const
  const hanging = { lane, owner: 'key', count: random.between(20, 40), tier: 1, isUnknown: false } as const
  return {
    ...plan,
    groups: [
      ...plan.groups.filter((group) => group.lane !== lane),
      { ...hanging, isUnmined: true, failing: { which: 'all', failure: 'timeout' } },
      others,
    ],
    hangingNode: null,
    calmMs: 30_000,
  }
}

function withoutSharedKeys(groups: readonly PollGroup[]): PollGroup[] {
  return groups.filter(({ owner }) => owner === 'own')
}

/** A node hangs for longer than one call, so that every slot of its lane is taken and becomes free again. */
function withSilentNode(random: Random, plan: PollPlan): PollPlan {
  const lane = random.pick(['base', 'ethereum'] as const)
  const waiting = { lane, owner: 'own', count: 40, tier: 1, isUnknown: false } as const
  return {
    ...plan,
    skewsMs: plan.skewsMs.slice(0, 1),
    rates: { ...plan.rates, [lane]: 2 },
    groups: [...plan.groups.filter((group) => group.lane !== lane), waiting],
    faults: [],
    hangingNode: { lane, fromMs: 0, ms: 24_000 },
    calmMs: 30_000,
  }
}

/** An account has transfers whose response was lost beside others, whose interval is longer than that of the empty polls that count. */
function withSiblings(random: Random, plan: PollPlan): PollPlan {
  const account = { lane: 'beta', owner: 'account' } as const
  const lost = { ...account, count: random.between(1, 3), tier: random.pick([1, 2] as const), isUnknown: true }
  const others = { ...account, count: random.between(3, 12), tier: 2, isUnknown: false } as const
  return { ...plan, groups: [...plan.groups, lost, others], calmMs: 28_000 }
}

function drawAny(random: Random): PollPlan {
  const calmMs = random.between(15_000, 28_000)
  const period = (longestMs: number) => ({ fromMs: random.between(0, 6_000), ms: random.between(4_000, longestMs) })
  return {
    skewsMs: Array.from({ length: random.between(1, 3) }, () => random.pick([0, 0, random.between(-2_500, 2_500)])),
    rates: {
      alpha: random.between(2, 8),
      beta: random.between(2, 8),
      base: random.between(2, 6),
      ethereum: random.between(2, 6),
    },
    groups: drawGroups(random),
    newcomers: Array.from({ length: random.between(2, 8) }, () => ({
      atMs: random.between(1_000, calmMs - 6_000),
      lane: random.pick(['alpha', 'beta'] as const),
    })),
    faults: drawFaults(random),
    hangs: random.pick([0, 0, 0.05, 0.2]),
    isKeyLimited: random.chance(0.3),
    hangingNode: random.chance(0.4) ? { ...period(22_000), lane: random.pick(['base', 'ethereum'] as const) } : null,
    outage: random.chance(0.3) ? { ...period(14_000), lane: random.pick(['alpha', 'beta'] as const) } : null,
    calmMs,
  }
}

function drawGroups(random: Random): PollGroup[] {
  const groups = Array.from({ length: random.between(3, 6) }, () => drawGroup(random))
  const { lane } = random.pick(groups)
  // Often a lane that is saturated by more than one tier.
  if (random.chance(0.6)) groups.push({ ...drawGroup(random), lane, owner: 'own', isUnknown: false })
  // More transfers of one account than a poll looks up by id.
  const unlisted = { lane: 'beta', owner: 'account', tier: 3, isUnknown: false } as const
  if (random.chance(0.3)) groups.push({ ...unlisted, count: random.between(15, 30) })
  return groups
}

function drawGroup(random: Random): PollGroup {
  const lane = random.pick(['alpha', 'alpha', 'beta', 'beta', 'base', 'ethereum'] as const)
  const isOnChain = lane === 'base' || lane === 'ethereum'
  const isUnknown = !isOnChain && random.chance(0.25)
  return {
    ...{ lane, isUnknown },
    owner: isOnChain ? 'own' : random.pick(['own', 'own', 'account', 'key'] as const),
    count: isUnknown ? random.between(2, 12) : isOnChain ? random.between(10, 40) : random.between(10, 90),
    tier: random.pick([1, 1, 2, 3] as const),
  }
}

function drawFaults(random: Random): PlannedFault[] {
  const faults: PlannedFault[] = []
  if (random.chance(0.4)) {
    const kind = random.pick(crashes)
    const [shortest] = operationFaults[kind].ms
    faults.push({ kind, nth: random.between(30, 1_500), ms: random.between(shortest, 30_000) })
  }
  const failing = random.chance(0.3) ? random.between(1, 3) : 0
  for (let index = 0; index < failing; index++) {
    faults.push({ kind: 'storage error', nth: random.between(20, 900), ms: 0 })
  }
  return faults
}
