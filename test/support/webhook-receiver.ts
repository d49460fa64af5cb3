// A receiver of webhooks as a separate process on loopback. Its first request of each event gets a 503 if the path is /failing.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  path: string
  headers: Record<string, string>
  body: string
}

interface Receiver {
  url: string
  received: ReceivedRequest[]
  /** When so many requests have arrived. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(import.meta.filename, ['serve'])
  const received: ReceivedRequest[] = []
  const [url] = (await once(child, 'message')) as [string]
  child.on('message', (request: ReceivedRequest) => {
    received.push(request)
  })
  return {
    url,
    received,
    async arrived(count) {
      while (received.length < count) await once(child, 'message')
    },
    async close() {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function serve(): Promise<void> {
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const id = String(request.headers['webhook-id'])
    const fails = request.url === '/failing' && !seen.has(id)
    seen.add(id)
    process.send?.({ path: request.url, headers: request.headers, body })
    response.writeHead(fails ? 503 : 204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  process.on('disconnect', () => process.exit())
}

if (process.argv[2] === 'serve') await serve()
