// The console's only requests to its server. Every failure is a ConsoleApiError, except an abort.

import type { ConsoleErrorBody } from '../../../server/contract/console/errors.ts'
import { ConsoleApiError } from './console-api-error.ts'

export interface ReadOptions {
  signal?: AbortSignal
  /** The page refreshes itself. The server does not count this as use of the session. */
  isRefresh?: boolean
}

export interface ConsoleApi {
  get<Response>(path: string, options?: ReadOptions): Promise<Response>
  post<Response = object>(path: string, body?: object): Promise<Response>
  delete<Response = object>(path: string, body?: object): Promise<Response>
}

interface ApiOptions {
  fetch?: typeof fetch
  /** The session has ended, or there was none. The request also fails. */
  onSignInRequired?: () => void
}

export function createConsoleApi({ fetch = globalThis.fetch, onSignInRequired }: ApiOptions = {}): ConsoleApi {
  const request = async <Response>(path: string, init: RequestInit): Promise<Response> => {
    const response = await sent(() => fetch(path, { cache: 'no-store', redirect: 'error', ...init }))
    const body = await sent(() => response.json().catch(rethrowAbort))
    if (response.ok && body !== null) return body as Response
    const error = new ConsoleApiError(errorBodyOf(body, response.status), response.status)
    if (error.errorType === 'signInRequired') onSignInRequired?.()
    throw error
  }
  const write =
    (method: string) =>
    <Response>(path: string, body: object = {}) =>
      request<Response>(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
  return {
    get: (path, { signal, isRefresh = false } = {}) =>
      request(path, { ...(signal && { signal }), ...(isRefresh && { headers: { 'x-console-refresh': '1' } }) }),
    post: write('POST'),
    delete: write('DELETE'),
  }
}

async function sent<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ConsoleApiError({ errorType: 'offline', message: 'The server could not be reached.' }, 0)
  }
}

/** A body that is not JSON: a proxy answered. */
function rethrowAbort(error: unknown): null {
  if (error instanceof SyntaxError) return null
  throw error
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function errorBodyOf(body: unknown, status: number): ConsoleErrorBody {
  const { errorType, message, field } = (body ?? {}) as Partial<Record<keyof ConsoleErrorBody, unknown>>
  if (typeof errorType !== 'string' || typeof message !== 'string')
    return { errorType: 'unreadable', message: `The server returned an unreadable response (HTTP ${status}).` }
  return { errorType, message, ...(typeof field === 'string' && { field }) }
}
