// One HTTP request to a receiver. Redirects are not followed: node:http returns them as responses.

import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Transport } from './transports.ts'
import type { ClientCertificate } from './webhook-secrets.ts'

export class PostFailure extends Error {
  readonly reason: 'refused' | 'timeout' | 'tls'
  /** The connection had been idle before this request. */
  readonly wasIdleConnection: boolean

  constructor(reason: PostFailure['reason'], { wasIdleConnection = false } = {}) {
    super(`the webhook was not delivered: ${reason}`)
    this.name = 'PostFailure'
    this.reason = reason
    this.wasIdleConnection = wasIdleConnection
  }
}

/** A receiver could send them without end. */
const mostInformational = 16

interface Attempt {
  url: URL
  headers: Record<string, string>
  body: string
  clientCertificate: ClientCertificate | undefined
  transport: Transport
  connectMs: number
  newConnection?: boolean
}

/** Resolves with the response's head. Throws PostFailure. */
export function sendRequest(attempt: Attempt, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (reason: PostFailure['reason'], { wasIdleConnection = false } = {}) =>
      reject(new PostFailure(reason, { wasIdleConnection }))
    const request = openRequest(attempt, signal)
    if (request === null) return fail('tls')
    const connection = watchConnection(request, attempt)
    request.once('response', resolve)
    let informational = 0
    request.on('information', () => {
      if (++informational <= mostInformational) return
      fail('refused')
      request.destroy()
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const wasIdleConnection = request.reusedSocket && !signal.aborted
      fail(connection.failureOf(error), { wasIdleConnection })
    })
    // A response that only switches protocols emits no error.
    request.once('close', () => fail('refused'))
    request.end(attempt.body)
  })
}

/** Null if the client certificate or its key cannot be read. */
function openRequest({ url, headers, body, transport, ...attempt }: Attempt, signal: AbortSignal) {
  const { clientCertificate, newConnection = false } = attempt
  try {
    return transport.request(url, {
      ...transport.options,
      method: 'POST',
      headers: { 'user-agent': 'transfer-link', ...headers, 'content-length': Buffer.byteLength(body) },
      agent: newConnection ? transport.newAgent() : transport.agent,
      ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
      signal,
    })
  } catch {
    return null
  }
}

/** Ends the request if there is no connection in time, and classifies its errors. */
function watchConnection(request: ClientRequest, { url, connectMs }: Attempt) {
  let phase: 'connecting' | 'handshake' | 'connected' = 'connecting'
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    request.destroy()
  }, connectMs)
  const connected = () => {
    phase = 'connected'
    clearTimeout(timer)
  }
  request.once('socket', (socket) => {
    if (request.reusedSocket) return connected()
    const isTls = url.protocol === 'https:'
    const begun = () => {
      if (isTls) phase = 'handshake'
      else connected()
    }
    // Through a proxy, the socket is connected before the request has it.
    if (socket.connecting) socket.once('connect', begun)
    else begun()
    socket.once('secureConnect', connected)
  })
  request.once('close', () => clearTimeout(timer))
  return {
    failureOf({ code = '' }: NodeJS.ErrnoException): PostFailure['reason'] {
      if (isLate || code === 'ETIMEDOUT') return 'timeout'
      // With TLS 1.3 a receiver refuses a client certificate after the handshake.
      return phase === 'handshake' || /^ERR_(SSL|TLS|OSSL)_/.test(code) ? 'tls' : 'refused'
    },
  }
}
