// Responses: the success envelope, and errors in the shape of their route. All headers are passed at once, as a plain object:
// setting them one by one on the framework's response costs more than the rest of a small request.

import type { ApiError } from '../contract/errors.ts'
import { wantsProblem } from './accept.ts'
import { errorBody, httpOf, problemBody } from './error-bodies.ts'
import type { AppContext } from './request-context.ts'

/** `{content, status: 'ok', message: ''}` */
export function ok(context: AppContext, content: object): Response {
  return sendJson(context, { content, status: 'ok', message: '' })
}

export function sendJson(
  context: AppContext,
  body: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return sendText(context, JSON.stringify(body), { status, headers })
}

/** Sends JSON text, or the content type in `headers`; null for no body. */
export function sendText(
  context: AppContext,
  body: string | null,
  { status, headers = {} }: { status: number; headers?: Record<string, string> },
): Response {
  const type = body === null ? {} : { 'Content-Type': 'application/json' }
  const response = new Response(body, { status, headers: { ...context.get('headers'), ...type, ...headers } })
  context.set('response', response)
  return response
}

/** An error in the shape of its route, or as RFC 9457 if the client prefers that. */
export function errorResponse(context: AppContext, error: ApiError): Response {
  context.set('errorType', error.type)
  const requestId = context.get('requestId')
  const isProblem = wantsProblem(context.req.header('accept'))
  const body = isProblem
    ? problemBody(error, { requestId, errorUrl: context.get('errorUrl') })
    : errorBody(context.get('shape'), error, requestId)
  const type = isProblem ? { 'Content-Type': 'application/problem+json' } : {}
  return sendJson(context, body, {
    status: httpOf(error.type),
    headers: { ...headersOf(error, context.req.path), ...type },
  })
}

function headersOf(error: ApiError, path: string): Record<string, string> {
  if (error.type === 'methodNotAllowed') return { Allow: String(error.data.allow ?? '') }
  const http = httpOf(error.type)
  if (http === 401) return { 'WWW-Authenticate': path.startsWith('/api/v1/link/') ? 'Bearer' : 'X-Client-Secret' }
  return http === 429 || http === 503 ? { 'Retry-After': String(error.data.seconds ?? 5) } : {}
}
