// The operator's console behind a proxy, and a sign-in through the proxy.
import { request } from 'node:https'
import { createConsole } from '../../../server/console/console-app.ts'
import { createCode } from '../../../server/console/one-time-codes.ts'
import { serve } from '../../../server/http/serve.ts'
import { openSqlite } from '../../../server/storage/sqlite.ts'
import { consoleOfEngine } from '../../support/console-of-engine.ts'
import { startEngine } from '../../support/engine.ts'

export interface ConsoleUpstream {
  port: number
  /** The code of a sign-in. */
  code: string
  close(): Promise<void>
}

/** Its address in browsers is `url`. */
export async function startConsoleUpstream(port: number, url: string): Promise<ConsoleUpstream> {
  const engine = await startEngine(await openSqlite(':memory:'))
  const settings = { port, hosts: ['127.0.0.1'], url, oidc: null, twoPersonResolve: false }
  const { deps } = consoleOfEngine(engine, { settings, trustedProxies: ['127.0.0.1'] })
  const listening = await serve(createConsole(deps, 'no-folder'), settings)
  const operator = { kind: 'once', name: 'Kim', role: 'admin', operatorId: null } as const
  return {
    port,
    code: await createCode(deps.database.query, operator, { now: deps.now(), seconds: 60 }),
    async close() {
      await listening.close()
      await engine.close()
    },
  }
}

interface ConsoleAnswer {
  status: number
  /** The Set-Cookie header. */
  cookie: string
  text: string
}

interface ConsoleCall {
  path: string
  /** Sent as JSON by POST. */
  body?: object
  cookie?: string
  host?: string
}

/** As a browser calls the console at `url`, over a proxy on this machine. */
export function callConsole(url: string, { path, body, cookie, host }: ConsoleCall): Promise<ConsoleAnswer> {
  const { port, hostname, origin, host: ownHost } = new URL(url)
  const headers = {
    Host: host ?? ownHost,
    'X-Forwarded-For': '192.0.2.66',
    'Sec-Fetch-Site': 'same-origin',
    ...(body === undefined ? {} : { Origin: origin, 'Content-Type': 'application/json' }),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
  }
  const place = { host: '127.0.0.1', port, path, servername: hostname, rejectUnauthorized: false, agent: false }
  return new Promise((resolve, reject) => {
    const call = request({ ...place, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      const setCookie = response.headers['set-cookie']?.[0] ?? ''
      response.on('end', () => resolve({ status: response.statusCode ?? 0, cookie: setCookie, text }))
    })
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
