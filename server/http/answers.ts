// The shapes of answers, in one place: the envelope, and the bare bodies of preview and execute.

import { type ApiError, errorCatalogue } from '../contract/errors.ts'
import type { AppContext } from './request-context.ts'

/** `{content, status: 'ok', message: ''}` */
export function ok(context: AppContext, content: object): Response {
  return context.json({ content, status: 'ok', message: '' })
}

/** An error in the shape of its route, or as RFC 9457 where the caller asks for that. */
export function errorAnswer(context: AppContext, error: ApiError): Response {
  const { http, status } = errorCatalogue[error.type]
  const requestId = context.get('requestId')
  // A word like mfaRequired is no error to HTTP, but it never reaches here as one.
  const code = http === 200 ? 500 : http
  const answer = (body: object, type = 'application/json') =>
    context.body(JSON.stringify(body), code as 400, { ...headersOf(error), 'Content-Type': type })
  if (/application\/problem\+json/.test(context.req.header('accept') ?? '')) {
    const problem = {
      type: `urn:transfer-link:error:${error.type}`,
      title: error.type,
      status: code,
      detail: error.message,
      instance: requestId,
    }
    return answer({ ...problem, errorType: error.type, errorData: error.data }, 'application/problem+json')
  }
  const shape = context.get('shape')
  if (shape === 'envelope' || shape === undefined) {
    return answer({
      content: null,
      status,
      message: error.message,
      errorType: error.type,
      errorData: error.data,
      requestId,
    })
  }
  return answer({
    Status: 'Failed',
    ErrorMessage: error.message,
    [shape === 'preview' ? 'PreviewResult' : 'TransferResult']: null,
    ErrorType: error.type,
    ErrorData: error.data,
    RequestId: requestId,
  })
}

function headersOf(error: ApiError): Record<string, string> {
  if (error.type === 'methodNotAllowed') return { Allow: String(error.data.allow ?? '') }
  const { http } = errorCatalogue[error.type]
  return http === 429 || http === 503 ? { 'Retry-After': String(error.data.seconds ?? 5) } : {}
}
