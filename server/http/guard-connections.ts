// What one connection may hold, and how many there may be. A client that does not read its response is disconnected; an event
// stream with a reader may be silent for as long as it likes.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TellRefusal } from './refuse-connection.ts'

export interface ConnectionGuard {
  /** For how long a response may wait for its client to read. */
  writeMs: number
  /** More connections are closed as they come. */
  connections: number
  /** How often it is checked. */
  everyMs: number
}

/** To be called before the server listens. */
export function guardConnections(server: Server, guard: ConnectionGuard, tell: TellRefusal): void {
  const sockets = new Set<Socket>()
  /** How much of its bytes a client had taken when that last changed, of sockets with more to send. */
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
    // One line for many: a flood of connections is no flood of the log.
    if (droppedConnections > 0) tell({ droppedConnections })
    droppedConnections = 0
  }
  const timer = setInterval(check, guard.everyMs).unref()
  server.once('close', () => clearInterval(timer))
}
