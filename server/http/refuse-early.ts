// Refused before a route looks at it: an address that is too long, and an Accept that no answer can meet.

import { ApiError } from '../contract/errors.ts'
import { isPlainText } from '../contract/plain-text.ts'
import { accepts, acceptsJson } from './accept.ts'
import type { AppContext } from './request-context.ts'

const maximumAddressBytes = 8192

/** Null for a request that may go on. */
export function earlyRefusal({ req }: AppContext): ApiError | null {
  if (req.url.length > maximumAddressBytes) return new ApiError('uriTooLong', { maximum: maximumAddressBytes })
  // No id of ours holds any other text, and PostgreSQL stores no NUL.
  if (!isPlainText(req.path)) return new ApiError('malformedRequest')
  const accept = req.header('accept')
  // The one answer that is not JSON is an event stream.
  const isMet = acceptsJson(accept) || accepts(accept, 'text/event-stream') || !/^\/api(\/|$)/.test(req.path)
  return isMet ? null : new ApiError('notAcceptable')
}
