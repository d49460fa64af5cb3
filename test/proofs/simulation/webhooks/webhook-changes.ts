// What the client of the endpoints changes meanwhile, as data. Drawn from a seed.

import { Random } from '../random.ts'
import { drawWebhooks, type WebhookPlan } from './webhook-plan.ts'

export interface PlannedChange {
  /** Not before the one before it has been stored. */
  atMs: number
  endpoint: number
  kind: 'pause' | 'on' | 'move' | 'delete'
  writer: number
}

export interface ChangedPlan extends WebhookPlan {
  /** After its last one, an endpoint that is left is turned on. */
  changes: PlannedChange[]
}

const kinds = ['pause', 'pause', 'on', 'on', 'move'] as const
/** The rules of longer plans, and of receivers that request a wait, count requests: `on` sends more. */
const longestMs = 90_000

export function drawChangedWebhooks(seed: number): ChangedPlan | null {
  const plan = drawWebhooks(seed)
  if (plan === null) return null
  const random = new Random(seed ^ 0xc4a9)
  const mayChange = plan.calmMs < longestMs && !plan.endpoints.some(({ asksToWait }) => asksToWait)
  const changes =
    mayChange && random.chance(0.7) ? plan.endpoints.flatMap((_, index) => drawOf(random, index, plan)) : []
  return { ...plan, changes }
}

/** Many soon after events, replays and each other: then requests run. */
function drawOf(random: Random, endpoint: number, plan: WebhookPlan): PlannedChange[] {
  const { endpoints, events, replays, writerSkewsMs } = plan
  const createdMs = (endpoints[endpoint]?.fromMs ?? 0) + 1_000
  const soonAfter = () => Math.max(createdMs, random.pick([...events, ...replays]).atMs + random.between(0, 2_000))
  const times = Array.from({ length: random.between(1, 4) }, soonAfter)
  const followed = times.flatMap((atMs) => [atMs, atMs + random.between(0, 3_000), atMs + random.between(0, 6_000)])
  const deletion = random.chance(0.5) ? random.between(0, followed.length - 1) : followed.length
  return followed
    .toSorted((one, other) => one - other)
    .slice(0, deletion + 1)
    .map((atMs, index) => ({
      ...{ atMs, endpoint, writer: random.between(0, writerSkewsMs.length - 1) },
      kind: index === deletion ? 'delete' : random.pick(kinds),
    }))
}
