// GET /metrics in Prometheus' text format. Production requires METRICS_TOKEN, because a proxy on the same machine makes every request
// look local.

import type { Hono } from 'hono'
import { describeEndpoint, textResponse } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import type { Gauge } from '../log/metrics.ts'
import { hashSecret, sameHash } from '../secrets/tokens.ts'
import { countTransfers, type TransferCounts } from '../transfers/transfer-counts.ts'
import type { RouteDeps } from './route-deps.ts'

/** Counting scans an index, so several scrapers share one result. */
const countsLiveMs = 10_000
const contentType = 'text/plain; version=0.0.4; charset=utf-8'

export const readMetricsEndpoint = describeEndpoint({
  id: 'readMetrics',
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Metrics for Prometheus',
  description:
    'In production with `Authorization: Bearer` and the value of METRICS_TOKEN. Without either the response is 404.',
  security: 'none',
  responses: {
    200: textResponse('All metrics.', 'text/plain', '# HELP transfer_link_requests_total Requests answered.\n'),
  },
  errors: ['routeNotFound'],
})

export function mountReadMetrics(app: Hono<AppEnv>, deps: RouteDeps): void {
  let known: { at: number; counts: Promise<TransferCounts> } | null = null
  const countsOfNow = () => {
    const at = deps.now().getTime()
    if (known === null || at - known.at >= countsLiveMs) known = { at, counts: countTransfers(deps.database.query) }
    known.counts.catch(() => {
      known = null
    })
    return known.counts
  }
  const { path } = readMetricsEndpoint
  app.get(path, async (context) => {
    if (!mayRead(context, deps)) throw new ApiError('routeNotFound')
    const text = deps.metrics.text(gaugesOf(deps, await countsOfNow()))
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  refuseOtherMethods(app, path, ['GET'])
}

function mayRead({ req }: AppContext, { environment, metricsToken }: RouteDeps): boolean {
  if (environment === 'sandbox') return true
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? []
  return metricsToken !== null && sameHash(hashSecret(sent), hashSecret(metricsToken))
}

function gaugesOf({ exchanges, openCircuits }: RouteDeps, counts: TransferCounts): Gauge[] {
  const single = (name: string, help: string, value: number): Gauge => ({
    name,
    help,
    labels: [],
    values: [[[], value]],
  })
  const byLabel = (values: readonly [string, number][]) => values.map(([label, value]) => [[label], value] as const)
  const open = openCircuits()
  return [
    {
      name: 'transfer_link_transfers',
      help: 'Transfers by status.',
      labels: ['status'],
      values: byLabel(counts.byStatus),
    },
    {
      name: 'transfer_link_open_transfers',
      help: 'Transfers that are followed, by state.',
      labels: ['state'],
      values: byLabel(counts.openByState),
    },
    single(
      'transfer_link_transfers_needing_attention',
      'Transfers that an operator should look at.',
      counts.needingAttention,
    ),
    {
      name: 'transfer_link_exchange_circuit_open',
      help: '1 while calls to an exchange fail at once because it cannot be reached.',
      labels: ['exchange'],
      values: exchanges.all.map(({ type }) => [[type], open.includes(type) ? 1 : 0] as const),
    },
    single('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    single('process_uptime_seconds', 'Since the process started.', Math.round(process.uptime())),
  ]
}
