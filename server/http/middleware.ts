// What every request passes: its id, headers of every answer, one place for errors, one log line.

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Hono, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AnswerShape } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { errorFacts, type Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import { errorAnswer } from './answers.ts'
import { callerAddress } from './caller-address.ts'
import { noSuchRoute } from './methods.ts'
import type { AppContext, AppEnv } from './request-context.ts'

export interface MiddlewareDeps {
  log: Log
  metrics: Metrics
  /** Whether an error means that the data store cannot work now. */
  isStorageFailure(error: unknown): boolean
  /** Whose X-Forwarded-For is believed. */
  proxies: BlockList
}

export function mountMiddleware(app: Hono<AppEnv>, { log, metrics, isStorageFailure, proxies }: MiddlewareDeps): void {
  app.use(async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('shape', 'envelope')
    context.set('address', callerAddress(context, proxies))
    const started = performance.now()
    await next()
    const { headers } = context.res
    headers.set('X-Request-Id', requestId)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'no-referrer')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    // Never the address itself: an auth_code may stand in its query, and anything in a path that is none of ours.
    const [method, route, status] = [knownMethod(context.req.method), routeOf(context), context.res.status]
    const seconds = (performance.now() - started) / 1_000
    metrics.requests.add(method, route, String(status))
    metrics.requestSeconds.observe(seconds, route)
    log.info({ requestId, method, route, status, ms: Math.round(seconds * 1_000) }, 'request')
  })
  app.onError((error, context) => {
    if (error instanceof ApiError) return errorAnswer(context, error)
    const requestId = context.get('requestId')
    log.error({ requestId, ...errorFacts(error) }, 'a request failed unexpectedly')
    // Thrown before anything was sent: what follows a send answers with its transfer whatever happens.
    const type = isStorageFailure(error) ? 'storageUnavailable' : 'internalError'
    return errorAnswer(context, new ApiError(type, { requestId }))
  })
  app.notFound((context) => errorAnswer(context, noSuchRoute(app, context)))
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

/** Errors of this path come in the spec's shape for it. */
export function answerAs(shape: AnswerShape): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    context.set('shape', shape)
    await next()
  }
}
