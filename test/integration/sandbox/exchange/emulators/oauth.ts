// An application of OAuth and its user's window, as far as a test needs them.
import { createHash, randomBytes } from 'node:crypto'
import { seededApp } from '../../../../../sandbox/exchange/emulators/coinbase/oauth-apps.ts'
import { redirectUri, type TestExchange } from '../../../../support/test-exchange.ts'

export const allScopes = [
  'wallet:user:read',
  'wallet:accounts:read',
  'wallet:transactions:read',
  'wallet:transactions:send',
  'offline_access',
]
const state = 'a state that nobody guesses & with=signs'

export interface Shown {
  status: number
  text: string
  location: URL | null
}

export interface SignIn {
  verifier: string
  /** The page that the window shows. */
  shown: Shown
  /** Fills the form in that leads to this step. */
  submit(step: string, fields: Record<string, string>): Promise<Shown>
}

export async function beginSignIn(sandbox: TestExchange, more: Record<string, string> = {}): Promise<SignIn> {
  const base = `${sandbox.url}/emulators/coinbase/oauth2`
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: seededApp.clientId,
    redirect_uri: redirectUri,
    scope: allScopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  const shown = await show(await fetch(`${base}/auth?${query}`, { redirect: 'manual' }))
  const attempt = /name="attempt" value="([0-9a-f]+)"/.exec(shown.text)?.[1] ?? ''
  return {
    verifier,
    shown,
    submit: async (step, fields) => {
      const body = new URLSearchParams({ attempt, ...fields })
      return show(await fetch(`${base}/${step}`, { method: 'POST', body, redirect: 'manual' }))
    },
  }
}

export async function callToken(sandbox: TestExchange, fields: Record<string, string>, path = 'token') {
  const { clientId, secret } = seededApp
  const body = new URLSearchParams({ client_id: clientId, client_secret: secret, ...fields })
  const response = await fetch(`${sandbox.url}/emulators/coinbase/oauth2/${path}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

export function exchangeCode(sandbox: TestExchange, code: string, verifier: string, more: Record<string, string> = {}) {
  const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  return callToken(sandbox, { ...grant, code, code_verifier: verifier, ...more })
}

/** The whole sign-in up to the tokens, for a login with a password alone. */
export async function tokensOf(sandbox: TestExchange, username: string, more: Record<string, string> = {}) {
  const signIn = await beginSignIn(sandbox, more)
  await signIn.submit('sign-in', { username, password: 'pass_good' })
  const { location } = await signIn.submit('consent', { answer: 'allow' })
  const { body } = await exchangeCode(sandbox, location?.searchParams.get('code') ?? '', signIn.verifier)
  return body as { access_token: string; refresh_token: string; scope: string }
}

export function isState(location: URL | null): boolean {
  return location?.searchParams.get('state') === state
}

async function show(response: Response): Promise<Shown> {
  const location = response.headers.get('location')
  return {
    status: response.status,
    text: await response.text(),
    location: location === null ? null : new URL(location),
  }
}
