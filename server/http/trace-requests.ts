// Continues the trace of a request that has a `traceparent` header: its log lines name the trace.

import type { Hono } from 'hono'
import { hasOpenTelemetry, inSpan } from '../log/spans.ts'
import { inTrace, parseTraceparent } from '../log/trace-context.ts'
import { patternOf } from './middleware.ts'
import type { AppEnv } from './request-context.ts'

export function mountTracing(app: Hono<AppEnv>): void {
  app.use(async (context, next) => {
    const parent = parseTraceparent(context.req.header('traceparent'))
    if (parent === null && !hasOpenTelemetry) return next()
    const { method } = context.req
    await inTrace(parent, () =>
      inSpan({ name: method, kind: 'SERVER', parent }, async (span) => {
        await next()
        const [route, { status }] = [patternOf(context), context.res]
        span.rename(`${method} ${route}`)
        span.set('http.request.method', method)
        span.set('http.route', route)
        span.set('http.response.status_code', status)
        if (status >= 500) span.fail()
      }),
    )
  })
}
