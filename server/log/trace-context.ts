// The trace of a request, in the format of W3C Trace Context.

import { AsyncLocalStorage } from 'node:async_hooks'

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** 1 if the caller records the trace. */
  flags: number
}

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const longestHeader = 200

/** Null for a missing or invalid header. Later versions may append fields, which are ignored. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  if (header === undefined || header.length > longestHeader) return null
  const [, version = '', traceId = '', spanId = '', flags = '', more] = format.exec(header) ?? []
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 }
}

export function traceparentOf({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`
}

const current = new AsyncLocalStorage<TraceContext>()

/** Runs `work` as part of the trace, which its log lines name. */
export function inTrace<T>(trace: TraceContext | null, work: () => T): T {
  return trace === null ? work() : current.run(trace, work)
}

export function receivedTrace(): TraceContext | null {
  return current.getStore() ?? null
}
