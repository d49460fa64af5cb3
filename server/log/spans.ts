// Spans of OpenTelemetry, if the operator has installed `@opentelemetry/api` and started an SDK. Otherwise nothing is recorded. Spans
// contain route patterns, names of exchanges and outcomes, and never ids, addresses or messages of errors.

import { receivedTrace, type TraceContext } from './trace-context.ts'

interface SpanStart {
  name: string
  kind: 'SERVER' | 'CLIENT' | 'INTERNAL' | 'PRODUCER'
  /** The trace that a request names. */
  parent?: TraceContext | null
}

interface RunningSpan {
  rename(name: string): void
  set(attribute: string, value: string | number): void
  fail(): void
}

type OpenTelemetry = typeof import('@opentelemetry/api')

const api: OpenTelemetry | null = await import('@opentelemetry/api').catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

export const hasOpenTelemetry = api !== null

export const executeSpan: SpanStart = { name: 'execute transfer', kind: 'INTERNAL' }

const noSpan: RunningSpan = { rename() {}, set() {}, fail() {} }

/** The span fails with `work`. */
export async function inSpan<T>(start: SpanStart, work: (span: RunningSpan) => Promise<T>): Promise<T> {
  return api === null ? work(noSpan) : recorded(api, start, work)
}

export function inExchangeSpan<T>(
  { exchange, call }: { exchange: string; call: string },
  work: () => Promise<T>,
): Promise<T> {
  return inSpan({ name: `${exchange} ${call}`, kind: 'CLIENT' }, work)
}

function recorded<T>(
  { trace, context, SpanKind, SpanStatusCode }: OpenTelemetry,
  { name, kind, parent = null }: SpanStart,
  work: (span: RunningSpan) => Promise<T>,
): Promise<T> {
  const active = context.active()
  // An instrumentation of node:http may have started a span already.
  const isRoot = parent === null || trace.getSpan(active) !== undefined
  const around = isRoot ? active : trace.setSpanContext(active, remoteContext(parent))
  return trace.getTracer('transfer-link').startActiveSpan(name, { kind: SpanKind[kind] }, around, async (span) => {
    const fail = () => void span.setStatus({ code: SpanStatusCode.ERROR })
    try {
      return await work({
        rename: (to) => void span.updateName(to),
        set: (attribute, value) => void span.setAttribute(attribute, value),
        fail,
      })
    } catch (error) {
      fail()
      throw error
    } finally {
      span.end()
    }
  })
}

function remoteContext({ traceId, spanId, flags }: TraceContext) {
  return { traceId, spanId, traceFlags: flags, isRemote: true }
}

/** Of the active span, or else of the request. */
export function currentTrace(): TraceContext | null {
  const span = api?.trace.getActiveSpan()?.spanContext()
  if (span === undefined || !api?.isSpanContextValid(span)) return receivedTrace()
  return { traceId: span.traceId, spanId: span.spanId, flags: span.traceFlags }
}
