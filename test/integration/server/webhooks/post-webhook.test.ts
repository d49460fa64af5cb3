// Receivers that are slow, endless, redirecting, broken or closed, on real sockets of this machine.
import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { after, test } from 'node:test'
import { createPostWebhook, type WebhookRequest } from '../../../../server/webhooks/post-webhook.ts'
import { openBlackHole } from '../../../support/black-hole.ts'
import { selfSigned } from '../../../support/certificate.ts'

const networks = ['127.0.0.0/8', '::1']
const now = () => new Date('2026-11-20T14:00:00Z')
const [own, expired] = [
  selfSigned({ addresses: ['127.0.0.1'] }),
  selfSigned({ addresses: ['127.0.0.1'], until: now() }),
]
const patient = { connectMs: 20_000, totalMs: 20_000 }
const settings = { networks, now, ca: own.certificate, limits: patient }
const post = createPostWebhook(settings)

const closers: (() => unknown)[] = []
after(() => Promise.all(closers.map((close) => close())))

async function listen(server: Server | TcpServer, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const receiver = (listener: RequestListener) => listen(createServer(listener))
const tlsReceiver = (options: ServerOptions) =>
  listen(
    createTlsServer({ key: own.key, cert: own.certificate, ...options }, (_request, response) => response.end('ok')),
    'https',
  )
const rawReceiver = (onSocket: (socket: Socket) => void) =>
  listen(createTcpServer((socket) => onSocket(socket.on('error', () => {}))))

function send(url: string, { with: sender = post, ...changes }: Partial<WebhookRequest> & { with?: typeof post } = {}) {
  const request = { url, headers: { 'webhook-id': 'msg_1' }, body: '{"é":1}', clientCertificate: undefined, ...changes }
  return sender(request, new AbortController().signal)
}
async function outcome(...args: Parameters<typeof send>): Promise<string | number> {
  const result = await send(...args)
  return result.kind === 'failed' ? result.reason : result.status
}

test('a receiver gets the headers and the body, and its response is reported', async () => {
  const seen: unknown[] = []
  const url = await receiver((request, response) => {
    request.on('data', (chunk: Buffer) => seen.push(request.method, request.headers['webhook-id'], chunk.toString()))
    response.writeHead(429, { 'retry-after': '120' }).end('slow\u0000\u202e down\n')
  })
  const { durationMs: _, ...result } = await send(`${url}/hook?a=b`)
  assert.deepEqual(result, { kind: 'response', status: 429, retryAfterSeconds: 120, bodyStart: 'slow down' })
  assert.deepEqual(seen, ['POST', 'msg_1', '{"é":1}'])
})

test('Retry-After is read as seconds or a date, and ignored otherwise', async () => {
  const url = await receiver(({ url: path = '' }, response) =>
    response.setHeader('retry-after', decodeURIComponent(path.slice(1))).end(),
  )
  const secondsFor = async (text: string) => {
    const result = await send(`${url}/${encodeURIComponent(text)}`)
    return result.kind === 'response' ? result.retryAfterSeconds : result.reason
  }
  assert.equal(await secondsFor('Fri, 20 Nov 2026 14:01:30 GMT'), 90)
  assert.equal(await secondsFor('9999999999'), 9_999_999_999)
  for (const text of ['soon', 'in 3600']) assert.equal(await secondsFor(text), undefined)
})

test('a redirect is a response, and is not followed', async () => {
  let followed = 0
  const url = await receiver(({ url: path }, response) => {
    if (path === '/next') followed++
    response.writeHead(302, { location: '/next' }).end()
  })
  assert.equal(await outcome(`${url}/`), 302)
  assert.equal(followed, 0)
})

test('the first KB of a huge response is returned, and the rest is not read', async () => {
  let written = 0
  const url = await receiver((_request, response) => {
    const write = () => {
      while (!response.destroyed && written < 50_000_000 && response.write('é'.repeat(8_000))) written += 16_000
    }
    response.on('drain', write)
    write()
  })
  const result = await send(url)
  assert.ok(result.kind === 'response')
  assert.deepEqual([result.status, result.bodyStart], [200, 'é'.repeat(512)])
  assert.ok(written < 20_000_000, `${written}`)
})

test('invalid bytes and a cut character leave at most 1 KB of valid text', async () => {
  const bodies = [Buffer.alloc(3000, 0xff), Buffer.from(`a${'é'.repeat(600)}`)]
  const url = await receiver(({ url: path }, response) => response.end(bodies[Number(path?.slice(1))]))
  for (const path of ['/0', '/1']) {
    const result = await send(url + path)
    assert.ok(result.kind === 'response')
    assert.ok(Buffer.byteLength(result.bodyStart) <= 1024 && result.bodyStart.isWellFormed(), path)
    assert.match(result.bodyStart, path === '/0' ? /^\ufffd{341}$/ : /^aé{511}$/)
  }
})

test('a status counts, even if the body is cut off or does not end', async () => {
  const url = await receiver(({ url: path }, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('begun', () => path === '/cut' && response.destroy())
  })
  const short = createPostWebhook({ ...settings, limits: { connectMs: 20_000, totalMs: 300 } })
  const slow = await send(`${url}/slow`, { with: short })
  assert.ok(slow.durationMs >= 290 && slow.durationMs < 20_000, `${slow.durationMs} ms`)
  for (const result of [await send(`${url}/cut`), slow])
    assert.deepEqual(
      { ...result, durationMs: 0 },
      {
        kind: 'response',
        status: 200,
        retryAfterSeconds: undefined,
        bodyStart: 'begun',
        durationMs: 0,
      },
    )
})

test('a receiver that does not respond in time is reported as a timeout', async () => {
  const silent = await receiver(() => {})
  const dripping = await rawReceiver((socket) => socket.write('HTTP/1.1 200'))
  const short = createPostWebhook({ ...settings, limits: { connectMs: 20_000, totalMs: 200 } })
  assert.equal(await outcome(silent, { with: short }), 'timeout')
  assert.equal(await outcome(dripping, { with: short }), 'timeout')
})

test('a TLS handshake or a name that does not end is a timeout of the connection', async () => {
  const hole = await openBlackHole()
  closers.push(hole.close)
  const limits = { connectMs: 200, totalMs: 20_000 }
  const short = createPostWebhook({ ...settings, limits })
  assert.equal(await outcome(hole.url.replace('http:', 'https:'), { with: short }), 'timeout')
  const unresolved = createPostWebhook({ ...settings, limits, resolve: () => new Promise(() => {}) })
  assert.equal(await outcome('https://example.com/', { with: unresolved }), 'timeout')
})

test('informational responses are passed over, and end the request if they do not end', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  assert.equal(await outcome(await rawReceiver((socket) => socket.write(early.repeat(16) + ok))), 200)
  const endless = await rawReceiver((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(early.repeat(1_000)));
    }
    socket.on('drain', write).once('data', write)
  })
  assert.equal(await outcome(endless), 'refused')
  // The connection is closed, so nothing of it is read after the 17th.
  assert.equal(await outcome(await rawReceiver((socket) => socket.write(early.repeat(17) + ok))), 'refused')
})

test('an aborted request is reported as a timeout', async () => {
  const url = await receiver(() => controller.abort())
  const controller = new AbortController()
  const request = { url, headers: {}, body: '', clientCertificate: undefined }
  const { durationMs: _, ...result } = await post(request, controller.signal)
  assert.deepEqual(result, { kind: 'failed', reason: 'timeout' })
  assert.equal((await post(request, AbortSignal.abort())).kind, 'failed')
})

test('no connection, no response and no HTTP are reported as refused', async () => {
  const closed = createServer()
  const url = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  assert.equal(await outcome(url), 'refused')
  assert.equal(await outcome(await receiver((request) => request.socket.resetAndDestroy())), 'refused')
  assert.equal(await outcome(await receiver((request) => request.socket.end())), 'refused')
  for (const reply of ['SSH-2.0-OpenSSH\r\n', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'])
    assert.equal(await outcome(await rawReceiver((socket) => socket.end(reply))), 'refused', reply)
  assert.equal(
    await outcome(await rawReceiver((socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(99_999)}`))),
    'refused',
  )
  const unknown = createPostWebhook({ ...settings, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  assert.equal(await outcome('https://example.com/', { with: unknown }), 'refused')
  for (const odd of ['ftp://127.0.0.1/', 'no URL']) assert.equal(await outcome(odd), 'refused')
})

test('a certificate must be valid for the receiver', async () => {
  assert.equal(await outcome(await tlsReceiver({})), 200)
  const other = selfSigned({ addresses: ['127.0.0.1'] })
  const wrongName = selfSigned({ dns: ['example.com'] })
  const trusting = createPostWebhook({ ...settings, ca: own.certificate + expired.certificate + wrongName.certificate })
  for (const { key, certificate } of [other, expired, wrongName])
    assert.equal(await outcome(await tlsReceiver({ key, cert: certificate }), { with: trusting }), 'tls')
  assert.equal(await outcome((await receiver(() => {})).replace('http:', 'https:')), 'tls')
  assert.equal(
    await outcome(await tlsReceiver({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' })),
    'tls',
  )
})

test('a receiver can require a client certificate', async () => {
  const client = selfSigned({ dns: ['client.example'] })
  const url = await tlsReceiver({ requestCert: true, rejectUnauthorized: true, ca: client.certificate })
  assert.equal(await outcome(url, { clientCertificate: client }), 200)
  // A connection with a client certificate is not reused for a request without it.
  // A server may close the connection without an alert, so the reason is `tls` or `refused`.
  assert.match(`${await outcome(url)}`, /tls|refused/)
  const other = selfSigned({ dns: ['client.example'] })
  assert.match(`${await outcome(url, { clientCertificate: other })}`, /tls|refused/)
  assert.equal(await outcome(url, { clientCertificate: { certificate: 'none', key: 'none' } }), 'tls')
})

test('connections are reused, and one that was closed while idle does not fail a request', async () => {
  const sockets = new Set<Socket>()
  let requests = 0
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    sockets.add(request.socket)
    // The third request arrives on an idle connection, and closes it.
    if (++requests === 3) request.socket.resetAndDestroy()
    else response.end()
  })
  const url = await listen(server)
  for (const _ of [1, 2, 3]) assert.equal(await outcome(url), 200)
  assert.deepEqual([sockets.size, requests], [2, 4])
})
