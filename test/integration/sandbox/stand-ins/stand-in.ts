// Stands in for the API server or the shop: listens, reports that, and ends with its supervisor.
import { createServer } from 'node:http'

export function standIn(portVariable: string): void {
  const port = Number(process.env[portVariable])
  const server = createServer((_, response) => response.end(JSON.stringify({ pid: process.pid, env: process.env })))
  server.listen(port, '127.0.0.1', () => process.send?.({ type: 'ready' }))
  process.on('disconnect', () => process.exit(0))
}
