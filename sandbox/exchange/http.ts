// A small HTTP layer: routes, JSON bodies, errors, and checks that refuse other machines and foreign pages.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { badRequest, ExchangeError } from './exchange-error.ts'

export interface Call {
  request: IncomingMessage
  path: string
  params: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
}

export interface RouteResponse {
  status: number
  type: string
  text: string
  /** The call was carried out, but its response never arrives. */
  isLost?: boolean
  /** Headers in addition to the default ones, or in their place. */
  headers?: Record<string, string>
}

export type Respond = (call: Call) => RouteResponse | Promise<RouteResponse>

export interface Route {
  method: string
  pattern: URLPattern
  respond: Respond
}

const maximumBodyBytes = 64_000
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

export function route(methodAndPath: string, respond: Respond): Route {
  const [method = '', pathname = ''] = methodAndPath.split(' ')
  return { method, pattern: new URLPattern({ pathname }), respond }
}

export function json(body: unknown, status = 200): RouteResponse {
  return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) }
}

export function errorResponse(error: unknown): RouteResponse {
  if (error instanceof ExchangeError) {
    const { status, code, message, details } = error
    return json({ error: { code, message, ...details } }, status)
  }
  console.error(error)
  return json({ error: { code: 'internal_error', message: 'Something went wrong here.' } }, 500)
}

/** The body, or '' if there is none. */
export async function readText(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD') return ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumBodyBytes) throw new ExchangeError(413, 'too_large', 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readText(request)
  if (text === '') return {}
  // A page can send other content types across origins without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ExchangeError(415, 'unsupported_type', 'The content type must be application/json.')
  }
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // The error below also covers a body that is JSON but no object.
  }
  throw badRequest('The body must be a JSON object.')
}

/** Refuses DNS rebinding, which has a foreign Host header, and pages of other sites, which have a foreign Origin. */
export function refuseForeignRequests(request: IncomingMessage): void {
  const { host, origin } = request.headers
  if (!loopbackNames.has(URL.parse(`http://${host}`)?.hostname ?? '')) {
    throw new ExchangeError(403, 'forbidden', 'Only this machine may call this exchange.')
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ExchangeError(403, 'forbidden', 'Pages of another origin may not call this exchange.')
  }
}

export function send(serverResponse: ServerResponse, response: RouteResponse): void {
  serverResponse.writeHead(response.status, {
    'content-type': response.type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...response.headers,
  })
  serverResponse.end(response.text)
}

/** Sends half of the response, then breaks the connection. */
export function sendHalf(serverResponse: ServerResponse, { status, type, text }: RouteResponse): void {
  const bytes = Buffer.from(text)
  serverResponse.writeHead(status, { 'content-type': type, 'content-length': bytes.length })
  serverResponse.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => serverResponse.destroy())
}

/** In milliseconds. With Node's 5 s, a busy machine closes connections while a request is on its way. */
const keepAliveTimeout = 75_000

/** Listens on 127.0.0.1 and, if the machine has it, on ::1. Port 0 picks a free port. */
export async function listenOnLoopback(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<{ port: number; close(): void }> {
  const servers = [await listen(createServer({ keepAliveTimeout }, listener), port, '127.0.0.1')]
  const boundPort = ((servers[0] as Server).address() as AddressInfo).port
  try {
    servers.push(await listen(createServer({ keepAliveTimeout }, listener), boundPort, '::1'))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT' && !(port === 0 && code === 'EADDRINUSE')) throw error
  }
  const close = () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  return { port: boundPort, close }
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}
