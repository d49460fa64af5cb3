// GET /openapi.json and GET /reference: the description of the API. The page is plain HTML with one style sheet, without scripts or
// external resources.

import type { Hono } from 'hono'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorUrls } from '../../http/error-urls.ts'
import { openApiDocument } from '../../http/openapi/document.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { version } from '../../package-info.ts'
import type { RouteDeps } from '../route-deps.ts'
import { openApiEndpoint, referenceEndpoint } from './reference-endpoints.ts'
import { referencePage, stylePath } from './reference-page.ts'
import { style } from './style.ts'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function mountReference(app: Hono<AppEnv>, deps: RouteDeps, endpoints: readonly Endpoint[]): void {
  // Created on the first request, so that the server starts faster.
  const document = once(() => openApiDocument(endpoints, { version, serverUrl: deps.publicUrl, docsUrl: deps.docsUrl }))
  const errorUrl = deps.docsUrl === null ? null : errorUrls(deps)
  const documentText = once(() => JSON.stringify(document()))
  const page = once(() => referencePage(document(), errorUrl).toString())
  const caching = { 'Cache-Control': 'public, max-age=60' }
  app.get(openApiEndpoint.path, (context) =>
    context.body(documentText(), 200, { ...caching, 'Content-Type': 'application/json' }),
  )
  app.get(referenceEndpoint.path, (context) =>
    context.body(page(), 200, {
      ...caching,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
    }),
  )
  app.get(stylePath, (context) => context.body(style, 200, { ...caching, 'Content-Type': 'text/css; charset=utf-8' }))
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
