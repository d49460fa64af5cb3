// GET / leads a browser to the reference. Other clients get the API's error for an unknown path.

import type { Hono } from 'hono'
import type { AppEnv } from '../http/request-context.ts'
import { referenceEndpoint } from './reference/reference-endpoints.ts'

/** Mount after the routes of a host that has a start page of its own. */
export function mountRootRedirect(app: Hono<AppEnv>): void {
  app.get('/', (context, next) =>
    context.req.header('accept')?.includes('text/html') === true ? context.redirect(referenceEndpoint.path) : next(),
  )
}
