// A real identity provider on loopback, and a browser of a few lines that signs in there.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { OidcSettings } from '../../server/config-values.ts'

export interface TestIdentityProvider {
  issuer: string
  settings: OidcSettings
  /** The claims of an account, by its login. They may change between sign-ins. */
  accounts: Map<string, Record<string, unknown>>
  stop(): Promise<void>
  /** Follows an address of the provider as `login` until it redirects elsewhere. Returns that address. */
  signIn(url: string, login: string, cookies?: Cookies): Promise<URL>
  /** As the above, but cancels. */
  decline(url: string): Promise<URL>
}

/** A browser's cookies at the provider. */
export type Cookies = Map<string, string>

const clientSecret = 'secret-of-the-console-at-the-provider-0123'

export async function startIdentityProvider(redirectUrl: string): Promise<TestIdentityProvider> {
  const accounts = new Map<string, Record<string, unknown>>()
  const server = createServer()
  const issuer = await listen(server)
  const provider = withoutAdvice(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: 'console',
            client_secret: clientSecret,
            redirect_uris: [redirectUrl],
            grant_types: ['authorization_code'],
          },
        ],
        claims: { openid: ['sub'], profile: ['groups', 'preferred_username'], email: ['email'] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, ...accounts.get(id) }),
        }),
        features: { devInteractions: { enabled: true } },
        pkce: { required: () => true },
        cookies: { keys: ['a key of the test'] },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      }),
  )
  server.on('request', provider.callback())
  const roles = [
    { role: 'admin', claim: 'groups', value: 'tl-admins' },
    { role: 'operator', claim: 'groups', value: 'support' },
  ] as const
  return {
    issuer,
    accounts,
    settings: { issuer, clientId: 'console', clientSecret, roles },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    signIn: (url, login, cookies = new Map()) => follow(url, cookies, (page) => submit(page, login)),
    decline: (url) => follow(url, new Map(), (page) => /href="([^"]+\/abort)"/.exec(page)?.[1] ?? ''),
  }

  async function follow(
    from: string,
    cookies: Cookies,
    answer: (page: string) => string | { action: string; body: URLSearchParams },
  ): Promise<URL> {
    let [url, body] = [new URL(from), undefined as URLSearchParams | undefined]
    for (let request = 0; request < 15 && url.origin === issuer; request++) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie },
        ...(body === undefined ? {} : { method: 'POST', body }),
      })
      for (const set of response.headers.getSetCookie()) cookies.set(...pairOf(set))
      const location = response.headers.get('location')
      const page = await response.text()
      const next = location ?? answer(page)
      if (next === '') throw new Error(`The provider answered ${response.status}: ${page.slice(0, 500)}`)
      body = typeof next === 'string' ? undefined : next.body
      url = new URL(typeof next === 'string' ? next : next.action, url)
    }
    return url
  }
}

/** The provider warns of a configuration for tests. */
function withoutAdvice<Result>(work: () => Result): Result {
  const { warn } = console
  console.warn = () => {}
  try {
    return work()
  } finally {
    console.warn = warn
  }
}

function submit(page: string, login: string) {
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
  const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
  return action === '' ? '' : { action, body: new URLSearchParams({ prompt, login, password: 'any' }) }
}

function pairOf(set: string): [string, string] {
  const [pair = ''] = set.split(';')
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
