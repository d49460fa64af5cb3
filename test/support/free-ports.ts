// Free ports, for processes that cannot report which one the system chose.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Free ports, all different. They lie below the range from which the system serves port 0 and outgoing
 * connections: one of those could take a port between this check and the start of its process.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = randomInt(20_000, 32_000)
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) found.add(port)
  }
  return [...found]
}

function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    // A machine without IPv6 has no such port.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
