// The operator's console as an app in the test's process, over the data of a test server.
import { createConsole } from '../../server/console/console-app.ts'
import type { ConsoleDeps } from '../../server/console/console-deps.ts'
import { insertOperator } from '../../server/console/operators.ts'
import { createSession } from '../../server/console/sessions.ts'
import type { Role } from '../../server/contract/console/role.ts'
import type { AppDeps } from '../../server/routes/route-deps.ts'
import { consoleDeps } from '../../server/serve-console.ts'
import type { TransferDeps } from '../../server/transfers/transfer-deps.ts'

export const consoleUrl = 'http://127.0.0.1:4003'

interface ConsoleResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a response is checked by the test
  body: any
}

interface RequestOptions {
  /** The value of the session cookie. */
  session?: string | undefined
  body?: object | string
  /** Instead of those that the console's page sends. */
  headers?: Record<string, string>
}

export interface TestConsole {
  deps: ConsoleDeps
  request(method: string, path: string, options?: RequestOptions): Promise<ConsoleResponse>
  /** Creates an operator and a session, and returns the value of its cookie. */
  signedIn(role: Role, name?: string): Promise<string>
}

type Given = Pick<AppDeps, 'metrics' | 'openCircuits' | 'trustedProxies' | 'explorerUrl' | 'sealer'> & TransferDeps

/** The console of a test server, or of the engine alone with an `explorerUrl`. */
export function consoleOver(given: Given, parts: Partial<ConsoleDeps> = {}): TestConsole {
  const usual = { port: 4003, hosts: ['127.0.0.1'], url: consoleUrl, oidc: null, twoPersonResolve: false }
  const settings = { ...usual, ...parts.settings }
  const deps = { ...consoleDeps(given, settings), ...parts }
  const app = createConsole(deps, 'no-folder')
  let operators = 0
  return {
    deps,
    async request(method, path, { session, body, headers = {} } = {}) {
      const response = await app.request(`${consoleUrl}${path}`, {
        method,
        headers: {
          host: new URL(consoleUrl).host,
          'sec-fetch-site': 'same-origin',
          ...(method === 'GET' ? {} : { origin: consoleUrl, 'content-type': 'application/json' }),
          ...(session === undefined ? {} : { cookie: `console-session=${session}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
    },
    async signedIn(role, name = `${role} ${++operators}`) {
      const [id, now] = [deps.newId(), deps.now()]
      await insertOperator(deps.database.query, { id, name, role, createdAt: now })
      return createSession(deps.database.query, { id: deps.newId(), operatorId: id, address: '127.0.0.1', now })
    },
  }
}
