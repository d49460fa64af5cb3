import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { closingServer } from '../../../../server/http/closing-server.ts'

async function listening() {
  const begun = new Map<string, ServerResponse>()
  let notify = () => {}
  const server = createServer((request, response) => {
    if (request.url === '/stream') response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    begun.set(request.url ?? '', response)
    notify()
  })
  const close = closingServer(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    close,
    connect: () => connect(port, '127.0.0.1'),
    async response(url: string): Promise<ServerResponse> {
      for (;;) {
        const found = begun.get(url)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
  }
}

function textOf(socket: Socket): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    socket
      .setEncoding('utf8')
      .on('data', (more) => {
        text += more
      })
      .on('close', () => resolve(text))
  })
}

const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('a request in flight is answered, however late, with Connection: close', async () => {
  const server = await listening()
  const silent = textOf(server.connect())
  const socket = server.connect()
  const text = textOf(socket)
  socket.write(requestText('/slow'))
  const response = await server.response('/slow')
  const closed = server.close()
  assert.equal(await silent, '')
  response.end('done')
  await closed
  assert.match(await text, /Connection: close\r\n.*done/s)
})

test('a stream of events, a silent connection and an idle one do not delay the end', async () => {
  const server = await listening()
  const [stream, silent, idle] = [server.connect(), server.connect(), server.connect()]
  const texts = [stream, silent, idle].map(textOf)
  stream.write(requestText('/stream'))
  idle.write(requestText('/quick'))
  await server.response('/stream')
  ;(await server.response('/quick')).end('done')
  const begun = performance.now()
  await server.close()
  assert.ok(performance.now() - begun < 3_000)
  assert.deepEqual(
    (await Promise.all(texts)).map((text) => /data: 1|done/.exec(text)?.[0]),
    ['data: 1', undefined, 'done'],
  )
})

test('a request on an open connection gets its response while the server closes', async () => {
  const server = await listening()
  const socket = server.connect()
  const text = textOf(socket)
  socket.write('GET /late HTTP/1.1\r\n')
  // The connection is open once a later one has its response.
  const other = server.connect()
  other.write(requestText('/other'))
  ;(await server.response('/other')).end('done')
  const closed = server.close()
  socket.write('Host: localhost\r\n\r\n')
  ;(await server.response('/late')).end('done')
  await closed
  assert.match(await text, /Connection: close\r\n.*done/s)
})
