// The only file of the browser code that calls the server.

import { invisibleCharacters } from '../protocol/invisible-characters.ts'
import { eitherSignal } from './either-signal.ts'
import type { Problem, Session } from './link-responses.ts'
import { inShownFiat } from './shown-fiat.ts'

/** The server refused the call, with a reason. */
export class LinkRefusal extends Error {
  override readonly name = 'LinkRefusal'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** No usable response arrived: the request may or may not have reached the server. */
export class LinkUnreachable extends Error {
  override readonly name = 'LinkUnreachable'
}

/** Calls the server with the session's token. Returns the content of the response's envelope. */
export interface LinkApi {
  get<Content>(path: string, signal?: AbortSignal): Promise<Content>
  post<Content>(path: string, body: unknown): Promise<Content>
  /** Continues here with the session that moved to a full page. */
  reclaimLink(returnCode: string): Promise<Session>
  /** Ends the session on the server, also if the page closes before the response arrives. */
  end(): void
}

const responseTimeoutMs = 60_000

/** The session of the link's one-time code, which the page redeemed before it loaded anything else. */
export async function redeemLink(response: Promise<Response>): Promise<Session & { sessionToken: string }> {
  return contentOf(await response.catch(unreachable))
}

export function createLinkApi(sessionToken: string): Omit<LinkApi, 'reclaimLink'> {
  return {
    get: async (path, signal) => contentOf(await request(path, sessionToken, signal ? { signal } : {})),
    post: async (path, body) => contentOf(await request(path, sessionToken, { body: JSON.stringify(body) })),
    end() {
      const headers = { authorization: `Bearer ${sessionToken}` }
      // If this request does not arrive, the session expires.
      fetch('/api/v1/link/session', { method: 'DELETE', keepalive: true, credentials: 'omit', headers }).catch(() => {})
    },
  }
}

async function contentOf<T>(response: Response): Promise<T> {
  const envelope = await response
    .text()
    .then(parseLinkResponse)
    .catch(() => null)
  // A proxy's error page does not show whether the request was executed.
  if (!isEnvelope(envelope)) throw new LinkUnreachable(`HTTP ${response.status} without an envelope`)
  if (envelope.status === 'ok') return envelope.content as T
  const { errorType = 'internalError', message, errorData, requestId } = envelope
  throw new LinkRefusal({
    errorType,
    message,
    httpStatus: response.status,
    ...(errorData && { errorData }),
    ...(requestId && { requestId }),
  })
}

function request(path: string, sessionToken: string, { signal, body }: { signal?: AbortSignal; body?: string } = {}) {
  const timeout = AbortSignal.timeout(responseTimeoutMs)
  return fetch(`/api/v1/link/${path}`, {
    method: body ? 'POST' : 'GET',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: `Bearer ${sessionToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
    signal: signal ? eitherSignal(signal, timeout) : timeout,
  }).catch(unreachable)
}

function unreachable(cause: unknown): never {
  throw new LinkUnreachable('no response', { cause })
}

/** Texts from exchanges may contain any character. Invisible ones are removed here. */
export function parseLinkResponse(json: string): unknown {
  return JSON.parse(json, (name, value) =>
    typeof value === 'string' ? inShownFiat(name, value.replace(invisibleCharacters, '')) : value,
  )
}

interface Envelope {
  content: unknown
  status: string
  message: string
  errorType?: string
  errorData?: Record<string, unknown>
  requestId?: string
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string'
}
