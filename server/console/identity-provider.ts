// Sign-in at an identity provider by OpenID Connect. openid-client is loaded with the first sign-in.

import type * as openid from 'openid-client'
import { cached } from '../cache/cached.ts'
import type { OidcSettings } from '../config-values.ts'
import type { OidcProblem } from '../contract/console/sign-in.ts'
import type { Claims } from './operator-claims.ts'

/** Why a sign-in at the identity provider failed. `code`: an error code of the protocol, for the log. */
export class OidcError extends Error {
  readonly problem: OidcProblem
  readonly code: string

  constructor(problem: OidcProblem, code = '') {
    super(`The sign-in failed: ${problem}`)
    this.name = 'OidcError'
    this.problem = problem
    this.code = code
  }
}

interface BegunSignIn {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

export interface SignedInSubject {
  issuer: string
  subject: string
  claims: Claims
  /** When the operator has entered the credentials at the provider. Null if the provider does not state it. */
  authenticatedAt: Date | null
}

export interface IdentityProvider {
  /** Throws an OidcError. `maxAgeSeconds`: an older sign-in at the provider does not count. */
  begin(given: { maxAgeSeconds?: number }): Promise<BegunSignIn & { url: string }>
  /** `url`: to which the provider has redirected the browser. Throws an OidcError. */
  finish(url: URL, begun: BegunSignIn): Promise<SignedInSubject>
}

const discoveryMs = { freshMs: 3_600_000, usableMs: 86_400_000 }
const timeoutSeconds = 10
const clockToleranceSeconds = 30

export function identityProvider(
  settings: OidcSettings,
  { redirectUrl, now }: { redirectUrl: string; now(): Date },
): IdentityProvider {
  const load = async () => {
    const client = await import('openid-client')
    return { client, server: await discover(client, settings) }
  }
  const loaded = cached(load, { now, ...discoveryMs })
  return {
    begin: ({ maxAgeSeconds }) =>
      withoutForeignErrors(async () => {
        const { client, server } = await loaded()
        const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
        const url = client.buildAuthorizationUrl(server, {
          ...{ redirect_uri: redirectUrl, scope: scopeOf(server, settings), state, nonce },
          ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
          ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
        })
        return { url: url.href, state, nonce, verifier }
      }),
    finish: (url, { state, nonce, verifier }) =>
      withoutForeignErrors(async () => {
        const { client, server } = await loaded()
        if (url.searchParams.get('state') !== state) throw new OidcError('wrongState')
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await client.authorizationCodeGrant(server, url, checks)
        const stated = tokens.claims()
        if (stated === undefined) throw new OidcError('failed')
        const { auth_time: at } = stated
        const more = await moreClaims(client, server, { settings, stated, accessToken: tokens.access_token })
        const authenticatedAt = at === undefined ? null : new Date(at * 1_000)
        return { issuer: stated.iss, subject: stated.sub, claims: { ...more, ...stated }, authenticatedAt }
      }),
  }
}

function discover(client: typeof openid, { issuer, clientId, clientSecret }: OidcSettings) {
  const { allowInsecureRequests, enableNonRepudiationChecks } = client
  const isInsecure = new URL(issuer).protocol === 'http:'
  const authenticate: openid.ClientAuth = (metadata, ...rest) => {
    const acceptsPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    const method = acceptsPost ? client.ClientSecretPost : client.ClientSecretBasic
    method(clientSecret)(metadata, ...rest)
  }
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds }
  return client.discovery(new URL(issuer), clientId, metadata, authenticate, {
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    timeout: timeoutSeconds,
  })
}

/** Some providers require a scope that is called like the claim. Others refuse scopes that they do not have. */
function scopeOf(server: openid.Configuration, { roles }: OidcSettings): string {
  const supported = server.serverMetadata().scopes_supported ?? []
  const claims = roles.map(({ claim }) => claim).filter((claim) => supported.includes(claim))
  return [...new Set(['openid', 'profile', 'email', ...claims])].join(' ')
}

/** Providers may leave claims out of the ID token, and return them to a request with the access token. */
async function moreClaims(
  client: typeof openid,
  server: openid.Configuration,
  { settings, stated, accessToken }: { settings: OidcSettings; stated: openid.IDToken; accessToken: string },
): Promise<Claims> {
  const isComplete = settings.roles.every(({ claim }) => claim in stated) && 'email' in stated
  if (isComplete || server.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(server, accessToken, stated.sub)
}

async function withoutForeignErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OidcError ? error : oidcErrorOf(error)
  }
}

/** Texts of the provider are left out: they may name the operator. */
function oidcErrorOf(error: unknown): OidcError {
  const { name, error: reason, code, status } = error as Record<string, unknown>
  const word = [reason, code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each))
  return new OidcError(problemOf({ name, reason, code, status }), String(word ?? ''))
}

function problemOf({ name, reason, code, status }: Record<string, unknown>): OidcProblem {
  if (name === 'AuthorizationResponseError' && reason === 'access_denied') return 'denied'
  const isUnable = reason === 'temporarily_unavailable' || reason === 'server_error'
  const isBroken = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || name === 'TypeError'
  if (isUnable || isBroken || Number(status) >= 500) return 'unavailable'
  if (name === 'WWWAuthenticateChallengeError' || isMisconfigured.has(String(reason))) return 'refused'
  return 'failed'
}

const isMisconfigured = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_request',
  'unsupported_response_type',
])
