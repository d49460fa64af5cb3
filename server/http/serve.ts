// The listening sockets.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { closingServer } from './closing-server.ts'
import { type ConnectionGuard, guardConnections } from './guard-connections.ts'
import { type LogRefusedRequest, refuseBrokenRequests, refuseRequest, responseBeforeApp } from './refuse-connection.ts'

/** For the line of the request and all headers together. */
const maximumHeaderBytes = 32_768

export interface Listening {
  /** The requested port, or the one that the system chose for 0. */
  port: number
  /** Stops accepting connections, finishes in-flight requests and closes within ten seconds. */
  close(): Promise<void>
}

/** Limits on the arrival of a request and on its connection. Smaller in tests. */
export interface ConnectionLimits extends ConnectionGuard {
  headersMs: number
  requestMs: number
}
const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  writeMs: 30_000,
  connections: 5_000,
  everyMs: 2_000,
}

/** The port is in use, or the machine has none of the addresses. */
export class CannotListen extends Error {}

interface ListenOptions {
  port: number
  hosts: readonly string[]
  logRefusedRequest?: LogRefusedRequest
  limits?: Partial<ConnectionLimits> | undefined
}

/** A Hono app. */
interface Served {
  fetch(request: Request, env: unknown): Response | Promise<Response>
}

/** Throws CannotListen. */
export async function serve(
  app: Served,
  { port, hosts, logRefusedRequest = () => {}, limits = {} }: ListenOptions,
): Promise<Listening> {
  const { headersMs, requestMs, ...guard } = { ...defaultConnectionLimits, ...limits }
  const respond = getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => responseBeforeApp(logRefusedRequest, error),
  })
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const hosts = hostsIn(request)
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
      refuseRequest(response, logRefusedRequest, 'malformedRequest')
    } else respond(request, response)
  }
  const servers: { server: Server; close(): Promise<void> }[] = []
  for (const host of hosts) {
    const server = createServer(
      {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: guard.everyMs,
        // Longer than a proxy keeps an idle connection, usually 60 s. Otherwise the proxy may send a request on a connection that this
        // server is closing, and the request fails.
        keepAliveTimeout: 75_000,
        maxHeaderSize: maximumHeaderBytes,
        requireHostHeader: false,
      },
      listener,
    )
    refuseBrokenRequests(server, logRefusedRequest)
    guardConnections(server, guard, logRefusedRequest)
    const close = closingServer(server)
    if (await listen(server, port, host)) servers.push({ server, close })
  }
  if (servers.length === 0) {
    throw new CannotListen(`This machine has no address ${hosts.join(' or ')}. Set HOST to one that it has.`)
  }
  const address = servers[0]?.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      await Promise.all(servers.map(({ close }) => close()))
    },
  }
}

/** Counts Host headers. With two, a proxy and this server may each use a different one. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') found++
  }
  return found
}

/** Returns false if the machine does not have this address family. */
function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else if (error.code === 'EADDRINUSE')
        reject(new CannotListen(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`))
      else reject(error)
    })
    server.listen(port, host, () => resolve(true))
  })
}
