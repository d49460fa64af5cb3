// The hosted transfer UI behind a link's URLs. Only the link's registered origin may embed it. Loading the page does not
// spend the auth_code: the page's script does, so a prefetch burns nothing.

import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { originOfCode, originOfLink } from '../links/links.ts'
import type { RouteDeps } from './route-deps.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  map: 'application/json',
}

export function mountHostedPage(app: Hono<AppEnv>, deps: RouteDeps): void {
  const page = async (context: AppContext) => {
    const origin = await originOf(deps, context)
    const nonce = randomBytes(18).toString('base64url')
    const html = (await deps.hosted.page()).replaceAll('{{nonce}}', nonce).replaceAll('{{origin}}', origin ?? '')
    return context.html(html, 200, {
      'Content-Security-Policy': pagePolicy(nonce, origin),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
  }
  app.get('/b2b-iframe/:clientId/broker-connect', page)
  app.get('/:clientId/broker-connect', page)

  app.get('/link-assets/:path{.+}', async (context) =>
    file(context, await deps.hosted.asset(context.req.param('path')), 'public, max-age=31536000, immutable'),
  )
  app.get('/v1/:name{[\\w.-]+}', async (context) => {
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return file(context, await deps.hosted.script(context.req.param('name')), 'public, max-age=300')
  })
}

async function originOf(deps: RouteDeps, context: AppContext): Promise<string | null> {
  const code = context.req.query('auth_code')
  if (code !== undefined) return originOfCode(deps, code)
  const linkId = context.req.query('link')
  return linkId === undefined ? null : originOfLink(deps, linkId)
}

function pagePolicy(nonce: string, origin: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}

function file(context: AppContext, bytes: Buffer | null, cache: string): Response {
  if (bytes === null) throw new ApiError('routeNotFound')
  const type = types[context.req.path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return context.body(new Uint8Array(bytes), 200, { 'Content-Type': type, 'Cache-Control': cache })
}
