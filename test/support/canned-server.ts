// A server whose responses are scripted by the test, down to the bytes.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Responder = (request: IncomingMessage, response: ServerResponse, n: number) => void

export interface CannedServer {
  url: string
  /** Handles all further requests, counted from 0. */
  respondWith(responder: Responder): void
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[]
  close(): Promise<void>
}

export async function startCannedServer(): Promise<CannedServer> {
  let responder: Responder = (_request, response) => response.destroy()
  const requests: CannedServer['requests'] = []
  // With Node's 5 s, a busy machine closes connections on which a request is arriving.
  const server = createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const n = requests.length
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    responder(request, response, n)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respondWith(given) {
      requests.length = 0
      responder = given
    },
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function respondJson(status: number, body: unknown): Responder {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** A response with a complete head, cut off after so many bytes of its body. */
export function cutOff(status: number, body: unknown, bytes: number): Responder {
  return (_request, response) => {
    const whole = Buffer.from(JSON.stringify(body))
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': whole.length })
    response.write(whole.subarray(0, bytes), () => response.destroy())
  }
}

/** A response that ends properly after so many bytes of its body. */
export function shortened(status: number, body: unknown, bytes: number): Responder {
  return respondJson(status, JSON.stringify(body).slice(0, bytes))
}

export const reset: Responder = (request) => request.socket.resetAndDestroy()

/** A complete response as bytes, for tests that change the bytes. */
export function rawHttpResponse(status: number, body: string, headers: string[] = []): string {
  const lines = [`HTTP/1.1 ${status} Canned`, 'Content-Type: application/json', ...headers]
  return `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
