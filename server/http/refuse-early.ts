// Refused before a route looks at it: an address that is too long, and an Accept that no answer can meet.

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import { accepts, acceptsJson } from './accept.ts'
import type { AppEnv } from './request-context.ts'

const maximumAddressBytes = 8192

/** Mount before the routes. */
export function refuseEarly(app: Hono<AppEnv>): void {
  app.use(async (context, next) => {
    if (context.req.url.length > maximumAddressBytes) throw new ApiError('uriTooLong', { maximum: maximumAddressBytes })
    await next()
  })
  app.use('/api/*', async (context, next) => {
    const accept = context.req.header('accept')
    // The one answer that is not JSON is an event stream.
    if (!acceptsJson(accept) && !accepts(accept, 'text/event-stream')) throw new ApiError('notAcceptable')
    await next()
  })
}
