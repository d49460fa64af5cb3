// A server behind a proxy, and requests through the proxy.
import { createServer } from 'node:http'
import { request } from 'node:https'
import { createServer as createTcpServer } from 'node:net'

export interface Answer {
  /** What the server received. */
  headers: Record<string, string>
  /** The first part of the body. */
  first: string
}

export interface Upstream {
  port: number
  stop(): void
}

/** Returns the headers of each request. /events sends one event and then never ends. */
export async function startUpstream(): Promise<Upstream> {
  const server = createServer((req, res) => {
    if (req.url === '/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: 1\n\n')
    } else res.end(JSON.stringify(req.headers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const waitMs = 3_000

/** Sends headers that a proxy must replace, and some that it must not log, and returns with the first part of the response. */
export function requestOver(port: number, path: string, { method = 'GET' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const forged = { 'X-Forwarded-For': '192.0.2.66', 'X-Forwarded-Proto': 'http', Host: `localhost:${port}` }
    const secrets = {
      'X-Client-Secret': 'secret-of-the-client',
      Referer: 'https://a.example/?auth_code=secret-of-a-page',
    }
    const headers = { ...forged, ...secrets }
    const options = { host: '127.0.0.1', servername: 'localhost', port, path, method, headers, agent: false }
    const call = request({ ...options, rejectUnauthorized: false, timeout: waitMs }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${method} ${path} returned ${response.statusCode}`))
      response.once('close', () => reject(new Error(`${path} has no body, or none came in time`)))
      response.setEncoding('utf8').once('data', (first: string) => {
        call.destroy()
        resolve({ headers: path === '/' ? (JSON.parse(first) as Record<string, string>) : {}, first })
      })
    })
    call.on('timeout', () => call.destroy(new Error(`no part of ${path} came within ${waitMs} ms`)))
    call.on('error', reject)
    call.end()
  })
}

export async function freePort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
