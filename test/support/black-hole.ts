// An exchange that accepts connections and never responds.
import { createServer, type Socket } from 'node:net'

export interface BlackHole {
  url: string
  /** The number of accepted connections. */
  connections(): number
  close(): Promise<void>
}

export async function openBlackHole(): Promise<BlackHole> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
