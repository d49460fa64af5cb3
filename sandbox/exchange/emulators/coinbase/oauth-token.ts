// POST /oauth2/token and /oauth2/revoke, called by the application.

import { createHash, timingSafeEqual } from 'node:crypto'
import { json, type RouteResponse } from '../../http.ts'
import { findLogin, type Login } from '../../logins.ts'
import type { EmulatorCall } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import type { OauthApp } from './oauth-apps.ts'
import { codeMs, hashOf, type IssuedCode, type OauthAttempts } from './oauth-attempts.ts'
import type { OauthTokens } from './oauth-tokens.ts'

export interface TokenDeps {
  context: EmulatorContext
  attempts: OauthAttempts
  tokens: OauthTokens
}

export function exchangeGrant({ context, attempts, tokens }: TokenDeps, call: EmulatorCall): RouteResponse {
  const form = readForm(call)
  const app = appOf(context, form)
  if (app === null) return oauthError(401, 'invalid_client', 'Client authentication failed.')
  const type = form.get('grant_type')
  if (type === 'refresh_token') {
    const issued = tokens.refresh(form.get('refresh_token') ?? '', app.clientId)
    return issued === null ? invalidGrant() : json(issued)
  }
  if (type !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'This grant type is not supported.')
  const code = attempts.useCode(form.get('code') ?? '')
  if (code === undefined) return invalidGrant()
  if (code.wasUsed) {
    tokens.revokeFamily(code.family)
    return invalidGrant()
  }
  if (!matchesCode(code, { app, form, now: context.exchange.now() })) return invalidGrant()
  const { requested, family } = code
  call.login = code.login
  const login = findLogin(code.login) as Login
  return json(
    tokens.issue({ login, clientId: app.clientId, family, scopes: requested.scopes, sendLimit: requested.sendLimit }),
  )
}

export function revokeToken({ context, tokens }: TokenDeps, call: EmulatorCall): RouteResponse {
  const form = readForm(call)
  const app = appOf(context, form)
  if (app === null) return oauthError(401, 'invalid_client', 'Client authentication failed.')
  tokens.revoke(form.get('token') ?? '', app.clientId)
  return json({})
}

function matchesCode(
  { requested, createdAt }: IssuedCode,
  { app, form, now }: { app: OauthApp; form: URLSearchParams; now: number },
): boolean {
  const verifier = form.get('code_verifier') ?? ''
  const challenge =
    requested.challengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return (
    requested.clientId === app.clientId &&
    now - createdAt <= codeMs &&
    form.get('redirect_uri') === requested.redirectUri &&
    (requested.challenge === '' || challenge === requested.challenge)
  )
}

/** OAuth requires a form body. */
function readForm({ bodyText, headers }: EmulatorCall): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
  return new URLSearchParams(isForm ? bodyText : '')
}

function appOf({ oauthApps }: EmulatorContext, form: URLSearchParams): OauthApp | null {
  const app = oauthApps.find(form.get('client_id') ?? '')
  const [sent, expected] = [form.get('client_secret') ?? '', app?.secret ?? ''].map((text) => Buffer.from(hashOf(text)))
  return app !== undefined && timingSafeEqual(sent as Buffer, expected as Buffer) ? app : null
}

function invalidGrant(): RouteResponse {
  return oauthError(
    400,
    'invalid_grant',
    'The grant or refresh token is invalid, expired, revoked, or was issued to another client or redirect address.',
  )
}

function oauthError(status: number, error: string, description: string): RouteResponse {
  return json({ error, error_description: description }, status)
}
