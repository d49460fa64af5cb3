// Sends one webhook request and reports its outcome. Receivers are chosen by clients, so a failure is reported only as one of three
// words: details of a connection would let a client scan the operator's network.

import { bodyStart } from './body-start.ts'
import type { Resolve } from './name-resolver.ts'
import { readRetryAfter } from './retry-after.ts'
import { PostFailure, sendRequest } from './send-request.ts'
import { type Transport, transports } from './transports.ts'
import { literalAddress } from './webhook-addresses.ts'
import type { ClientCertificate } from './webhook-secrets.ts'

export type PostResult =
  | {
      kind: 'response'
      status: number
      retryAfterSeconds: number | undefined
      /** The first KB of the body, without control characters. */
      bodyStart: string
      durationMs: number
    }
  | {
      kind: 'failed'
      status?: undefined
      retryAfterSeconds?: undefined
      /** `refused`: there was no response, or the address is not allowed. */
      reason: 'refused' | 'timeout' | 'tls'
      durationMs: number
    }

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
  clientCertificate: ClientCertificate | undefined
}

/** Never rejects because of the receiver. If `signal` aborts before there is a response, the reason is `timeout`. */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<PostResult>

export interface PostLimits {
  /** For resolving the name, connecting and the TLS handshake. */
  connectMs: number
  /** For the whole attempt. */
  totalMs: number
}

interface PostSettings {
  /** As in WEBHOOK_NETWORKS. */
  networks: readonly string[]
  /** As in HTTPS_PROXY. */
  proxy?: URL | null
  now: () => Date
  /** For tests. */
  resolve?: Resolve
  /** Certificate authorities besides those of Node, in PEM. For tests. */
  ca?: string
  /** For tests. */
  limits?: PostLimits
}

type Outcome = Response | { kind: 'failed'; reason: PostFailure['reason'] }
type Response = Omit<Extract<PostResult, { kind: 'response' }>, 'durationMs'>

const defaultLimits: PostLimits = { connectMs: 5_000, totalMs: 15_000 }

export function createPostWebhook({ limits = defaultLimits, now, ...settings }: PostSettings): PostWebhook {
  const ofProtocol = transports({ ...settings, connectMs: limits.connectMs })
  return async (request, signal) => {
    const startedAt = performance.now()
    const outcome = await withDeadline(signal, limits.totalMs, (stop) =>
      post(request, { ofProtocol, now, connectMs: limits.connectMs }, stop),
    )
    return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
  }
}

interface PostContext {
  ofProtocol: ReadonlyMap<string, Transport>
  now: () => Date
  connectMs: number
}

async function post(request: WebhookRequest, { ofProtocol, now, connectMs }: PostContext, stop: AbortSignal) {
  const url = URL.parse(request.url)
  const transport = url === null ? undefined : ofProtocol.get(url.protocol)
  if (url === null || transport === undefined) throw new PostFailure('refused')
  const address = literalAddress(url)
  if (address !== null && !transport.mayReach(address)) throw new PostFailure('refused')
  const attempt = { ...request, url, transport, connectMs }
  const response = await sendRequest(attempt, stop).catch((error: unknown) => {
    // A receiver may close an idle connection just as a request is written to it, which says nothing about the receiver.
    if (!(error instanceof PostFailure) || !error.wasIdleConnection) throw error
    return sendRequest({ ...attempt, newConnection: true }, stop)
  })
  const { statusCode: status = 0, headers } = response
  const retryAfterSeconds = readRetryAfter(headers['retry-after'], now())
  // With the status, the outcome is known. A body that is slow, cut off or endless does not change it.
  return { kind: 'response' as const, status, retryAfterSeconds, bodyStart: await bodyStart(response) }
}

/** Ends the attempt after `ms`, or when `signal` aborts. */
async function withDeadline(
  signal: AbortSignal,
  ms: number,
  run: (stop: AbortSignal) => Promise<Response>,
): Promise<Outcome> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  if (signal.aborted) abort()
  const timer = setTimeout(abort, ms)
  signal.addEventListener('abort', abort)
  try {
    return await run(stop.signal)
  } catch (error) {
    if (!(error instanceof PostFailure)) throw error
    return { kind: 'failed', reason: stop.signal.aborted ? 'timeout' : error.reason }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
