// The steps of a sign-in on the exchange's own page. Until application and return address are known to be right, nobody is
// sent anywhere; from then on whatever goes wrong is told to the application, with its `state` untouched.

import { checkCode, sendCode } from '../codes.ts'
import { lostFor } from '../dialects/bear-login.ts'
import type { Dialects } from '../dialects/dialects.ts'
import { ExchangeError } from '../exchange-error.ts'
import type { Answer } from '../http.ts'
import { findLogin, type Login, password } from '../logins.ts'
import type { Attempt, OauthAttempts } from './oauth-attempts.ts'
import { approvalPage, codePage, consentPage, passwordPage, refusedPage } from './oauth-pages.ts'
import { readScopes, scopes, usualSendLimit } from './scopes.ts'

export type Step = (form: URLSearchParams) => Answer | Promise<Answer>

const maximumWrongCodes = 5

/** GET /oauth2/auth */
export function beginSignIn({ oauthApps }: Dialects, attempts: OauthAttempts, query: URLSearchParams): Answer {
  const app = oauthApps.find(query.get('client_id') ?? '')
  if (app === undefined) return refusedPage('No application with this client_id is registered.')
  const redirectUri = query.get('redirect_uri') ?? app.redirectUris[0] ?? ''
  if (!app.redirectUris.includes(redirectUri)) {
    return refusedPage('This redirect_uri is not registered for the application, letter by letter.')
  }
  const state = query.get('state') ?? ''
  const wanted = readScopes(query.get('scope') ?? 'wallet:user:read')
  const challenge = query.get('code_challenge') ?? ''
  const challengeMethod = query.get('code_challenge_method') ?? 'plain'
  const refused = (error: string, description: string) =>
    back(redirectUri, { error, error_description: description }, state)
  if (query.get('response_type') !== 'code') return refused('unsupported_response_type', 'Only code is supported.')
  if (state !== '' && state.length < 8) return refused('invalid_request', 'state has at least 8 characters.')
  if (!['plain', 'S256'].includes(challengeMethod)) return refused('invalid_request', 'This method is not supported.')
  const unknown = wanted.find((scope) => !Object.hasOwn(scopes, scope))
  if (unknown !== undefined) return refused('invalid_scope', `There is no scope ${unknown}.`)
  const sendLimit = {
    amount: query.get('meta[send_limit_amount]') ?? usualSendLimit.amount,
    currency: query.get('meta[send_limit_currency]') ?? usualSendLimit.currency,
    period: query.get('meta[send_limit_period]') ?? usualSendLimit.period,
  }
  const asked = { clientId: app.clientId, redirectUri, scopes: wanted, state, challenge, challengeMethod, sendLimit }
  return passwordPage(attempts.begin(asked), app.name)
}

export function signInSteps(dialects: Dialects, attempts: OauthAttempts): Record<string, Step> {
  const { exchange, oauthApps } = dialects
  const appName = ({ asked }: Attempt) => oauthApps.find(asked.clientId)?.name ?? ''
  const at = (
    stage: Attempt['stage'],
    respond: (attempt: Attempt, form: URLSearchParams) => Answer | Promise<Answer>,
  ): Step => {
    return (form) => {
      const attempt = attempts.find(form.get('attempt') ?? '')
      if (attempt?.stage !== stage) return refusedPage('This sign-in took too long, or it is over.')
      return respond(attempt, form)
    }
  }
  const toConsent = ({ id }: Attempt) => {
    const attempt = attempts.step(id, { stage: 'consent' })
    return consentPage(attempt, appName(attempt))
  }
  const whereToApprove = (by: 'email' | 'device') =>
    by === 'email' ? 'Open the link in the e-mail that was sent to you.' : 'Approve the sign-in on your device.'

  const afterPassword = (attempt: Attempt, login: Login) => {
    if (login.approvesSignIn !== undefined) {
      const about = `Somebody signs in as ${login.name} for ${appName(attempt)}.`
      const kind = login.approvesSignIn
      exchange.approvals.ask({ login: login.name, kind, purpose: 'sign-in', subject: attempt.id, about })
      const waiting = attempts.step(attempt.id, { login: login.name, stage: 'approval', method: kind })
      return approvalPage(waiting, whereToApprove(kind))
    }
    const stage = login.codeAtLogin === true ? 'code' : 'consent'
    const next = attempts.step(attempt.id, { login: login.name, stage, method: 'totp' })
    return stage === 'code' ? codePage(next) : consentPage(next, appName(next))
  }

  return {
    'sign-in': at('password', async (attempt, form) => {
      const login = findLogin(form.get('username') ?? '')
      const lost = login === undefined ? null : await lostFor(exchange, login)
      if (lost !== null) return lost
      if (login === undefined || form.get('password') !== password) {
        return passwordPage(attempt, appName(attempt), 'The user name or the password is wrong.')
      }
      if (login.isLocked === true) return passwordPage(attempt, appName(attempt), 'This account is locked.')
      return afterPassword(attempt, login)
    }),
    code: at('code', (attempt, form) => {
      try {
        checkCode(form.get('code') ?? '')
        return toConsent(attempt)
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error
        const wrongCodes = attempt.wrongCodes + 1
        if (wrongCodes < maximumWrongCodes) return codePage(attempts.step(attempt.id, { wrongCodes }), error.message)
        attempts.end(attempt.id)
        return refusedPage('Too many wrong codes.')
      }
    }),
    method: at('code', (attempt, form) => {
      const { kind } = sendCode(exchange.outbox, form.get('method') ?? '', `It is for ${attempt.login} alone.`)
      return codePage(attempts.step(attempt.id, { method: kind }))
    }),
    approval: at('approval', (attempt) => {
      const approval = exchange.approvals.findBySubject(attempt.login, 'sign-in', attempt.id)
      if (approval?.answer === 'given') return toConsent(attempt)
      if (approval?.answer === 'declined') {
        attempts.end(attempt.id)
        return refusedPage('This sign-in was declined.')
      }
      return approvalPage(attempt, whereToApprove(attempt.method as 'email' | 'device'), 'It is not approved yet.')
    }),
    consent: at('consent', (attempt, form) => {
      attempts.end(attempt.id)
      const { redirectUri, state } = attempt.asked
      if (form.get('answer') === 'allow') return back(redirectUri, { code: attempts.issueCode(attempt) }, state)
      const denied = { error: 'access_denied', error_description: 'The user denied access to the application.' }
      return back(redirectUri, denied, state)
    }),
  }
}

function back(redirectUri: string, told: Record<string, string>, state: string): Answer {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  if (state !== '') url.searchParams.set('state', state)
  return { status: 302, type: 'text/plain', text: '', headers: { location: url.href } }
}
