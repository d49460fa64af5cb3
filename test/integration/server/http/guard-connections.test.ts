// Clients that do not read, and too many of them, over real sockets.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import { Hono } from 'hono'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { type ConnectionLimits, type Listening, serve } from '../../../../server/http/serve.ts'

let listening: Listening
const sockets: Socket[] = []
const logged: object[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  logged.length = 0
  await listening.close()
})

async function listen(app: Hono<AppEnv>, limits: Partial<ConnectionLimits>): Promise<void> {
  const logRefusal = (fields: object) => void logged.push(fields)
  listening = await serve(app, {
    port: 0,
    hosts: ['127.0.0.1'],
    logRefusedRequest: logRefusal,
    limits: { headersMs: 5_000, requestMs: 5_000, everyMs: 20, ...limits },
  })
}

async function open(path?: string): Promise<Socket> {
  const socket = connect(listening.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return socket
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  return text
}

/** Many megabytes: more than the system buffers for a client that does not read. */
function endless(everyMs = 0): { app: Hono<AppEnv>; cut: Promise<'cut'> } {
  const app = new Hono<AppEnv>()
  const megabyte = new Uint8Array(1_000_000)
  let resolveCut = (_: 'cut') => {}
  const cut = new Promise<'cut'>((resolve) => {
    resolveCut = resolve
  })
  app.get('/', (context) =>
    context.body(
      new ReadableStream({
        async pull(controller) {
          if (everyMs > 0) await pass(everyMs)
          controller.enqueue(megabyte)
        },
        cancel: () => resolveCut('cut'),
      }),
    ),
  )
  return { app, cut }
}

test('a client that does not read its response is disconnected', async () => {
  const { app, cut } = endless()
  await listen(app, { writeMs: 200 })
  const socket = await open('/')
  socket.pause()
  assert.equal(await Promise.race([cut, pass(10_000, 'still connected', { ref: false })]), 'cut')
})

test('a client that reads is not, however long its response is', async () => {
  const { app, cut } = endless(20)
  // This process, too, may pause for some hundred milliseconds.
  await listen(app, { writeMs: 700 })
  const socket = await open('/')
  let read = 0
  const much = new Promise<'read'>((resolve) => {
    const until = performance.now() + 1_500
    socket.on('data', ({ length }) => {
      read += length
      if (performance.now() > until) resolve('read')
    })
  })
  assert.equal(await Promise.race([cut, much]), 'read')
  assert.ok(read > 10_000_000, `${read} bytes`)
})

test('a response that begins late and an event stream with long pauses are not cut', async () => {
  const app = new Hono<AppEnv>()
  app.get('/late', async (context) => {
    await pass(600)
    return context.text('late')
  })
  app.get('/events', (context) => {
    let sent = 0
    const pull = async (controller: ReadableStreamDefaultController) => {
      if (sent > 0) await pass(400)
      controller.enqueue(new TextEncoder().encode(`data: ${++sent}\n\n`))
      if (sent === 3) controller.close()
    }
    return context.body(new ReadableStream({ pull }), 200, { 'Content-Type': 'text/event-stream' })
  })
  await listen(app, { writeMs: 100 })
  const [late, events] = await Promise.all([open('/late').then(textOf), open('/events').then(textOf)])
  assert.match(late, /late$/)
  assert.match(events, /data: 1.*data: 2.*data: 3/s)
})

test('more connections than the maximum are closed, and the next one after an end is accepted', async () => {
  const app = new Hono<AppEnv>()
  app.get('/', (context) => context.text('fine'))
  await listen(app, { connections: 3 })
  const held = await Promise.all([open(), open(), open()])
  assert.equal(await textOf(await open('/')).catch(() => ''), '')
  const deadline = Date.now() + 10_000
  while (logged.length === 0 && Date.now() < deadline) await pass(10)
  assert.deepEqual(logged, [{ droppedConnections: 1 }])
  const [first] = held
  first?.destroy()
  let text = ''
  while (text === '' && Date.now() < deadline) text = await textOf(await open('/')).catch(() => '')
  assert.match(text, /^HTTP\/1.1 200.*fine$/s)
})
