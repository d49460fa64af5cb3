// Webhooks to send, as data: the endpoints, the events, the replays, and what fails meanwhile. Drawn from a seed.

import { operationFaults, type PlannedFault } from '../faults.ts'
import { Random } from '../random.ts'

export interface PlannedEndpoint {
  latencyMs: number
  /** The share of requests that fail. */
  failures: number
  /** Every request fails. */
  outage: { fromMs: number; ms: number } | null
  /** When it is created. It receives the events that are recorded later. */
  fromMs: number
}

export interface WebhookPlan {
  skewsMs: number[]
  turnsAtOnce: number
  endpoints: PlannedEndpoint[]
  /** In the order of their times. */
  events: { atMs: number; subject: number }[]
  replays: { atMs: number; endpoint: number }[]
  faults: PlannedFault[]
  /** From then on nothing fails. */
  calmMs: number
}

/** Share of all seeds. */
const share = 0.005
const kinds = [
  ...['crash before a step', 'crash after a step', 'crash before a step', 'crash after a step'],
  ...['pause before a step', 'pause after a step', 'storage error', 'storage busy'],
  ...['commit fails', 'commit done, response lost', 'commit undone, response late'],
] as PlannedFault['kind'][]

export function drawWebhooks(seed: number): WebhookPlan | null {
  const random = new Random(seed ^ 0x3eb0)
  if (!random.chance(share)) return null
  if (!random.chance(0.25)) return drawAny(random)
  return random.chance(0.5) ? withBacklog(random) : withSlowEndpoints(random)
}

/** One endpoint always has due deliveries. Another one must have its turn meanwhile. */
function withBacklog(random: Random): WebhookPlan {
  const busy = { latencyMs: 500, failures: 0, outage: null, fromMs: 0 }
  const count = random.between(400, 500)
  return {
    ...{ skewsMs: [0], turnsAtOnce: 1, faults: [], calmMs: 90_000 },
    endpoints: [busy, { ...busy, latencyMs: 20, fromMs: random.between(1_500, 4_000) }],
    events: [
      ...Array.from({ length: count }, (_, subject) => ({ atMs: 0, subject })),
      ...Array.from({ length: 5 }, (_, index) => ({ atMs: 5_000 + 4_000 * index, subject: count + index })),
    ],
    replays: [],
  }
}

/** Slow endpoints fill all turns. Another one must have its turn meanwhile. */
function withSlowEndpoints(random: Random): WebhookPlan {
  const slow = { latencyMs: random.between(6_000, 15_000), failures: 0, outage: null, fromMs: 0 }
  const count = random.between(80, 120)
  return {
    ...{ skewsMs: [0], turnsAtOnce: 4, faults: [], calmMs: 90_000 },
    endpoints: [slow, slow, slow, slow, { ...slow, latencyMs: 20, fromMs: random.between(1_500, 4_000) }],
    events: [
      ...Array.from({ length: count }, (_, subject) => ({ atMs: 0, subject })),
      ...Array.from({ length: 3 }, (_, index) => ({ atMs: 5_000 + 9_000 * index, subject: count + index })),
    ],
    replays: [],
  }
}

function drawAny(random: Random): WebhookPlan {
  const calmMs = random.between(30_000, 90_000)
  const subjects = random.between(2, 12)
  const events = Array.from({ length: random.between(10, 60) }, () => ({
    atMs: random.between(0, calmMs - 5_000),
    subject: random.between(0, subjects - 1),
  }))
  const endpoints = Array.from({ length: random.between(1, 4) }, () => drawEndpoint(random, calmMs))
  return {
    skewsMs: Array.from({ length: random.between(1, 3) }, () => random.pick([0, 0, random.between(-2_000, 2_000)])),
    turnsAtOnce: random.pick([1, 2, 64]),
    endpoints,
    events: events.toSorted((one, other) => one.atMs - other.atMs),
    replays: Array.from({ length: random.between(0, 3) }, () => ({
      atMs: random.between(5_000, calmMs),
      endpoint: random.between(0, endpoints.length - 1),
    })),
    faults: Array.from({ length: random.between(0, 8) }, () => drawFault(random)),
    calmMs,
  }
}

function drawEndpoint(random: Random, calmMs: number): PlannedEndpoint {
  return {
    latencyMs: random.pick([5, 50, 400, 3_000]),
    failures: random.pick([0, 0.1, 0.3, 0.6]),
    outage: random.chance(0.3) ? { fromMs: random.between(0, calmMs / 2), ms: random.between(5_000, calmMs) } : null,
    fromMs: 0,
  }
}

function drawFault(random: Random): PlannedFault {
  const kind = random.pick(kinds)
  const [shortest, longest] = operationFaults[kind].ms
  const most = operationFaults[kind].on === 'commit' ? 120 : 1_200
  return { kind, nth: random.between(1, most), ms: random.between(shortest, Math.min(longest, 20_000)) }
}
