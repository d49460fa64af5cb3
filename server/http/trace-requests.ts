// Continues the trace of a request that has a `traceparent` header: its log lines name the trace.

import { hasOpenTelemetry, inSpan } from '../log/spans.ts'
import { inTrace, parseTraceparent } from '../log/trace-context.ts'
import { type AppContext, patternOf } from './request-context.ts'

export function traced(context: AppContext, handle: () => Promise<void>): Promise<void> {
  const parent = parseTraceparent(context.req.header('traceparent'))
  if (parent === null && !hasOpenTelemetry) return handle()
  const { method } = context.req
  return inTrace(parent, () =>
    inSpan({ name: method, kind: 'SERVER', parent }, async (span) => {
      await handle()
      const [route, { status }] = [patternOf(context), context.res]
      span.rename(`${method} ${route}`)
      span.set('http.request.method', method)
      span.set('http.route', route)
      span.set('http.response.status_code', status)
      if (status >= 500) span.fail()
    }),
  )
}
