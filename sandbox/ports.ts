import { createServer } from 'node:net'
import { StartError } from './options.ts'

interface PortUse {
  /** `the demo shop` */
  user: string
  variable: string
  port: number
}

/** Throws a StartError if a port is in use. Checked before anything starts. */
export async function requireFreePorts(uses: PortUse[]): Promise<void> {
  for (const { user, variable, port } of uses) {
    const isTaken = (await isInUse(port, '127.0.0.1')) || (await isInUse(port, '::1'))
    if (!isTaken) continue
    throw new StartError(
      `Port ${port}, which ${user} needs, is in use. Stop the other program, or choose another port: ${variable}=${port + 10} npm start.`,
    )
  }
}

function isInUse(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') reject(new StartError(`Listening on port ${port} requires more permissions.`))
      // Any other error means that the machine lacks this kind of address.
      else resolve(error.code === 'EADDRINUSE')
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)))
  })
}
