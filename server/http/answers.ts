// Answers: the envelope of success, and errors in the shape of their route.

import type { ApiError } from '../contract/errors.ts'
import { wantsProblem } from './accept.ts'
import { errorBody, httpOf, problemBody } from './error-bodies.ts'
import type { AppContext } from './request-context.ts'

/** `{content, status: 'ok', message: ''}` */
export function ok(context: AppContext, content: object): Response {
  return context.json({ content, status: 'ok', message: '' })
}

/** An error in the shape of its route, or as RFC 9457 where the caller asks for that. */
export function errorAnswer(context: AppContext, error: ApiError): Response {
  const requestId = context.get('requestId')
  const isProblem = wantsProblem(context.req.header('accept'))
  const body = isProblem
    ? problemBody(error, requestId)
    : errorBody(context.get('shape') ?? 'envelope', error, requestId)
  const type = isProblem ? 'application/problem+json' : 'application/json'
  const headers = { ...headersOf(error), 'Content-Type': type }
  return context.body(JSON.stringify(body), httpOf(error.type) as 400, headers)
}

function headersOf(error: ApiError): Record<string, string> {
  if (error.type === 'methodNotAllowed') return { Allow: String(error.data.allow ?? '') }
  const http = httpOf(error.type)
  return http === 429 || http === 503 ? { 'Retry-After': String(error.data.seconds ?? 5) } : {}
}
