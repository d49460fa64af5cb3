// The only place of the browser side that calls the server.

import { invisibleCharacters } from '../protocol/invisible-characters.ts'
import type { Problem, Session } from './link-answers.ts'
import { inShownFiat } from './shown-fiat.ts'

/** The server said no, with a reason. */
export class LinkRefusal extends Error {
  override readonly name = 'LinkRefusal'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** No usable answer arrived: the request may or may not have reached the server. */
export class LinkUnreachable extends Error {
  override readonly name = 'LinkUnreachable'
}

/** Asks as the session's user. Each answer is the content of its envelope. */
export interface LinkApi {
  get<Content>(path: string, signal?: AbortSignal): Promise<Content>
  post<Content>(path: string, body: unknown): Promise<Content>
  /** Continues here with the session that moved to a full page. */
  reclaimLink(returnCode: string): Promise<Session>
  /** Ends the session on the server, also where the page is gone before the response arrives. */
  end(): void
}

const answerTimeoutMs = 60_000

/** What came of spending the link's one-time code, which the page asked for before anything else was loaded. */
export async function redeemLink(response: Promise<Response>): Promise<Session & { sessionToken: string }> {
  return contentOf(await response.catch(unreachable))
}

export function createLinkApi(sessionToken: string): Omit<LinkApi, 'reclaimLink'> {
  return {
    get: async (path, signal) => contentOf(await request(path, sessionToken, signal)),
    post: async (path, body) => contentOf(await request(path, sessionToken, undefined, JSON.stringify(body))),
    end() {
      const headers = { authorization: `Bearer ${sessionToken}` }
      // A session that this request does not reach expires by itself.
      fetch('/api/v1/link/session', { method: 'DELETE', keepalive: true, credentials: 'omit', headers }).catch(() => {})
    },
  }
}

async function contentOf<T>(answer: Response): Promise<T> {
  const envelope = await answer
    .text()
    .then(readAnswer)
    .catch(() => null)
  // A proxy's error page is not an answer of ours: it says nothing about what happened.
  if (!isEnvelope(envelope)) throw new LinkUnreachable(`HTTP ${answer.status} without an answer`)
  if (envelope.status === 'ok') return envelope.content as T
  const { errorType = 'internalError', message, errorData, requestId } = envelope
  throw new LinkRefusal({
    errorType,
    message,
    httpStatus: answer.status,
    ...(errorData && { errorData }),
    ...(requestId && { requestId }),
  })
}

function request(path: string, sessionToken: string, signal?: AbortSignal, body?: string) {
  const timeout = AbortSignal.timeout(answerTimeoutMs)
  return fetch(`/api/v1/link/${path}`, {
    method: body ? 'POST' : 'GET',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: `Bearer ${sessionToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(unreachable)
}

function unreachable(cause: unknown): never {
  throw new LinkUnreachable('no answer', { cause })
}

/** Texts come from exchanges, and may hold anything: this is where they are made harmless to look at. */
export function readAnswer(json: string): unknown {
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
