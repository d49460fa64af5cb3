// The window in which a user signs in on the exchange's page: how it leaves, and how it returns. A sign-in that another person started
// would connect this user's account to that person's session. So only a window that this server's page opened continues at once.

import type { Context, Hono } from 'hono'
import { confirmRedirect, returnFromRedirect } from '../../accounts/finish-redirect.ts'
import { describeRedirect, enterRedirect, redirectPath } from '../../accounts/redirect-sign-in.ts'
import { ApiError } from '../../contract/errors.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readForm, readQuery } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { sendText } from '../../http/responses.ts'
import type { RouteDeps } from '../route-deps.ts'
import {
  ConfirmForm,
  ConfirmQuery,
  confirmRedirectEndpoint,
  continueRedirectEndpoint,
  EnterQuery,
  enterRedirectEndpoint,
  ReturnQuery,
  returnRedirectEndpoint,
} from './redirect-endpoints.ts'
import { endPage, leavePage, numberPage, type Page, startPage } from './redirect-pages.ts'

const cookieSeconds = 600

export function mountRedirect(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(enterRedirectEndpoint.path, async (context) => {
    const { state } = readQuery(context, EnterQuery)
    if (context.req.header('sec-fetch-site') !== 'same-origin') {
      return sendPage(context, startPage(await describeRedirect(deps, state)))
    }
    const { url, secret } = await enterRedirect(deps, state, 'ownPage')
    return sendText(context, null, {
      status: 302,
      headers: { Location: url, 'Set-Cookie': cookieFor(deps, state, secret) },
    })
  })
  app.post(continueRedirectEndpoint.path, async (context) => {
    const { state } = readQuery(context, EnterQuery)
    refuseForeignForms(deps, context)
    const { exchangeName } = await describeRedirect(deps, state)
    const { url, secret } = await enterRedirect(deps, state, 'otherWindow')
    return sendPage(context, leavePage(url, exchangeName), { 'Set-Cookie': cookieFor(deps, state, secret) })
  })
  refuseOtherMethods(app, enterRedirectEndpoint.path, ['GET', 'POST'])

  app.get(returnRedirectEndpoint.path, async (context) => {
    const { state, code = '', iss = '' } = readQuery(context, ReturnQuery)
    const returned = await returnFromRedirect(deps, {
      state,
      secret: secretOf(context, state),
      response: { code, issuer: iss },
    })
    if (returned.state !== 'numberRequired') return sendPage(context, endPage(returned.state === 'connected'))
    return sendPage(context, numberPage(state, returned.names, returned.isRetry))
  })
  refuseOtherMethods(app, returnRedirectEndpoint.path, ['GET'])

  app.post(confirmRedirectEndpoint.path, async (context) => {
    const { state } = readQuery(context, ConfirmQuery)
    refuseForeignForms(deps, context)
    const { number, answer } = await readForm(context, ConfirmForm)
    if (number === undefined && answer === undefined) throw new ApiError('missingField', { field: 'number' })
    await confirmRedirect(deps, {
      state,
      secret: secretOf(context, state),
      number: answer === undefined ? (number ?? '').trim() : null,
    })
    return sendText(context, null, { status: 303, headers: { Location: `return?${new URLSearchParams({ state })}` } })
  })
  refuseOtherMethods(app, confirmRedirectEndpoint.path, ['POST'])
}

function sendPage(context: AppContext, { html, headers }: Page, more: Record<string, string> = {}): Response {
  return sendText(context, html, { status: 200, headers: { ...headers, ...more } })
}

/** Browsers without Fetch metadata send the Origin header with a form. */
function refuseForeignForms({ publicUrl }: RouteDeps, context: Context): void {
  const site = context.req.header('sec-fetch-site')
  const isOurs =
    site === undefined ? context.req.header('origin') === new URL(publicUrl).origin : site === 'same-origin'
  if (!isOurs) throw new ApiError('connectionNotFound')
}

function cookieFor({ publicUrl }: RouteDeps, state: string, secret: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const limits = `Path=${redirectPath}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`
  return `${cookieName(state)}=${secret}; ${limits}${secure}`
}

/** One cookie for each connection, so that two windows do not conflict. */
function cookieName(state: string): string {
  return `transfer-link-${/^[0-9a-f-]{36}/.exec(state)?.[0] ?? ''}`
}

function secretOf(context: AppContext, state: string): string {
  const name = cookieName(state)
  const cookies = (context.req.header('cookie') ?? '').split(/;\s*/)
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
