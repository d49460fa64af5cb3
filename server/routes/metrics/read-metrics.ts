// GET /metrics in Prometheus' text format. Production requires METRICS_TOKEN, because a proxy on the same machine makes every request
// look local.

import type { Hono } from 'hono'
import { describeEndpoint, textResponse } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { hashSecret, sameHash } from '../../secrets/tokens.ts'
import type { RouteDeps } from '../route-deps.ts'
import { databaseGauges } from './database-gauges.ts'
import { processGauges } from './process-gauges.ts'

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
  const ofDatabase = databaseGauges(deps)
  const { path } = readMetricsEndpoint
  app.get(path, async (context) => {
    if (!mayRead(context, deps)) throw new ApiError('routeNotFound')
    const [stored] = await Promise.all([ofDatabase(), deps.probeCircuits()])
    const text = deps.metrics.text([...processGauges(deps), ...stored])
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  refuseOtherMethods(app, path, ['GET'])
}

function mayRead({ req }: AppContext, { environment, metricsToken }: RouteDeps): boolean {
  if (environment === 'sandbox') return true
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? []
  return metricsToken !== null && sameHash(hashSecret(sent), hashSecret(metricsToken))
}
