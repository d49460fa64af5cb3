// Limits on connections and what each may hold. A client that does not read its response is disconnected. An event stream whose
// client reads may be silent for any time.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { LogRefusedRequest } from './refuse-connection.ts'

export interface ConnectionGuard {
  /** How long a response may wait for its client to read. */
  writeMs: number
  /** Further connections are closed immediately. */
  connections: number
  /** How often it is checked. */
  everyMs: number
}

/** Call this before the server listens. */
export function guardConnections(server: Server, guard: ConnectionGuard, logRefused: LogRefusedRequest): void {
  const sockets = new Set<Socket>()
  /** For sockets with unsent bytes: how many bytes the client has read, and since when that number is unchanged. */
  const progress = new Map<Socket, { sent: number; at: number }>()
  let droppedConnections = 0
  server.maxConnections = guard.connections
  server.on('drop', () => droppedConnections++)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      progress.delete(socket)
    })
  })
  const check = () => {
    const now = performance.now()
    for (const socket of sockets) {
      const sent = socket.bytesWritten - socket.writableLength
      const last = progress.get(socket)
      if (socket.writableLength === 0) progress.delete(socket)
      else if (last?.sent !== sent) progress.set(socket, { sent, at: now })
      else if (now - last.at > guard.writeMs) socket.destroy()
    }
    // One line for many connections, so that a flood does not fill the log.
    if (droppedConnections > 0) logRefused({ droppedConnections })
    droppedConnections = 0
  }
  const timer = setInterval(check, guard.everyMs).unref()
  server.once('close', () => clearInterval(timer))
}
