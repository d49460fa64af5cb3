// An exchange at the level of bytes: whatever a test hands out is the answer to the next requests, HTTP or not.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface CannedExchange {
  url: string
  /** What the next requests are answered with: bytes as they stand, after which the connection is closed. */
  answer: (request: string) => string | Buffer
  close(): Promise<void>
}

export async function openCannedExchange(): Promise<CannedExchange> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let request = ''
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (text) => {
      request += text
      const [head = '', body] = request.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body !== undefined && body.length >= length) socket.end(canned.answer(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const canned: CannedExchange = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => '',
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return canned
}

/** A whole answer around a body. */
export function httpAnswer(status: number, body: string, headers: string[] = []): string {
  const lines = [`HTTP/1.1 ${status} Canned`, 'Content-Type: application/json', ...headers]
  return `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
