// The steps of a sign-in on the exchange's page. There is no redirect until the application and its redirect URI are verified. After
// that, errors are returned to the application with its `state` unchanged.

import { checkCode, sendCode } from '../../codes.ts'
import { ExchangeError } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import { findLogin, type Login, password } from '../../logins.ts'
import { delayLogin } from '../delay-login.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import type { Attempt, OauthAttempts } from './oauth-attempts.ts'
import { approvalPage, codePage, consentPage, passwordPage, refusedPage } from './oauth-pages.ts'
import { defaultSendLimit, readScopes, scopes } from './scopes.ts'

export type Step = (form: URLSearchParams) => RouteResponse | Promise<RouteResponse>

const maximumWrongCodes = 5

/** GET /oauth2/auth */
export function beginSignIn(
  { oauthApps }: EmulatorContext,
  attempts: OauthAttempts,
  query: URLSearchParams,
): RouteResponse {
  const app = oauthApps.find(query.get('client_id') ?? '')
  if (app === undefined) return refusedPage('No application with this client_id is registered.')
  const redirectUri = query.get('redirect_uri') ?? app.redirectUris[0] ?? ''
  if (!app.redirectUris.includes(redirectUri)) {
    return refusedPage('This redirect_uri is not registered for the application. It must match exactly.')
  }
  const state = query.get('state') ?? ''
  const requestedScopes = readScopes(query.get('scope') ?? 'wallet:user:read')
  const challenge = query.get('code_challenge') ?? ''
  const challengeMethod = query.get('code_challenge_method') ?? 'plain'
  const refused = (error: string, description: string) =>
    back(redirectUri, { error, error_description: description }, state)
  if (query.get('response_type') !== 'code') return refused('unsupported_response_type', 'Only code is supported.')
  if (state !== '' && state.length < 8) return refused('invalid_request', 'state must have at least 8 characters.')
  if (!['plain', 'S256'].includes(challengeMethod)) return refused('invalid_request', 'This method is not supported.')
  const unknown = requestedScopes.find((scope) => !Object.hasOwn(scopes, scope))
  if (unknown !== undefined) return refused('invalid_scope', `There is no scope ${unknown}.`)
  const sendLimit = {
    amount: query.get('meta[send_limit_amount]') ?? defaultSendLimit.amount,
    currency: query.get('meta[send_limit_currency]') ?? defaultSendLimit.currency,
    period: query.get('meta[send_limit_period]') ?? defaultSendLimit.period,
  }
  const requested = {
    clientId: app.clientId,
    redirectUri,
    scopes: requestedScopes,
    state,
    challenge,
    challengeMethod,
    sendLimit,
  }
  return passwordPage(attempts.begin(requested), app.name)
}

interface SignInDeps {
  context: EmulatorContext
  attempts: OauthAttempts
}

type Respond = (deps: SignInDeps, attempt: Attempt, form: URLSearchParams) => RouteResponse | Promise<RouteResponse>

/** By the name of the form: the stage that accepts it, and the next step. */
const steps: Record<string, [Attempt['stage'], Respond]> = {
  'sign-in': ['password', checkPassword],
  code: ['code', enterCode],
  method: ['code', chooseMethod],
  approval: ['approval', pollApproval],
  consent: ['consent', submitConsent],
}

export function signInSteps(context: EmulatorContext, attempts: OauthAttempts): Record<string, Step> {
  const step = (stage: Attempt['stage'], respond: Respond): Step => {
    return (form) => {
      const attempt = attempts.find(form.get('attempt') ?? '')
      if (attempt?.stage !== stage) return refusedPage('This sign-in took too long, or it is over.')
      return respond({ context, attempts }, attempt, form)
    }
  }
  return Object.fromEntries(Object.entries(steps).map(([name, [stage, respond]]) => [name, step(stage, respond)]))
}

async function checkPassword(deps: SignInDeps, attempt: Attempt, form: URLSearchParams): Promise<RouteResponse> {
  const login = findLogin(form.get('username') ?? '')
  const dropped = login === undefined ? null : await delayLogin(deps.context.exchange, login)
  if (dropped !== null) return dropped
  const again = (sentence: string) => passwordPage(attempt, appName(deps, attempt), sentence)
  if (login === undefined || form.get('password') !== password) return again('The user name or the password is wrong.')
  if (login.isLocked === true) return again('This account is locked.')
  return afterPassword(deps, attempt, login)
}

function afterPassword(deps: SignInDeps, { id, requested }: Attempt, login: Login): RouteResponse {
  const { context, attempts } = deps
  if (login.approvesSignIn !== undefined) {
    const about = `New sign-in as ${login.name} for ${appName(deps, { requested })}.`
    const kind = login.approvesSignIn
    context.exchange.approvals.request({ login: login.name, kind, purpose: 'sign-in', subject: id, about })
    const waiting = attempts.step(id, { login: login.name, stage: 'approval', method: kind })
    return approvalPage(waiting, approvalHint(waiting))
  }
  if (login.codeAtLogin !== true) return toConsent(deps, id, { login: login.name })
  return codePage(attempts.step(id, { login: login.name, stage: 'code', method: 'totp' }))
}

function enterCode(deps: SignInDeps, { id, wrongCodes }: Attempt, form: URLSearchParams): RouteResponse {
  try {
    checkCode(form.get('code') ?? '')
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    const wrong = deps.attempts.step(id, { wrongCodes: wrongCodes + 1 })
    if (wrong.wrongCodes < maximumWrongCodes) return codePage(wrong, error.message)
    deps.attempts.end(id)
    return refusedPage('Too many wrong codes.')
  }
  return toConsent(deps, id)
}

function chooseMethod({ context, attempts }: SignInDeps, { id, login }: Attempt, form: URLSearchParams): RouteResponse {
  const { kind } = sendCode(context.exchange.outbox, form.get('method') ?? '', `It signs in ${login}.`)
  return codePage(attempts.step(id, { method: kind }))
}

function pollApproval(deps: SignInDeps, attempt: Attempt): RouteResponse {
  const { approvals } = deps.context.exchange
  const answer = approvals.findBySubject(attempt.login, 'sign-in', attempt.id)?.answer
  if (answer === 'given') return toConsent(deps, attempt.id)
  if (answer !== 'declined') return approvalPage(attempt, approvalHint(attempt), 'It is not approved yet.')
  deps.attempts.end(attempt.id)
  return refusedPage('This sign-in was declined.')
}

function submitConsent({ attempts }: SignInDeps, attempt: Attempt, form: URLSearchParams): RouteResponse {
  attempts.end(attempt.id)
  const { redirectUri, state } = attempt.requested
  if (form.get('answer') === 'allow') return back(redirectUri, { code: attempts.issueCode(attempt) }, state)
  const denied = { error: 'access_denied', error_description: 'The user denied access to the application.' }
  return back(redirectUri, denied, state)
}

function toConsent(deps: SignInDeps, id: string, change: { login?: string } = {}): RouteResponse {
  const attempt = deps.attempts.step(id, { ...change, stage: 'consent' })
  return consentPage(attempt, appName(deps, attempt))
}

function appName({ context }: SignInDeps, { requested }: Pick<Attempt, 'requested'>): string {
  return context.oauthApps.find(requested.clientId)?.name ?? ''
}

function approvalHint({ method }: Attempt): string {
  if (method === 'email') return 'Open the link in the e-mail that was sent to you.'
  return 'Approve the sign-in on your device.'
}

function back(redirectUri: string, parameters: Record<string, string>, state: string): RouteResponse {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (state !== '') url.searchParams.set('state', state)
  return { status: 302, type: 'text/plain', text: '', headers: { location: url.href } }
}
