// A TCP proxy that can stop forwarding: connections stay open, and no data passes.
import { connect, createServer, type Socket } from 'node:net'

interface Silencer {
  port: number
  /** Connections that were opened meanwhile stay silent. */
  setSilent(isSilent: boolean): void
  close(): Promise<void>
}

export async function openSilencer(host: string, targetPort: number): Promise<Silencer> {
  let isSilent = false
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => isSilent || to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect(targetPort, host)
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    setSilent: (silent) => {
      isSilent = silent
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
