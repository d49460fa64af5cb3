// GET /metrics in Prometheus' text format. Production requires METRICS_TOKEN, because a proxy on the same machine makes every request
// look local.

import type { Hono } from 'hono'
import { cached } from '../cache/cached.ts'
import { describeEndpoint, textResponse } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import type { Gauge } from '../log/metrics.ts'
import { hashSecret, sameHash } from '../secrets/tokens.ts'
import type { DurabilityKind } from '../storage/durability.ts'
import { isStorageFailure } from '../storage/storage.ts'
import { countTransfers, type TransferCounts } from '../transfers/transfer-counts.ts'
import type { RouteDeps } from './route-deps.ts'

/** Counting scans an index, so several scrapers share one result. */
const countsMaxAgeMs = 10_000
const contentType = 'text/plain; version=0.0.4; charset=utf-8'

export const readMetricsEndpoint = describeEndpoint({
  id: 'readMetrics',
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Metrics for Prometheus',
  description:
    'Production requires `Authorization: Bearer` with the value of METRICS_TOKEN. If the variable is not set or the value differs, the response is 404.',
  security: 'none',
  responses: {
    200: textResponse('All metrics.', 'text/plain', '# HELP transfer_link_requests_total HTTP requests.\n'),
  },
  errors: ['routeNotFound'],
})

export function mountReadMetrics(app: Hono<AppEnv>, deps: RouteDeps): void {
  const counts = cached(() => countTransfers(deps.database.query), {
    now: deps.now,
    freshMs: countsMaxAgeMs,
    usableMs: countsMaxAgeMs,
  })
  const { path } = readMetricsEndpoint
  app.get(path, async (context) => {
    if (!mayRead(context, deps)) throw new ApiError('routeNotFound')
    const text = deps.metrics.text([...gaugesOf(deps), ...(await counts().then(countGauges, withoutCounts))])
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  refuseOtherMethods(app, path, ['GET'])
}

function mayRead({ req }: AppContext, { environment, metricsToken }: RouteDeps): boolean {
  if (environment === 'sandbox') return true
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? []
  return metricsToken !== null && sameHash(hashSecret(sent), hashSecret(metricsToken))
}

/** The other metrics are most useful while the database fails. */
function withoutCounts(error: unknown): Gauge[] {
  if (isStorageFailure(error)) return []
  throw error
}

function countGauges(counts: TransferCounts): Gauge[] {
  const byLabel = (values: readonly [string, number][]) => values.map(([label, value]) => [[label], value] as const)
  return [
    {
      name: 'transfer_link_transfers',
      help: 'Transfers by status.',
      labels: ['status'],
      values: byLabel(counts.byStatus),
    },
    {
      name: 'transfer_link_open_transfers',
      help: 'Open transfers, by state.',
      labels: ['state'],
      values: byLabel(counts.openByState),
    },
    single(
      'transfer_link_transfers_needing_attention',
      'Transfers that need an operator’s review.',
      counts.needingAttention,
    ),
  ]
}

function gaugesOf({ exchanges, openCircuits, databaseDurability }: RouteDeps): Gauge[] {
  const open = openCircuits()
  const durability = databaseDurability()
  return [
    {
      name: 'transfer_link_exchange_circuit_open',
      help: '1 while the circuit breaker of an exchange is open.',
      labels: ['exchange'],
      values: exchanges.all.map(({ type }) => [[type], open.includes(type) ? 1 : 0] as const),
    },
    single(
      'transfer_link_database_standby_waiting',
      '1 while writes wait for a synchronous standby of the database.',
      durability === 'waiting' ? 1 : 0,
    ),
    durabilityGauge(durability),
    single('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    single('process_uptime_seconds', 'Time since the process started.', Math.round(process.uptime())),
  ]
}

/** Without values until the durability was read, and for the embedded storage. */
function durabilityGauge(current: DurabilityKind | null): Gauge {
  const isRead = current !== null && current !== 'embedded'
  const states: DurabilityKind[] = isRead ? ['synchronous', 'asynchronous', 'waiting', 'unknown'] : []
  return {
    name: 'transfer_link_database_durability',
    help: '1 for the current durability of acknowledged writes in PostgreSQL.',
    labels: ['state'],
    values: states.map((state) => [[state], state === current ? 1 : 0] as const),
  }
}

function single(name: string, help: string, value: number): Gauge {
  return { name, help, labels: [], values: [[[], value]] }
}
