// Webhooks through the operator's proxy: real sockets of this machine. The proxy of the tests connects to this machine instead of to the
// public address that it was given.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createPostWebhook, type PostLimits } from '../../../../server/webhooks/post-webhook.ts'
import { selfSigned } from '../../../support/certificate.ts'

const [receiverCertificate, otherCertificate] = [
  selfSigned({ dns: ['shop.example'], addresses: ['127.0.0.1'] }),
  selfSigned({ dns: ['shop.example'] }),
]
const patient: PostLimits = { connectMs: 20_000, totalMs: 20_000 }
const closers: (() => unknown)[] = []
after(() => Promise.all(closers.map((close) => close())))

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return (server.address() as AddressInfo).port
}

async function receiver({ key, certificate } = receiverCertificate): Promise<number> {
  return listen(createTlsServer({ key, cert: certificate }, (_request, response) => response.end('ok')))
}

type Answer = 'connect' | 'refuse' | 'hang'

/** Records the target and the login of each CONNECT. */
async function proxy(answer: Answer = 'connect') {
  const connects: { target: string | undefined; login: string | undefined }[] = []
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    client.on('error', () => {})
    connects.push({ target: request.url, login: request.headers['proxy-authorization'] })
    if (answer === 'refuse') client.end('HTTP/1.1 403 Forbidden\r\n\r\nno access to finance')
    if (answer === 'hang') closers.push(() => client.destroy())
    if (answer !== 'connect') return
    const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.destroy())
    closers.push(() => target.destroy())
  })
  return { url: new URL(`http://user:pass%20word@127.0.0.1:${await listen(server)}`), connects }
}

function poster(url: URL, { addresses = ['192.0.9.7'], limits = patient, networks = [] as string[] } = {}) {
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const post = createPostWebhook({
    networks,
    proxy: url,
    resolve,
    limits,
    now: () => new Date(),
    ca: receiverCertificate.certificate,
  })
  return async (port: number, host = 'shop.example') => {
    const request = { url: `https://${host}:${port}/hook`, headers: {}, body: '{}', clientCertificate: undefined }
    const result = await post(request, new AbortController().signal)
    return result.kind === 'failed' ? result.reason : result.status
  }
}

test('the proxy connects to the checked address, and the certificate is checked for the name', async () => {
  const { url, connects } = await proxy()
  const port = await receiver()
  const send = poster(url, { addresses: ['2001:4860::7', '192.0.9.7'] })
  assert.equal(await send(port), 200)
  const login = `Basic ${Buffer.from('user:pass word').toString('base64')}`
  assert.deepEqual(connects, [{ target: `192.0.9.7:${port}`, login }])
  assert.equal(await send(port), 200)
  assert.equal(connects.length, 1, 'the connection is used again')
  assert.equal(await send(await receiver(otherCertificate)), 'tls')
})

test('a name or an address that webhooks may not reach gets no request to the proxy', async () => {
  const { url, connects } = await proxy()
  const port = await receiver()
  assert.equal(await poster(url, { addresses: ['10.1.2.3'] })(port), 'refused')
  assert.equal(await poster(url, { addresses: ['192.0.9.7', '127.0.0.1'] })(port), 'refused')
  assert.equal(await poster(url)(port, '127.0.0.1'), 'refused')
  assert.deepEqual(connects, [])
})

test('an IPv6 address is passed in brackets', async () => {
  const { url, connects } = await proxy()
  const port = await receiver()
  assert.equal(await poster(url, { addresses: ['2001:4860::7'] })(port), 200)
  assert.equal(connects[0]?.target, `[2001:4860::7]:${port}`)
})

test('receivers in WEBHOOK_NETWORKS are reached without the proxy', async () => {
  const { url, connects } = await proxy()
  const port = await receiver()
  assert.equal(await poster(url, { addresses: ['127.0.0.1'], networks: ['127.0.0.0/8'] })(port), 200)
  assert.deepEqual(connects, [])
})

test('a request whose idle connection has closed is repeated through the proxy', async () => {
  const { url, connects } = await proxy()
  const sockets: Socket[] = []
  const { key, certificate: cert } = receiverCertificate
  const server = createTlsServer({ key, cert }, ({ socket }, response) => {
    if (sockets.includes(socket)) return socket.destroy()
    sockets.push(socket)
    return response.end('ok')
  })
  const port = await listen(server)
  const send = poster(url)
  assert.deepEqual([await send(port), await send(port)], [200, 200])
  assert.deepEqual(
    connects.map(({ target }) => target),
    [`192.0.9.7:${port}`, `192.0.9.7:${port}`],
  )
})

test('a name that is not resolved in time ends as a timeout', async () => {
  const { url, connects } = await proxy()
  const limits = { connectMs: 200, totalMs: 20_000 }
  const post = createPostWebhook({
    ...{ networks: [], proxy: url, limits, now: () => new Date() },
    resolve: () => new Promise(() => {}),
  })
  const request = { url: 'https://shop.example/', headers: {}, body: '{}', clientCertificate: undefined }
  const { kind, ...result } = await post(request, new AbortController().signal)
  assert.deepEqual([kind, 'reason' in result && result.reason, connects], ['failed', 'timeout', []])
})

test('a proxy that refuses, does not respond or is down is no response of the receiver', async () => {
  const port = await receiver()
  assert.equal(await poster((await proxy('refuse')).url)(port), 'refused')
  const short = { connectMs: 300, totalMs: 20_000 }
  assert.equal(await poster((await proxy('hang')).url, { limits: short })(port), 'timeout')
  const closed = createServer()
  const closedPort = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  assert.equal(await poster(new URL(`http://127.0.0.1:${closedPort}`))(port), 'refused')
})
