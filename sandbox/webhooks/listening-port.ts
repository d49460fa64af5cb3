// A port of 127.0.0.1 that can be closed and opened again. While it is closed, connections to it are refused.

import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ListeningPort {
  number: number
  /** Rejects if another program has taken the port meanwhile. */
  open(): Promise<void>
  /** Breaks open connections. */
  close(): Promise<void>
}

/** If the preferred port is in use, takes a free one. */
export async function listeningPort(server: Server | TlsServer, preferred: number): Promise<ListeningPort> {
  await listen(server, preferred).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return listen(server, 0)
  })
  const { port } = server.address() as AddressInfo
  return {
    number: port,
    open: () => listen(server, port),
    close: () =>
      new Promise((resolve) => {
        // The callback's error means that the port is closed already.
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server | TlsServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
