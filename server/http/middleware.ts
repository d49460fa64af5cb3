// Middleware of every request: request id, response headers, error responses and one log line.

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Hono, Next } from 'hono'
import type { ResponseShape } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { errorFacts, type Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import { callerAddress } from './caller-address.ts'
import { errorUrls } from './error-urls.ts'
import { isForwardedHttp } from './forwarded-http.ts'
import { noSuchRoute } from './methods.ts'
import { earlyError } from './refuse-early.ts'
import { type AppContext, type AppEnv, patternOf } from './request-context.ts'
import { errorResponse } from './responses.ts'
import { traced } from './trace-requests.ts'

interface MiddlewareDeps {
  environment: 'sandbox' | 'production'
  log: Log
  metrics: Metrics
  /** Whether an error means that the data store is unavailable. */
  isStorageFailure(error: unknown): boolean
  /** Proxies whose X-Forwarded-For is trusted. */
  proxies: BlockList | null
  /** The public URL of this server. */
  publicUrl: string
  /** The documentation site. Null: errors lead to this server's reference. */
  docsUrl: string | null
  /** By path, for paths whose errors have a shape of the spec. It also applies before a route runs. */
  shapes: ReadonlyMap<string, ResponseShape>
}

export function mountMiddleware(app: Hono<AppEnv>, deps: MiddlewareDeps): void {
  const { log, metrics, isStorageFailure, proxies, shapes } = deps
  const headers = { ...usualHeaders, ...(deps.publicUrl.startsWith('https:') && httpsOnly) }
  const errorUrl = errorUrls(deps)
  const handle = async (context: AppContext, next: Next) => {
    const started = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('errorUrl', errorUrl)
    context.set('shape', shapes.get(context.req.path) ?? 'envelope')
    context.set('address', callerAddress(context, proxies))
    context.set('headers', { 'X-Request-Id': requestId, ...headers })
    const isUnprotected = deps.environment === 'production' && isForwardedHttp(context, proxies)
    const error = isUnprotected ? new ApiError('httpsRequired') : earlyError(context)
    if (error === null) await next()
    else context.res = errorResponse(context, error)
    if (context.get('response') !== context.res) addHeaders(context.res.headers, context.get('headers'))
    // Never log the URL: its query may contain an auth_code, and an unknown path may contain anything.
    const [method, route, status] = [knownMethod(context.req.method), patternOf(context), context.res.status]
    const seconds = (performance.now() - started) / 1_000
    metrics.requests.add(method, route, String(status), status >= 500 ? (context.get('errorType') ?? '') : '')
    metrics.requestSeconds.observe(seconds, route)
    log.info({ requestId, method, route, status, ms: Math.round(seconds * 1_000) }, 'request')
  }
  app.use((context, next) => traced(context, () => handle(context, next)))
  app.onError((error, context) => {
    if (error instanceof ApiError) return errorResponse(context, error)
    const requestId = context.get('requestId')
    log.error({ requestId, ...errorFacts(error) }, 'a request failed unexpectedly')
    // An execute throws before it sends: after that, its response is the transfer. A signed transaction may have been sent.
    const type = isStorageFailure(error) ? 'storageUnavailable' : 'internalError'
    return errorResponse(context, new ApiError(type, { requestId }))
  })
  app.notFound((context) => errorResponse(context, noSuchRoute(app, context)))
}

const usualHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Two years. Whether subdomains require https is the operator's decision, at the proxy. */
const httpsOnly = { 'Strict-Transport-Security': 'max-age=63072000' }

/** For a response that the framework created. It may set its own Cache-Control. */
function addHeaders(response: Headers, headers: Record<string, string>): void {
  for (const name in headers) {
    if (name !== 'Cache-Control' || !response.has(name)) response.set(name, headers[name] ?? '')
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other'
}
