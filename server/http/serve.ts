// The listening sockets. In the sandbox loopback only, on both families; behind a proxy in production on every interface.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { answerBrokenRequests, refusalResponse, refuseRequest, type TellRefusal } from './refuse-connection.ts'
import type { AppEnv } from './request-context.ts'

const closingLimitMs = 8_000
/** For the line of the request and all headers together. */
const maximumHeaderBytes = 32_768

export interface Listening {
  /** The one that was asked for, or the one that the system chose for 0. */
  port: number
  /** Answers what is under way, takes nothing new, and closes within ten seconds. */
  close(): Promise<void>
}

/** How long a request may take to arrive. Shorter in tests. */
export interface ArrivalLimits {
  headersMs: number
  requestMs: number
  /** How often it is looked. */
  everyMs: number
}
const usualLimits: ArrivalLimits = { headersMs: 10_000, requestMs: 15_000, everyMs: 2_000 }

/** Throws an Error with a sentence when the port is taken. */
export async function serve(
  app: Hono<AppEnv>,
  port: number,
  hosts: readonly string[],
  tell: TellRefusal = () => {},
  { headersMs, requestMs, everyMs }: ArrivalLimits = usualLimits,
): Promise<Listening> {
  let closing = false
  const answer = getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => refusalResponse(tell, error),
  })
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (closing) refuseRequest(response, tell, 'shuttingDown')
    else if (request.headers.host === undefined && request.httpVersion !== '1.0') {
      refuseRequest(response, tell, 'malformedRequest')
    } else answer(request, response)
  }
  const servers: Server[] = []
  for (const host of hosts) {
    const server = createServer(
      {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: everyMs,
        keepAliveTimeout: 5_000,
        maxHeaderSize: maximumHeaderBytes,
        requireHostHeader: false,
      },
      listener,
    )
    answerBrokenRequests(server, tell)
    if (await listen(server, port, host)) servers.push(server)
  }
  const address = servers[0]?.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      closing = true
      await Promise.all(servers.map(close))
    },
  }
}

/** False where the machine has no such address family. */
function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`))
      else reject(error)
    })
    server.listen(port, host, () => resolve(true))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 200)
    const limit = setTimeout(() => server.closeAllConnections(), closingLimitMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(limit)
      resolve()
    })
  })
}
