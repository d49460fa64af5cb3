// Access and refresh tokens. A refresh token works once. If it is used again, every token of its sign-in is revoked.

import type { ExchangeDatabase } from '../../database.ts'
import { ExchangeError } from '../../exchange-error.ts'
import { findLogin, type Login } from '../../logins.ts'
import { hashOf, secret } from './oauth-attempts.ts'
import type { SendLimit } from './scopes.ts'

export interface Grant {
  login: Login
  clientId: string
  family: string
  scopes: string[]
  sendLimit: SendLimit
}

export interface OauthTokens {
  issue(grant: Grant): Record<string, unknown>
  /** Throws invalid_token, expired_token, revoked_token. */
  grantOf(accessToken: string): Grant
  /** Null if the refresh token is no longer valid. */
  refresh(refreshToken: string, clientId: string): Record<string, unknown> | null
  revokeFamily(family: string): void
  /** Revokes by any of the tokens. An unknown token counts as revoked. */
  revoke(token: string, clientId: string): void
}

const accessSeconds = 3600
const refreshSeconds = 547 * 24 * 3600

interface Row {
  kind: 'access' | 'refresh'
  family: string
  client_id: string
  login: string
  scopes: string
  send_limit: string
  spent: number
  expires_at: number
}

export function createOauthTokens(database: ExchangeDatabase, now: () => number): OauthTokens {
  const find = database.prepare<[string], Row>('select * from oauth_token where hash = ?')
  const insert = database.prepare('insert into oauth_token values (?, ?, ?, ?, ?, ?, ?, 0, ?)')
  const spend = database.prepare('update oauth_token set spent = 1 where hash = ?')
  const spendFamily = database.prepare('update oauth_token set spent = 1 where family = ?')

  const make = ({ family, clientId, login, scopes, sendLimit }: Grant, kind: Row['kind'], seconds: number) => {
    const token = secret()
    const expiresAt = now() + seconds * 1000
    insert.run(
      hashOf(token),
      kind,
      family,
      clientId,
      login.name,
      scopes.join(' '),
      JSON.stringify(sendLimit),
      expiresAt,
    )
    return token
  }
  const issue = (grant: Grant) => {
    const isLasting = grant.scopes.includes('offline_access') && grant.login.hasNoRefreshToken !== true
    return {
      access_token: make(grant, 'access', accessSeconds),
      token_type: 'bearer',
      expires_in: accessSeconds,
      ...(isLasting ? { refresh_token: make(grant, 'refresh', refreshSeconds) } : {}),
      scope: grant.scopes.join(' '),
    }
  }
  return {
    issue: database.transaction(issue),
    grantOf: (token) => {
      const row = find.get(hashOf(token))
      if (row?.kind !== 'access') throw new ExchangeError(401, 'invalid_token', 'The access token is invalid.')
      if (row.spent === 1) throw new ExchangeError(401, 'revoked_token', 'The access token was revoked.')
      if (row.expires_at <= now()) throw new ExchangeError(401, 'expired_token', 'The access token expired.')
      return toGrant(row)
    },
    refresh: database.transaction((token: string, clientId: string) => {
      const row = find.get(hashOf(token))
      if (row?.kind !== 'refresh' || row.client_id !== clientId || row.expires_at <= now()) return null
      if (row.spent === 1) {
        spendFamily.run(row.family)
        return null
      }
      spend.run(hashOf(token))
      return issue(toGrant(row))
    }),
    revokeFamily: (family) => void spendFamily.run(family),
    revoke: (token, clientId) => {
      const row = find.get(hashOf(token))
      if (row?.client_id === clientId) spendFamily.run(row.family)
    },
  }
}

function toGrant(row: Row): Grant {
  return {
    login: findLogin(row.login) as Login,
    clientId: row.client_id,
    family: row.family,
    scopes: row.scopes.split(' '),
    sendLimit: JSON.parse(row.send_limit) as SendLimit,
  }
}
