// What never becomes a request of the app - broken HTTP, headers without end, a body that does not come - is answered like
// everything else: JSON with a request id. Node's own answers to these have no body.

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorData, type ErrorType } from '../contract/errors.ts'
import { errorBody, httpOf } from './error-bodies.ts'

const types: Record<string, ErrorType> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
}

/** For the log: every response given here, by its request id, and how many connections were closed without one. */
export type TellRefusal = (
  fields: { requestId: string; status: number; errorType: ErrorType } | { droppedConnections: number },
) => void

/** Answers a request before the app sees it. */
export function refuseRequest(response: ServerResponse, tell: TellRefusal, type: ErrorType): void {
  const { status, headers, body } = refusal(tell, type)
  response.writeHead(status, headers).end(body)
}

/** For a request that could not even be given to the app, such as one with an address that is none. */
export function refusalResponse(tell: TellRefusal, error: unknown): Response {
  const isUnreadable = error instanceof Error && error.name === 'RequestError'
  const { status, headers, body } = refusal(tell, isUnreadable ? 'malformedRequest' : 'internalError')
  return new Response(body, { status, headers })
}

/** Answers on every connection of the server what Node would answer without a body. */
export function answerBrokenRequests(server: Server, tell: TellRefusal): void {
  const running = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  server.on('request', (request, response) => {
    running.set(request.socket, { request, response })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const end = () => {
      if (socket.writable)
        socket.end(refusalText(tell, types[error.code ?? ''] ?? 'malformedRequest'), () => socket.destroy())
      else socket.destroy()
    }
    const { request, response } = running.get(socket) ?? {}
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (request === undefined || response === undefined || response.writableFinished) end()
    // The broken part is another request behind one that is still being answered: two answers must not change places.
    else if (request.complete) response.once('close', end)
    else if (response.headersSent) socket.destroy()
    else end()
  })
  // Without a listener Node closes the connection without a word.
  server.on('connect', (_request, socket) => {
    socket.end(refusalText(tell, 'methodNotAllowed', { allow: 'GET, HEAD, POST, DELETE', hint: '' }))
  })
  // An expectation that nobody knows is no reason to refuse what follows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function refusal(tell: TellRefusal, type: ErrorType, data: ErrorData = {}) {
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
  tell({ requestId, status, errorType: type })
  return { status, headers, body }
}

function refusalText(tell: TellRefusal, type: ErrorType, data: ErrorData = {}): string {
  const { status, headers, body } = refusal(tell, type, data)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
