// The window in which a user signs in on the exchange's own page: how it leaves, and how it comes back.

import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { finishRedirect } from '../../accounts/connect-account.ts'
import { enterRedirect, redirectPath } from '../../accounts/redirect-sign-in.ts'
import { ApiError } from '../../contract/errors.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readQuery } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import type { RouteDeps } from '../route-deps.ts'
import { EnterQuery, enterRedirectEndpoint, ReturnQuery, returnRedirectEndpoint } from './redirect-endpoints.ts'

const cookieSeconds = 600

export function mountRedirect(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(enterRedirectEndpoint.path, async (context) => {
    const { state } = readQuery(context, EnterQuery)
    refuseOtherSites(context)
    const { url, secret } = await enterRedirect(deps, state)
    const secure = deps.publicUrl.startsWith('https:') ? '; Secure' : ''
    const cookie = `${cookieName(state)}=${secret}; Path=${redirectPath}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`
    context.header('Set-Cookie', cookie + secure)
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(url, 302)
  })
  refuseOtherMethods(app, enterRedirectEndpoint.path, ['GET'])

  app.get(returnRedirectEndpoint.path, async (context) => {
    const { state, code = '', iss = '' } = readQuery(context, ReturnQuery)
    const secret = cookieOf(context, cookieName(state))
    const { failed } = await finishRedirect(deps, state, secret, { code, issuer: iss })
    context.header('Content-Security-Policy', closingPolicy)
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    return context.html(pageOf(failed))
  })
  refuseOtherMethods(app, returnRedirectEndpoint.path, ['GET'])
}

// Another site must not send its visitors through a sign-in that somebody else began: their account would be connected to
// the other's session. Our own page opens this address, or an app's browser does.
function refuseOtherSites(context: AppContext): void {
  const from = context.req.header('sec-fetch-site')
  if (from === 'cross-site' || from === 'same-site') throw new ApiError('connectionNotFound')
}

/** One for each connection, so that two windows do not get in each other's way. */
function cookieName(state: string): string {
  return `transfer-link-${/^[0-9a-f-]{36}/.exec(state)?.[0] ?? ''}`
}

function cookieOf(context: AppContext, name: string): string {
  const cookies = (context.req.header('cookie') ?? '').split(/;\s*/)
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

const closing = 'close()'
const closingHash = `sha256-${createHash('sha256').update(closing).digest('base64')}`
/** The page is the same for everybody, so that its one script is known by its hash. */
const closingPolicy = [
  `default-src 'none'; script-src '${closingHash}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

function pageOf(failed: boolean): string {
  const sentence = failed ? 'The account was not connected.' : 'The account is connected.'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${sentence}</title><p>${sentence} You can close this window.</p><script>${closing}</script></html>`
}
