// Closes a listening server: it stops accepting connections, finishes in-flight requests and cuts connections that would never end,
// such as idle ones and event streams. Their clients reconnect to the next server.

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that was just made may still send its request. */
const silenceMs = 500
const limitMs = 8_000

/** Call this before the server listens. Returns the function that closes the server. */
export function closingServer(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const openResponses = new Set<ServerResponse>()
  let closing = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
    response.shouldKeepAlive &&= !closing
  })
  const cutSilent = () => {
    const busy = new Set([...openResponses].map(({ req }) => req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }
  return () =>
    new Promise((resolve) => {
      closing = true
      for (const response of openResponses) {
        // `Connection: close` tells the client not to send another request on this connection.
        response.shouldKeepAlive = false
        if (isStreaming(response)) response.destroy()
      }
      const silence = setInterval(cutSilent, silenceMs)
      const limit = setTimeout(() => server.closeAllConnections(), limitMs)
      server.close(() => {
        clearInterval(silence)
        clearTimeout(limit)
        resolve()
      })
    })
}

/** Whether the response has started and is not finished, such as an event stream. */
function isStreaming({ headersSent, writableEnded }: ServerResponse): boolean {
  return headersSent && !writableEnded
}
