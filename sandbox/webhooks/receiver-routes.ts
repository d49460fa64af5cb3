// The page of the receiver and the calls of its script. Only this machine and the page itself may use them.

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequest, ExchangeError } from '../exchange/exchange-error.ts'
import {
  errorResponse,
  json,
  type Route,
  type RouteResponse,
  readBody,
  refuseForeignRequests,
  route,
  send,
} from '../exchange/http.ts'
import { isMode, modes } from './mode.ts'
import type { Receiver } from './receiver.ts'
import { receiverPage } from './receiver-page.ts'

/** Handles every request to the page's port. */
export function receiverRoutes(receiver: Receiver, apiUrl: string) {
  const routes = [...pageRoutes(receiver, apiUrl), ...actionRoutes(receiver)]
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    send(response, await respond(routes, request).catch(errorResponse))
  }
}

async function respond(routes: Route[], request: IncomingMessage): Promise<RouteResponse> {
  refuseForeignRequests(request)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const found = routes.find(({ method, pattern }) => method === request.method && pattern.test({ pathname }))
  if (found === undefined) throw new ExchangeError(404, 'not_found', 'Not found.')
  const body = await readBody(request)
  return found.respond({ request, path: pathname, params: {}, query: searchParams, body })
}

function pageRoutes({ urls }: Receiver, apiUrl: string): Route[] {
  const file = (path: string, type: string) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    return () => ({ status: 200, type: `${type}; charset=utf-8`, text })
  }
  const page = receiverPage({ urls, apiUrl }).text
  return [
    route('GET /', () => ({ status: 200, type: 'text/html; charset=utf-8', text: page })),
    route('GET /style.css', file('../exchange/style.css', 'text/css')),
    route('GET /receiver.css', file('receiver.css', 'text/css')),
    route('GET /receiver.js', file('receiver.js', 'text/javascript')),
  ]
}

function actionRoutes({ log, secrets, mode, setMode, urls }: Receiver): Route[] {
  return [
    route('GET /state', ({ query }) =>
      json({ mode: mode(), urls, secrets: secrets.count(), requests: log.after(Number(query.get('after') ?? 0)) }),
    ),
    route('PUT /mode', async ({ body }) => {
      if (!isMode(body.mode)) throw badRequest(`mode must be one of ${modes.join(', ')}.`)
      await setMode(body.mode).catch((error: Error) => {
        throw new ExchangeError(409, 'port_in_use', `The receiver stays down: ${error.message}.`)
      })
      return json({ mode: mode() })
    }),
    route('POST /secrets', ({ body }) => {
      const isAdded = typeof body.secret === 'string' && secrets.add(body.secret)
      if (!isAdded) throw badRequest('secret must be the secret of a webhook endpoint: whsec_ and the key in base64.')
      return json({ secrets: secrets.count() })
    }),
    route('DELETE /secrets', () => {
      secrets.clear()
      return json({ secrets: 0 })
    }),
    route('DELETE /requests', () => {
      log.clear()
      return json({})
    }),
  ]
}
