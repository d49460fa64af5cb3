// One JSON call to an exchange: a time limit, no redirects, no retries, and a bounded answer.

import * as z from 'zod'

export interface HttpAnswer {
  status: number
  /** Undefined when the body was not whole, not JSON or too large. */
  body: unknown
}

export type HttpCallResult =
  | { kind: 'answer'; answer: HttpAnswer }
  /** The request was never written: name not found or connection refused. */
  | { kind: 'notSent' }
  | { kind: 'broken'; reason: 'timeout' | 'connection' }

const maximumAnswerBytes = 5_000_000

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: unknown
  timeoutMs: number
}

export async function callHttp(call: HttpCall): Promise<HttpCallResult> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: { ...(call.body === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeoutMs),
    })
    return { kind: 'answer', answer: { status: response.status, body: await readJson(response) } }
  } catch (error) {
    if (wasNeverSent(error)) return { kind: 'notSent' }
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'broken', reason: timedOut ? 'timeout' : 'connection' }
  }
}

async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.getReader()
  if (reader === undefined) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maximumAnswerBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

const Cause = z.object({ cause: z.object({ code: z.string() }) })
const beforeSending = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])

function wasNeverSent(error: unknown): boolean {
  const parsed = Cause.safeParse(error)
  return parsed.success && beforeSending.has(parsed.data.cause.code)
}
