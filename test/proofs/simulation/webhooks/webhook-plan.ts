// Webhooks to send, as data: the endpoints, the events, the replays, and what fails meanwhile. Drawn from a seed.

import { operationFaults, type PlannedFault } from '../faults.ts'
import { Random } from '../random.ts'

export interface PlannedEndpoint {
  latencyMs: number
  /** The share of requests that fail. */
  failures: number
  /** Every failure requests a wait. */
  asksToWait: boolean
  /** Every request fails. */
  outage: { fromMs: number; ms: number } | null
  /** It rejects the first event of these subjects, and accepts all others. */
  rejectedSubjects: readonly number[]
  /** It fails for the first event of these subjects, with 500 or a timeout, and accepts all others. */
  failedSubjects: readonly number[]
  /** When it is created. It receives the events that are recorded later, and earlier ones by a replay. */
  fromMs: number
}

export interface PlannedReplay {
  atMs: number
  endpoint: number
  writer: number
  /** Null: one delivery, `pick` of the way through all. */
  sinceMs: number | null
  pick: number
  /** Events in one page. */
  piece: number
}

export interface WebhookPlan {
  skewsMs: number[]
  /** Of the processes that record events and replay them. */
  writerSkewsMs: number[]
  turnsAtOnce: number
  endpoints: PlannedEndpoint[]
  /** In the order of their times. */
  events: { atMs: number; subject: number; writer: number }[]
  replays: PlannedReplay[]
  faults: PlannedFault[]
  /** From then on nothing fails. */
  calmMs: number
  /** Until then the processes look for due deliveries at least this often. */
  fillingEveryMs: number
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
  const kind = random.pick([
    'backlog',
    'slow',
    'waits',
    'replays',
    'replays',
    'rejections',
    'failures',
    'any',
    'any',
    'any',
  ])
  if (kind === 'backlog') return withBacklog(random)
  if (kind === 'slow') return withSlowEndpoints(random)
  if (kind === 'waits') return withWaits(random)
  if (kind === 'rejections') return withRejections(random)
  if (kind === 'failures') return withFailures(random)
  return kind === 'replays' ? withReplays(random) : drawAny(random)
}

const usual = { asksToWait: false, outage: null, rejectedSubjects: [], failedSubjects: [], fromMs: 0 } as const
const [shortMs, hourMs] = [250, 3_600_000]

/** One endpoint always has due deliveries. Another one must have its turn meanwhile. */
function withBacklog(random: Random): WebhookPlan {
  const busy = { ...usual, latencyMs: 500, failures: 0 }
  const count = random.between(400, 500)
  return {
    ...{ skewsMs: [0], writerSkewsMs: [0], turnsAtOnce: 1, faults: [], calmMs: 90_000, fillingEveryMs: shortMs },
    endpoints: [busy, { ...busy, latencyMs: 20, fromMs: random.between(1_500, 4_000) }],
    events: [
      ...Array.from({ length: count }, (_, subject) => ({ atMs: 0, subject, writer: 0 })),
      ...Array.from({ length: 5 }, (_, index) => ({ atMs: 5_000 + 4_000 * index, subject: count + index, writer: 0 })),
    ],
    replays: [],
  }
}

/** Receivers that request a wait. Nothing else fails, so every request meanwhile is a mistake. */
function withWaits(random: Random): WebhookPlan {
  const endpoint = () => ({ ...usual, latencyMs: random.pick([400, 3_000]), failures: 0.1, asksToWait: true })
  const calmMs = random.between(60_000, 120_000)
  return {
    ...{ skewsMs: [0, 0], writerSkewsMs: [0], turnsAtOnce: 64, faults: [], calmMs, replays: [] },
    fillingEveryMs: shortMs,
    endpoints: [endpoint(), endpoint()],
    events: drawBursts(random, { calmMs, writers: 1 }),
  }
}

/** Many replays, beside turns that are longer than a batch of requests, of events whose times contradict their order. */
function withReplays(random: Random): WebhookPlan {
  const calmMs = random.between(30_000, 60_000)
  const endpoint = () => ({
    ...usual,
    ...{ latencyMs: random.pick([50, 400, 3_000]), failures: random.pick([0, 0.1]) },
  })
  const endpoints = Array.from({ length: random.between(1, 2) }, endpoint)
  const writerSkewsMs = [0, random.between(-2_000, 2_000)]
  return {
    ...{ skewsMs: [0, random.between(-2_000, 2_000)], writerSkewsMs, turnsAtOnce: 64, endpoints, calmMs },
    fillingEveryMs: shortMs,
    events: drawBursts(random, { calmMs, writers: 2 }),
    replays: Array.from({ length: random.between(8, 20) }, () =>
      drawReplay(random, { calmMs, endpoints, writerSkewsMs }),
    ),
    faults: Array.from({ length: random.between(0, 4) }, () => drawFault(random)),
  }
}

/** Events of many subjects at once, and the next ones of the same subjects soon after. */
function drawBursts(random: Random, { calmMs, writers }: { calmMs: number; writers: number }): WebhookPlan['events'] {
  const subjects = random.between(15, 30)
  const times = Array.from({ length: random.between(1, 3) }, () => random.between(0, calmMs - 5_000))
  return times
    .flatMap((atMs) => [atMs, atMs + random.between(0, 2_000)])
    .toSorted((one, other) => one - other)
    .flatMap((atMs) =>
      Array.from({ length: subjects }, (_, subject) => ({ atMs, subject, writer: random.between(0, writers - 1) })),
    )
}

/** Slow endpoints fill all turns. Another one must have its turn meanwhile. */
function withSlowEndpoints(random: Random): WebhookPlan {
  const slow = { ...usual, latencyMs: random.between(6_000, 15_000), failures: 0 }
  const count = random.between(80, 120)
  return {
    ...{ skewsMs: [0], writerSkewsMs: [0], turnsAtOnce: 4, faults: [], calmMs: 90_000, fillingEveryMs: shortMs },
    endpoints: [slow, slow, slow, slow, { ...slow, latencyMs: 20, fromMs: random.between(1_500, 4_000) }],
    events: [
      ...Array.from({ length: count }, (_, subject) => ({ atMs: 0, subject, writer: 0 })),
      ...Array.from({ length: 3 }, (_, index) => ({ atMs: 5_000 + 9_000 * index, subject: count + index, writer: 0 })),
    ],
    replays: [],
  }
}

/**
 * Receivers that reject one event for longer than it is tried, and accept the others of these days. Once they accept everything, a replay
 * sends it again.
 */
function withRejections(random: Random): WebhookPlan {
  const [subjects, calmMs] = [random.between(2, 4), 92 * hourMs]
  const endpoint = () => ({ ...usual, latencyMs: 50, failures: 0, rejectedSubjects: [random.between(0, subjects - 1)] })
  const endpoints = Array.from({ length: random.between(1, 2) }, endpoint)
  const early = Array.from({ length: subjects }, (_, subject) => ({ atMs: 1_000 * subject, subject, writer: 0 }))
  const later = Array.from({ length: 30 }, (_, index) => ({
    ...{
      atMs: (3 * index + 1) * hourMs + random.between(0, hourMs),
      subject: random.between(0, subjects - 1),
      writer: 0,
    },
  }))
  return {
    ...{ skewsMs: [0, random.between(-2_000, 2_000)], writerSkewsMs: [0], turnsAtOnce: 64, endpoints, calmMs },
    fillingEveryMs: 300_000,
    events: [...early, ...later],
    replays: endpoints.map((_, index) => ({
      ...{
        atMs: calmMs + 1_000,
        endpoint: index,
        writer: 0,
        sinceMs: -10_000,
        pick: 0,
        piece: random.pick([1, 3, 500]),
      },
    })),
    faults: Array.from({ length: random.between(0, 3) }, () => drawFault(random)),
  }
}

/**
 * A receiver that always fails for the first events of many subjects, which are due at once, and accepts the others of these days: a few
 * soon after, then one about every half hour. During an outage it fails for all. Once it accepts everything, a replay sends them again.
 */
function withFailures(random: Random): WebhookPlan {
  const [failing, calmMs] = [random.between(20, 30), 150 * hourMs]
  const failedSubjects = Array.from({ length: failing }, (_, subject) => subject)
  const outage = { fromMs: random.between(2, 60) * hourMs, ms: random.between(1, 20) * hourMs }
  const first = failedSubjects.map((subject) => ({ atMs: 0, subject, writer: 0 }))
  const soon = Array.from({ length: 10 }, (_, n) => ({ atMs: 2_000 * (n + 1), subject: failing + n, writer: 0 }))
  const later = Array.from({ length: 290 }, (_, n) => ({
    ...{ atMs: (n + 1) * 0.5 * hourMs + random.between(0, 0.4 * hourMs), writer: 0 },
    // Also behind an event that fails.
    subject: failing + random.between(-3, 30),
  }))
  return {
    ...{ skewsMs: [0, random.between(-2_000, 2_000)], writerSkewsMs: [0], turnsAtOnce: 64, calmMs },
    fillingEveryMs: 300_000,
    endpoints: [{ ...usual, latencyMs: 50, failures: 0, failedSubjects, outage: random.pick([null, outage]) }],
    events: [...first, ...soon, ...later],
    replays: [
      { atMs: calmMs + 1_000, endpoint: 0, writer: 0, sinceMs: -10_000, pick: 0, piece: random.pick([1, 500]) },
    ],
    faults: Array.from({ length: random.between(0, 3) }, () => drawFault(random)),
  }
}

function drawAny(random: Random): WebhookPlan {
  const calmMs = random.between(30_000, 90_000)
  const endpoints = Array.from({ length: random.between(1, 4) }, () => drawEndpoint(random, calmMs))
  const writerSkewsMs = random.pick([[0], [0, random.between(-2_000, 2_000)]])
  return {
    skewsMs: Array.from({ length: random.between(1, 3) }, () => random.pick([0, 0, random.between(-2_000, 2_000)])),
    writerSkewsMs,
    turnsAtOnce: random.pick([1, 2, 64]),
    endpoints,
    events: drawEvents(random, { calmMs, writers: writerSkewsMs.length }),
    replays: Array.from({ length: random.between(0, 8) }, () =>
      drawReplay(random, { calmMs, endpoints, writerSkewsMs }),
    ),
    faults: Array.from({ length: random.between(0, 8) }, () => drawFault(random)),
    calmMs,
    fillingEveryMs: shortMs,
  }
}

function drawEvents(random: Random, { calmMs, writers }: { calmMs: number; writers: number }): WebhookPlan['events'] {
  const subjects = random.between(2, 12)
  const events = Array.from({ length: random.between(10, 60) }, () => ({
    ...{ atMs: random.between(0, calmMs - 5_000), subject: random.between(0, subjects - 1) },
    writer: random.between(0, writers - 1),
  }))
  return events.toSorted((one, other) => one.atMs - other.atMs)
}

function drawEndpoint(random: Random, calmMs: number): PlannedEndpoint {
  return {
    latencyMs: random.pick([5, 50, 400, 3_000]),
    failures: random.pick([0, 0.1, 0.3, 0.6]),
    ...{ asksToWait: false, rejectedSubjects: [], failedSubjects: [] },
    outage: random.chance(0.3) ? { fromMs: random.between(0, calmMs / 2), ms: random.between(5_000, calmMs) } : null,
    fromMs: random.pick([0, 0, random.between(5_000, 20_000)]),
  }
}

function drawReplay(
  random: Random,
  { calmMs, endpoints, writerSkewsMs }: Pick<WebhookPlan, 'calmMs' | 'endpoints' | 'writerSkewsMs'>,
): PlannedReplay {
  const endpoint = random.between(0, endpoints.length - 1)
  const createdMs = (endpoints[endpoint]?.fromMs ?? 0) + 1_000
  const atMs = random.between(createdMs, Math.max(createdMs, calmMs))
  return {
    ...{ atMs, endpoint, writer: random.between(0, writerSkewsMs.length - 1) },
    sinceMs: random.chance(0.4) ? null : random.pick([-10_000, random.between(0, atMs)]),
    pick: random.between(0, 99) / 100,
    piece: random.pick([1, 3, 500]),
  }
}

function drawFault(random: Random): PlannedFault {
  const kind = random.pick(kinds)
  const [shortest, longest] = operationFaults[kind].ms
  const most = operationFaults[kind].on === 'commit' ? 120 : 1_200
  return { kind, nth: random.between(1, most), ms: random.between(shortest, Math.min(longest, 20_000)) }
}
