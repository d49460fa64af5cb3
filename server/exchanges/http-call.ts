// One request to an exchange, with a timeout and a maximum response size, without redirects and retries.

import * as z from 'zod'

export interface HttpResponse {
  status: number
  /** Undefined if the body was incomplete, not JSON or too large. */
  body: unknown
}

export type HttpCallResult = { kind: 'response'; response: HttpResponse } | NoResponse

type NoResponse =
  /** The request was never sent: name not found or connection refused. */
  { kind: 'notSent' } | { kind: 'broken'; reason: 'timeout' | 'connection' }

/** `text` is undefined if the body was incomplete or too large. */
export type HttpTextResult = { kind: 'text'; status: number; text: string | undefined } | NoResponse

const maximumResponseBytes = 5_000_000

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent in place of a body, form-encoded. */
  form?: URLSearchParams
  timeoutMs: number
}

export async function callHttp(call: HttpCall): Promise<HttpCallResult> {
  const { body, form, headers, ...rest } = call
  const text = form === undefined ? JSON.stringify(body) : form.toString()
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const result = await sendHttp({
    ...rest,
    headers: { ...(text === undefined ? {} : { 'content-type': type }), ...headers },
    ...(text === undefined ? {} : { text }),
  })
  if (result.kind !== 'text') return result
  return { kind: 'response', response: { status: result.status, body: jsonOf(result.text) } }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

interface HttpTextCall {
  method: string
  url: string
  headers: Record<string, string>
  /** The body, byte for byte. */
  text?: string
  timeoutMs: number
}

export async function sendHttp({ method, url, headers, text, timeoutMs }: HttpTextCall): Promise<HttpTextResult> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { kind: 'text', status: response.status, text: await readResponseText(response) }
  } catch (error) {
    if (wasNeverSent(error)) return { kind: 'notSent' }
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'broken', reason: timedOut ? 'timeout' : 'connection' }
  }
}

async function readResponseText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maximumResponseBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const Cause = z.object({ cause: z.object({ code: z.string() }) })
const beforeSending = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])

function wasNeverSent(error: unknown): boolean {
  const parsed = Cause.safeParse(error)
  return parsed.success && beforeSending.has(parsed.data.cause.code)
}
