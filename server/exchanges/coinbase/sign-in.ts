// Sign-in on Coinbase's page: OAuth 2 with PKCE. Each refresh token can be used once.

import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { ofText } from '../../contract/length-checks.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { callHttp } from '../http-call.ts'
import type { AdapterSettings } from '../kit/adapter-settings.ts'
import type { Credentials, RedirectResponse, SignInRedirect, SignInResult } from '../sign-in.ts'

export interface OAuthClient {
  clientId: string
  clientSecret: string
}

const scopes = [
  'wallet:user:read',
  'wallet:accounts:read',
  'wallet:transactions:read',
  'wallet:transactions:send',
  'offline_access',
]
const pageSeconds = 600
const Tokens = z.object({
  access_token: z.string().min(1, ofText),
  refresh_token: z.string().min(1, ofText).optional(),
})
const TokenError = z.object({ error: z.string() })

export function coinbaseSignIn({ clientId, clientSecret }: OAuthClient, { baseUrl, timeouts }: AdapterSettings) {
  const base = baseUrl ?? 'https://login.coinbase.com'

  /** Null if the grant is no longer valid. Throws an ExchangeFailure. */
  async function requestTokens(grant: Record<string, string>): Promise<Credentials | null> {
    const form = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
    const timeoutMs = timeouts?.readMs ?? 15_000
    const result = await callHttp({ method: 'POST', url: `${base}/oauth2/token`, form, timeoutMs })
    if (result.kind === 'broken' && result.reason === 'timeout') throw new ExchangeFailure('timeout')
    if (result.kind !== 'response') throw new ExchangeFailure('unreachable')
    const { response } = result
    const tokens = Tokens.safeParse(response.body)
    if (response.status === 200 && tokens.success) {
      const { access_token: accessToken, refresh_token: refreshToken } = tokens.data
      return { accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) }
    }
    if (TokenError.safeParse(response.body).data?.error === 'invalid_grant' && response.status < 500) return null
    throw new ExchangeFailure(response.status === 429 ? 'rateLimited' : 'unavailable')
  }

  return {
    begin({ url: redirectUri, state }: SignInRedirect): SignInResult {
      const verifier = randomBytes(48).toString('base64url')
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(','),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Coinbase requires a code for every send above this limit.
        'meta[send_limit_amount]': '1',
        'meta[send_limit_currency]': 'USD',
        'meta[send_limit_period]': 'day',
      })
      const pending = { verifier, redirectUri }
      return { state: 'redirect', pending, url: `${base}/oauth2/auth?${query}`, expiresInSeconds: pageSeconds }
    },
    /** Null for a code that is no longer valid, or from another issuer. Throws an ExchangeFailure. */
    async tokensFor(pending: Credentials, { code, issuer }: RedirectResponse): Promise<Credentials | null> {
      if (issuer !== '' && new URL(base).origin !== URL.parse(issuer)?.origin) return null
      const { verifier = '', redirectUri = '' } = pending
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      return requestTokens(grant)
    },
    /** Throws an ExchangeFailure, `signInEnded` if the user has to sign in again. */
    async renew({ refreshToken }: Credentials): Promise<Credentials> {
      if (refreshToken === undefined) throw new ExchangeFailure('signInEnded')
      const tokens = await requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })
      if (tokens === null) throw new ExchangeFailure('signInEnded')
      return tokens
    },
  }
}
