// GET /openapi.json and GET /reference: the API described by itself.

import type { Hono } from 'hono'
import { openApiDocument } from '../http/openapi/document.ts'
import type { AppEnv } from '../http/request-context.ts'
import { endpoints } from './endpoints.ts'
import { version } from './health.ts'
import { openApiEndpoint } from './reference-endpoints.ts'
import type { RouteDeps } from './route-deps.ts'

export function mountReference(app: Hono<AppEnv>, deps: RouteDeps): void {
  // Made when first asked for: a server's start should not wait for its own description.
  let text: string | null = null
  app.get(openApiEndpoint.path, (context) => {
    text ??= JSON.stringify(openApiDocument(endpoints, { version, serverUrl: deps.publicUrl }))
    return context.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' })
  })
}
