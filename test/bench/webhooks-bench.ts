// The queue of webhooks with a backlog, and an execute whose events have a delivery beside one whose events have none. No request is
// sent: every delivery succeeds at once.
import { randomUUID } from 'node:crypto'
import { type DueDelivery, deliveriesOfTurn, dueDeliveries } from '../../server/webhooks/due-deliveries.ts'
import { leaseEndpoints } from '../../server/webhooks/endpoint-lease.ts'
import { recordResults, type TriedDelivery } from '../../server/webhooks/record-results.ts'
import { requestStarter } from '../../server/webhooks/request-start.ts'
import { requestsAtOnce } from '../../server/webhooks/serve-endpoint.ts'
import type { WebhookDeps } from '../../server/webhooks/webhook-deps.ts'
import type { WebhookEndpoint } from '../../server/webhooks/webhook-endpoint.ts'
import { startEngine } from '../support/engine.ts'
import { responseOf, webhookEngine } from '../support/webhook-engine.ts'
import { previews } from './execute-bench.ts'
import { endpointCount, fillDeliveries, writeNextBodies } from './fill-webhooks.ts'
import { median, quantile, sample } from './sample.ts'
import { type BenchStorage, embedded, type OpenedStorage } from './storages.ts'

const lanes = 8
const perRound = 400
const rounds = 7

export interface QueueFigures {
  perSecond: number
  /** The lease of an endpoint, and the reading of its due deliveries. */
  claimP50Ms: number
  claimP99Ms: number
  /** Per delivery, without the processes of PostgreSQL. */
  cpuMicros: number
  /** Per delivery, of the processes of PostgreSQL that still run. */
  databaseMicros: number
}

export interface QueuesFigures {
  fillSeconds: number
  /** The bodies are written already. */
  stored: QueueFigures
  /** Each body is read from its transfer, and written. */
  written: QueueFigures
}

export async function benchQueue(
  storage: BenchStorage,
  { waiting, served }: { waiting: number; served: number },
): Promise<QueuesFigures> {
  const opened = await storage.open()
  const engine = await startEngine(opened.database)
  try {
    await engine.execute(await engine.preview())
    const startedAt = performance.now()
    await fillDeliveries(opened, waiting)
    const fillSeconds = (performance.now() - startedAt) / 1_000
    const { deps } = webhookEngine(opened.database, () => new Date())
    // Two processes share a PostgreSQL.
    const workers = storage === embedded ? 1 : 2
    const warmUp = endpointCount * deliveriesOfTurn
    await serveQueue(opened, deps, { workers, count: warmUp })
    const written = await serveQueue(opened, deps, { workers, count: served })
    await writeNextBodies(opened, served / endpointCount)
    const stored = await serveQueue(opened, deps, { workers, count: served })
    return { fillSeconds, stored, written }
  } finally {
    await engine.close()
    await opened.remove()
  }
}

async function serveQueue(
  opened: OpenedStorage,
  deps: WebhookDeps,
  { workers, count }: { workers: number; count: number },
): Promise<QueueFigures> {
  const claims: number[] = []
  let served = 0
  const worker = async () => {
    while (served < count) {
      const claimedAt = performance.now()
      const [leased] = await leaseEndpoints(deps, { lease: randomUUID(), count: 1 })
      if (leased === undefined) throw new Error('no endpoint has a due delivery')
      const due = await dueDeliveries(deps, leased.endpoint)
      claims.push(performance.now() - claimedAt)
      served += due.length
      const tried = await tryAll(deps, leased.endpoint, due)
      if ((await recordResults(deps, leased, { tried, isLast: true })) === null) throw new Error('the lease was lost')
    }
  }
  const [cpu, before, startedAt] = [process.cpuUsage(), await opened.processorMs(), performance.now()]
  await Promise.all(Array.from({ length: workers }, worker))
  const seconds = (performance.now() - startedAt) / 1_000
  const used = process.cpuUsage(cpu)
  const databaseMs = [...(await opened.processorMs())].map(([pid, ms]) => ms - (before.get(pid) ?? 0))
  claims.sort((a, b) => a - b)
  return {
    perSecond: served / seconds,
    claimP50Ms: quantile(claims, 0.5),
    claimP99Ms: quantile(claims, 0.99),
    cpuMicros: (used.user + used.system) / served,
    databaseMicros: (1_000 * databaseMs.reduce((sum, ms) => sum + ms, 0)) / served,
  }
}

/** As a turn does: several requests at once. */
async function tryAll(deps: WebhookDeps, endpoint: WebhookEndpoint, due: readonly DueDelivery[]) {
  const start = requestStarter(deps, endpoint)
  const queue = [...due]
  const tried: TriedDelivery[] = []
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { eventId } = next
      const started = await start(eventId)
      if (typeof started === 'string') throw new Error(`${eventId} cannot be sent: ${started}`)
      tried.push({ eventId, ...started, at: deps.now(), result: responseOf(200) })
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, lane))
  return tried
}

/** Executes per second of a client with an endpoint, divided by those of a client without, in turn. */
export async function benchFanOut(storage: BenchStorage): Promise<number> {
  const opened = await storage.open()
  const without = await startEngine(opened.database)
  const withEndpoint = await startEngine(opened.database)
  try {
    await webhookEngine(opened.database, without.deps.now).addEndpoint(withEndpoint.clientId)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const made = { without: await previews(without, perRound), with: await previews(withEndpoint, perRound) }
      const one = await sample(made.without, lanes, async (preview) => void (await without.execute(preview)))
      const other = await sample(made.with, lanes, async (preview) => void (await withEndpoint.execute(preview)))
      ratios.push(other.perSecond / one.perSecond)
    }
    return median(ratios)
  } finally {
    await without.close()
    await opened.remove()
  }
}
