// Responses to input that never becomes a request of the app, such as invalid HTTP, endless headers or a missing body: JSON with a
// request id. Node's default responses have no body.

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorData, type ErrorType } from '../contract/errors.ts'
import { errorBody, httpOf } from './error-bodies.ts'

const types: Record<string, ErrorType> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
}

/** For the log: each response sent here, with its request id, and how many connections were closed without a response. */
export type LogRefusedRequest = (
  fields: { requestId: string; status: number; errorType: ErrorType } | { droppedConnections: number },
) => void

/** Responds to a request before it reaches the app. */
export function refuseRequest(response: ServerResponse, logRefused: LogRefusedRequest, type: ErrorType): void {
  const { status, headers, body } = createErrorResponse(logRefused, type)
  response.writeHead(status, headers).end(body)
}

/** For a request that cannot be passed to the app, such as one with an invalid URL. */
export function responseBeforeApp(logRefused: LogRefusedRequest, error: unknown): Response {
  const isUnreadable = error instanceof Error && error.name === 'RequestError'
  const { status, headers, body } = createErrorResponse(logRefused, isUnreadable ? 'malformedRequest' : 'internalError')
  return new Response(body, { status, headers })
}

/** Responds with a body where Node would send none, on every connection of the server. */
export function refuseBrokenRequests(server: Server, logRefused: LogRefusedRequest): void {
  const running = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  server.on('request', (request, response) => {
    running.set(request.socket, { request, response })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const end = () => {
      if (socket.writable)
        socket.end(errorResponseText(logRefused, types[error.code ?? ''] ?? 'malformedRequest'), () => socket.destroy())
      else socket.destroy()
    }
    const { request, response } = running.get(socket) ?? {}
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (request === undefined || response === undefined || response.writableFinished) end()
    // The invalid input follows a request that is still in progress. Its response must come second.
    else if (request.complete) response.once('close', end)
    else if (response.headersSent) socket.destroy()
    else end()
  })
  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_request, socket) => {
    socket.end(errorResponseText(logRefused, 'methodNotAllowed', { allow: 'GET, HEAD, POST, DELETE', hint: '' }))
  })
  // An unknown expectation is no reason to refuse the request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function createErrorResponse(logRefused: LogRefusedRequest, type: ErrorType, data: ErrorData = {}) {
  const requestId = randomUUID()
  const error = new ApiError(type, type === 'internalError' ? { requestId } : data)
  const body = JSON.stringify(errorBody('envelope', error, requestId))
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  }
  if (type === 'methodNotAllowed') headers.Allow = String(data.allow)
  const status = httpOf(type)
  logRefused({ requestId, status, errorType: type })
  return { status, headers, body }
}

function errorResponseText(logRefused: LogRefusedRequest, type: ErrorType, data: ErrorData = {}): string {
  const { status, headers, body } = createErrorResponse(logRefused, type, data)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
