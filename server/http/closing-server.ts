// How a listening server comes to its end: nobody new is let in, what is under way is answered, and what could hold it up
// for ever - a silent connection, a stream of events - is cut. Whoever is cut connects anew, to the server that follows.

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that was just made may still send its request. */
const silenceMs = 500
const limitMs = 8_000

/** To be called before the server listens. What it answers closes the server. */
export function closingServer(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let closing = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
    response.shouldKeepAlive &&= !closing
  })
  const cutSilent = () => {
    const busy = new Set([...answering].map(({ req }) => req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }
  return () =>
    new Promise((resolve) => {
      closing = true
      for (const response of answering) {
        // Its answer tells the client to use the connection no more: the next request would find nobody.
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

/** Begun and not brought to an end at once: events that come for minutes. */
function isStreaming({ headersSent, writableEnded }: ServerResponse): boolean {
  return headersSent && !writableEnded
}
