// Checks before a route runs: a URL that is too long, and an Accept header that no response can meet.

import { ApiError } from '../contract/errors.ts'
import { isPlainText } from '../contract/plain-text.ts'
import { accepts, acceptsJson } from './accept.ts'
import type { AppContext } from './request-context.ts'

const maximumAddressBytes = 8192

/** Returns null if the request may continue. */
export function earlyError({ req }: AppContext): ApiError | null {
  if (req.url.length > maximumAddressBytes) return new ApiError('uriTooLong', { maximum: maximumAddressBytes })
  // Ids contain no other characters, and PostgreSQL stores no NUL.
  if (!isPlainText(req.path)) return new ApiError('malformedRequest')
  const accept = req.header('accept')
  // The only response that is not JSON is an event stream.
  const isMet = acceptsJson(accept) || accepts(accept, 'text/event-stream') || !/^\/api(\/|$)/.test(req.path)
  return isMet ? null : new ApiError('notAcceptable')
}
