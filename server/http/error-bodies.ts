// The bodies of errors: the envelope, the spec's shapes of preview and execute, and RFC 9457.

import type { ResponseShape } from '../contract/endpoint.ts'
import { type ErrorData, type ErrorType, errorCatalogue } from '../contract/errors.ts'
import type { ErrorUrl } from './error-urls.ts'

interface PlainError {
  type: ErrorType
  message: string
  data: ErrorData
}

export function errorBody(shape: ResponseShape, { type, message, data }: PlainError, requestId: string): object {
  if (shape === 'envelope') {
    const { status } = errorCatalogue[type]
    return { content: null, status, message, errorType: type, errorData: data, requestId }
  }
  return {
    Status: 'Failed',
    ErrorMessage: message,
    [shape === 'preview' ? 'PreviewResult' : 'TransferResult']: null,
    ErrorType: type,
    ErrorData: data,
    RequestId: requestId,
  }
}

interface ProblemOptions {
  requestId: string
  errorUrl: ErrorUrl
  /** Additional members, such as the TransferResult of a rejected transfer. */
  more?: object
}

export function problemBody({ type, message, data }: PlainError, options: ProblemOptions): object {
  const { requestId, errorUrl, more = {} } = options
  return {
    type: errorUrl(type),
    title: type,
    status: httpOf(type),
    detail: message,
    instance: requestId,
    errorType: type,
    errorData: data,
    ...more,
  }
}

/** Types such as mfaRequired are not HTTP errors, and are never passed here. */
export function httpOf(type: ErrorType): number {
  const { http } = errorCatalogue[type]
  return http === 200 ? 500 : http
}
