// Against a listening server, byte by byte: requests that the framework never sees, and effects visible only on the wire.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { endpoints } from '../../../../server/routes/routes.ts'
import { checkResponse } from '../../../support/check-response.ts'
import { toBase } from '../../../support/native-flow.ts'
import { type RawResponse, rawRequest, sendRaw } from '../../../support/raw-http.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let port: number
before(async () => {
  server = await startTestServer()
  port = (await server.listen()).port
})
after(() => server.stop())

const credentials = Object.entries(clientHeaders).map(([name, value]) => `${name}: ${value}`)
const networks = '/api/v1/transfers/managed/networks'
const configure = '/api/v1/transfers/managed/configure'
const link = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
const linkBody = JSON.stringify({ ToAddresses: [toBase] })

async function send(bytes: string | Buffer): Promise<RawResponse> {
  const [response] = await sendRaw(port, bytes)
  if (response === undefined) throw new Error('the connection was closed without a response')
  return response
}

async function request(method: string, target: string, headers: readonly string[] = credentials, body?: string) {
  const response = await send(rawRequest([`${method} ${target} HTTP/1.1`, ...headers], body))
  if (target.startsWith('/') && !target.startsWith('//')) checkResponse(method, target, response)
  return response
}

/** The error's type, wherever its shape has it; the response is JSON with the request's id in header and body. */
function errorOf({ status, headers, text }: RawResponse): string {
  assert.ok(status >= 400, `${status} ${text}`)
  assert.equal(headers.get('content-type'), 'application/json')
  const body = JSON.parse(text)
  assert.equal(body.requestId ?? body.RequestId, headers.get('x-request-id'))
  assert.match(body.message ?? body.ErrorMessage, /^\S.*\.$/)
  return body.errorType ?? body.ErrorType
}

const json = 'Content-Type: application/json'

for (const path of [
  configure,
  configure.replace('configure', 'preview'),
  configure.replace('configure', 'execute'),
  link,
]) {
  test(`a GET with a body is refused at ${path}, with the right call, and the connection goes on`, async () => {
    const first = rawRequest([`GET ${path} HTTP/1.1`, ...credentials, json], linkBody)
    const second = rawRequest([`GET ${networks} HTTP/1.1`, ...credentials])
    const [refused, next] = await sendRaw(port, first + second, 2)
    assert.ok(refused && next)
    assert.equal(errorOf(refused), 'methodNotAllowed')
    assert.equal(refused.status, 405)
    assert.equal(refused.headers.get('allow'), 'POST')
    assert.match(refused.text, /curl -X POST -H 'Content-Type: application\/json'/)
    assert.equal(next.status, 200)
  })
}

test('a GET with a chunked body is refused too', async () => {
  const lines = [`GET ${configure} HTTP/1.1`, ...credentials, json, 'Host: localhost', 'Transfer-Encoding: chunked']
  const response = await send(`${lines.join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
  assert.equal(errorOf(response), 'methodNotAllowed')
})

test('where GET is the method, a body is ignored', async () => {
  assert.equal((await request('GET', networks, [...credentials, json], '{}')).status, 200)
})

test('every wrong method on every path is 405 with Allow', async () => {
  const allowed = Map.groupBy(endpoints, ({ path }) => path)
  for (const [path, own] of allowed) {
    const methods = own.map(({ method }) => method.toUpperCase())
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
      if (methods.includes(method)) continue
      const response = await request(method, path.replace(/:\w+/g, 'x'))
      assert.equal(errorOf(response), 'methodNotAllowed', `${method} ${path}`)
      assert.equal(response.status, 405)
      const allow = (response.headers.get('allow') ?? '').split(', ').sort()
      // A GET of cataloglink makes a link, which a HEAD must not.
      const hasHead = methods.includes('GET') && path !== '/api/v1/cataloglink'
      assert.deepEqual(allow, [...methods, ...(hasHead ? ['HEAD'] : [])].sort(), `${method} ${path}`)
    }
  }
})

test('two Host headers are refused: a proxy and we might each believe another one', async () => {
  const response = await send(rawRequest([`GET ${networks} HTTP/1.1`, ...credentials, 'host: elsewhere']))
  assert.deepEqual([response.status, errorOf(response)], [400, 'malformedRequest'])
})

test('HEAD returns the headers of GET, without a body', async () => {
  const get = await request('GET', networks)
  const head = await request('HEAD', networks)
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('etag'), get.headers.get('etag'))
  assert.equal(head.text, '')
  assert.equal((await request('HEAD', configure)).headers.get('allow'), 'POST')
})

test('an HEAD of an event stream ends at once', async () => {
  assert.equal((await request('HEAD', '/api/v1/link/transfer/x/events', ['Authorization: Bearer x'])).status, 401)
})

for (const target of [
  `${networks}/`,
  `/${networks}`,
  networks.replace('managed', '/managed'),
  '/api/v1',
  '/',
  '//',
  '/%',
]) {
  test(`there is no ${target}`, async () => {
    assert.equal(errorOf(await request('GET', target)), 'routeNotFound')
  })
}

test('a percent-encoded path is decoded, and a malformed one is a path like any other', async () => {
  assert.equal((await request('GET', networks.replace('networks', '%6eetworks'))).status, 200)
  assert.equal(errorOf(await request('GET', '/api/v1/transfers/%E0%A4%A')), 'transferNotFound')
  assert.equal(errorOf(await request('GET', '/api/v1/transfers/%00')), 'malformedRequest')
  assert.equal(errorOf(await request('GET', '/api/v1/transfers/a%2Fb')), 'transferNotFound')
})

test('dots in a path lead nowhere else', async () => {
  assert.equal((await request('GET', '/api/v1/x/../transfers/managed/networks')).status, 200)
  assert.equal(errorOf(await request('GET', '/link-assets/../../../../etc/passwd')), 'routeNotFound')
  assert.equal(errorOf(await request('GET', '/link-assets/%2e%2e/%2e%2e/package.json')), 'routeNotFound')
})

test('an oversized address and oversized headers have their error responses', async () => {
  const long = await request('GET', `${networks}?x=${'x'.repeat(9_000)}`)
  assert.deepEqual([long.status, errorOf(long)], [414, 'uriTooLong'])
  const wide = await send(rawRequest([`GET ${networks} HTTP/1.1`, `X-Wide: ${'x'.repeat(70_000)}`]))
  assert.deepEqual([wide.status, errorOf(wide)], [431, 'headersTooLarge'])
})

const broken: [string, string][] = [
  ['words that are no HTTP', 'HELLO\r\n\r\n'],
  ['an unknown version', `GET ${networks} HTTP/9.9\r\nHost: localhost\r\n\r\n`],
  ['no Host', `GET ${networks} HTTP/1.1\r\n\r\n`],
  ['a Host that is none', `GET ${networks} HTTP/1.1\r\nHost: a b/c@d\r\n\r\n`],
  ['two lengths', `POST ${configure} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST ${configure} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ['a length that is none', `POST ${configure} HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n{}`],
  ['a header without a name', `GET ${networks} HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n`],
  ['a zero byte in a header', `GET ${networks} HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n`],
  ['a target that is none', 'GET networks HTTP/1.1\r\nHost: localhost\r\n\r\n'],
]
for (const [what, bytes] of broken) {
  test(`${what} is refused as a malformed request`, async () => {
    const response = await send(bytes)
    assert.deepEqual([response.status, errorOf(response)], [400, 'malformedRequest'])
    assert.ok(server.logged().includes(response.headers.get('x-request-id') ?? 'none'))
  })
}

test('CONNECT is refused, and an unknown expectation is ignored', async () => {
  const connect = await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
  assert.deepEqual([connect.status, errorOf(connect)], [405, 'methodNotAllowed'])
  assert.equal((await request('GET', networks, [...credentials, 'Expect: wonders'])).status, 200)
})

test('a malformed second request does not replace the response to the first', async () => {
  const good = rawRequest([`POST ${link} HTTP/1.1`, ...credentials, json], linkBody)
  const [first, second] = await sendRaw(port, `${good}HELLO\r\n\r\n`, 2)
  assert.equal(first?.status, 200)
  assert.equal(second?.status, 400)
})

const bodies: [string, Buffer, string[], number, string | null][] = [
  ['a byte order mark', Buffer.from(`\uFEFF${linkBody}`), [json], 200, null],
  ['a charset', Buffer.from(linkBody), ['Content-Type: application/json; charset=UTF-8'], 200, null],
  ['a quoted charset', Buffer.from(linkBody), ['Content-Type: application/json;charset="utf-8"'], 200, null],
  ['another parameter', Buffer.from(linkBody), ['Content-Type: application/json; version=1'], 200, null],
  [
    'another charset',
    Buffer.from(linkBody),
    ['Content-Type: application/json; charset=utf-16'],
    415,
    'unsupportedMediaType',
  ],
  [
    'a name that begins alike',
    Buffer.from(linkBody),
    ['Content-Type: application/json-patch+json'],
    415,
    'unsupportedMediaType',
  ],
  ['no content type', Buffer.from(linkBody), [], 415, 'unsupportedMediaType'],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from('{"Symbol":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    [json],
    400,
    'malformedJson',
  ],
  ['UTF-16', Buffer.from(linkBody, 'utf16le'), [json], 400, 'malformedJson'],
  ['nothing', Buffer.from(''), [json], 400, 'toAddressesRequired'],
  ['spaces', Buffer.from(' \n '), [json], 400, 'toAddressesRequired'],
]
for (const [what, body, headers, status, errorType] of bodies) {
  test(`a body with ${what} returns ${errorType ?? status}`, async () => {
    const lines = [
      `POST ${link} HTTP/1.1`,
      ...credentials,
      ...headers,
      'Host: localhost',
      `Content-Length: ${body.length}`,
    ]
    const response = await send(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
    checkResponse('POST', link, response)
    assert.equal(response.status, status)
    if (errorType !== null) assert.equal(errorOf(response), errorType)
  })
}

const accepts: [string, number][] = [
  ['*/*', 200],
  ['application/*', 200],
  ['application/json, text/plain, */*', 200],
  ['text/html, application/xhtml+xml, */*;q=0.1', 200],
  ['application/problem+json', 200],
  ['APPLICATION/JSON;q=0.5', 200],
  ['', 200],
  ['text/html', 406],
  ['application/json;q=0', 406],
  ['application/xml, text/plain', 406],
]
for (const [accept, status] of accepts) {
  test(`Accept: ${accept} returns ${status}`, async () => {
    const response = await request('GET', networks, [...credentials, `Accept: ${accept}`])
    assert.equal(response.status, status)
    if (status !== 200) assert.equal(errorOf(response), 'notAcceptable')
  })
}

test('a request refused before its route is reached has the response shape of its path', async () => {
  for (const [path, result] of [
    ['preview', 'PreviewResult'],
    ['execute', 'TransferResult'],
  ]) {
    const target = configure.replace('configure', String(path))
    const unacceptable = await request('POST', target, [...credentials, 'Accept: text/html'])
    const long = await request('POST', `${target}?x=${'x'.repeat(9_000)}`)
    for (const [response, status] of [[unacceptable, 406] as const, [long, 414] as const]) {
      assert.equal(response.status, status)
      const { Status, [String(result)]: nothing } = JSON.parse(response.text)
      assert.deepEqual([Status, nothing], ['Failed', null])
    }
  }
})

test('late headers and a late body return requestTimeout', async () => {
  const own = await server.listen({ headersMs: 150, requestMs: 300, everyMs: 50 })
  for (const bytes of [
    `GET ${networks} HTTP/1.1\r\nHost: localhost\r\n`,
    `POST ${link} HTTP/1.1\r\n${credentials.join('\r\n')}\r\n${json}\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`,
  ]) {
    const [response] = await sendRaw(own.port, bytes)
    assert.ok(response)
    assert.deepEqual([response.status, errorOf(response)], [408, 'requestTimeout'])
  }
})

test('a closing server finishes requests in flight, closes their connections, and does not wait for idle ones', async () => {
  const own = await server.listen()
  const [socket, silent] = [connect(own.port, '127.0.0.1'), connect(own.port, '127.0.0.1')]
  const isCut = new Promise((resolve) => silent.once('close', resolve))
  const body = linkBody.slice(0, -1)
  const lines = [`POST ${link} HTTP/1.1`, ...credentials, json, 'Host: localhost', `Content-Length: ${linkBody.length}`]
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.write(`${lines.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n${body}`)
  // The server confirms the request's head. From then on the request is in flight.
  await until(() => received.includes('100 Continue'))
  const closed = own.close()
  await isCut
  socket.write('}')
  await closed
  await until(() => socket.readableEnded)
  assert.match(received, /HTTP\/1\.1 200 OK.*Connection: close.*iFrameUrl/s)
})

async function until(holds: () => boolean): Promise<void> {
  const limit = Date.now() + 10_000
  while (!holds()) {
    if (Date.now() > limit) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
