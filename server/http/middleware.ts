// What every request passes: its id, headers of every answer, one place for errors, one log line.

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { AnswerShape } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { errorFacts, type Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import { errorResponse } from './answers.ts'
import { callerAddress } from './caller-address.ts'
import { isForwardedHttp } from './forwarded-http.ts'
import { noSuchRoute } from './methods.ts'
import { earlyRefusal } from './refuse-early.ts'
import type { AppContext, AppEnv } from './request-context.ts'

export interface MiddlewareDeps {
  environment: 'sandbox' | 'production'
  log: Log
  metrics: Metrics
  /** Whether an error means that the data store cannot work now. */
  isStorageFailure(error: unknown): boolean
  /** Whose X-Forwarded-For is believed. */
  proxies: BlockList | null
  /** Where this server is reached from outside. */
  publicUrl: string
  /** By path, where errors come in the spec's shape for it: the earliest too. */
  shapes: ReadonlyMap<string, AnswerShape>
}

export function mountMiddleware(app: Hono<AppEnv>, deps: MiddlewareDeps): void {
  const { log, metrics, isStorageFailure, proxies, shapes } = deps
  const headers = { ...usualHeaders, ...(deps.publicUrl.startsWith('https:') && httpsAlone) }
  app.use(async (context, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('shape', shapes.get(context.req.path) ?? 'envelope')
    context.set('address', callerAddress(context, proxies))
    context.set('headers', { 'X-Request-Id': requestId, ...headers })
    const isUnprotected = deps.environment === 'production' && isForwardedHttp(context, proxies)
    const refusal = isUnprotected ? new ApiError('httpsRequired') : earlyRefusal(context)
    if (refusal === null) await next()
    else context.res = errorResponse(context, refusal)
    if (context.get('answer') !== context.res) addHeaders(context.res.headers, context.get('headers'))
    // Never the address itself: an auth_code may stand in its query, and anything in a path that is none of ours.
    const [method, route, status] = [knownMethod(context.req.method), routeOf(context), context.res.status]
    const seconds = (performance.now() - started) / 1_000
    metrics.requests.add(method, route, String(status))
    metrics.requestSeconds.observe(seconds, route)
    log.info({ requestId, method, route, status, ms: Math.round(seconds * 1_000) }, 'request')
  })
  app.onError((error, context) => {
    if (error instanceof ApiError) return errorResponse(context, error)
    const requestId = context.get('requestId')
    log.error({ requestId, ...errorFacts(error) }, 'a request failed unexpectedly')
    // Thrown before anything was sent: what follows a send answers with its transfer whatever happens.
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

/** Two years. Whether its other subdomains speak https too is for the operator to say, at the proxy. */
const httpsAlone = { 'Strict-Transport-Security': 'max-age=63072000' }

/** For an answer that the framework made. How long it may be kept is its own to say. */
function addHeaders(answer: Headers, headers: Record<string, string>): void {
  for (const name in headers) {
    if (name !== 'Cache-Control' || !answer.has(name)) answer.set(name, headers[name] ?? '')
  }
}

/** The pattern that answered, `none` where no route did. */
function routeOf(context: AppContext): string {
  const route = routePath(context, -1)
  return route === '*' || route === '/*' || route === '/api/*' ? 'none' : route
}

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other'
}
