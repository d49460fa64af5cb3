import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApp } from '../../../../server/app.ts'
import { proxyList } from '../../../../server/http/caller-address.ts'
import { productionLimits, rateLimits, sandboxLimits } from '../../../../server/limits/limits.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { execute, newLink, newSession, preview, signIn } from '../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const networks = '/api/v1/transfers/managed/networks'
const connect = '/api/v1/link/connect'

interface Call {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: object
  /** Of the socket. */
  from?: string
}

/** An app with separate limits over the server's data, called as from a socket. */
function appWith(limits = productionLimits, trustedProxies: string[] = []) {
  const app = createApp({
    ...server.deps,
    trustedProxies,
    limits: rateLimits(limits, { buckets: memoryBuckets(), now: server.deps.now }),
  })
  return async ({ path, method = 'GET', headers = clientHeaders, body, from = '192.0.2.1' }: Call) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const all = { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
    const env = { incoming: { socket: { remoteAddress: from } } }
    const response = await app.request(path, { method, headers: all, ...json }, env)
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
}

test('every response states how many requests are left, and requests beyond the burst are refused', async () => {
  const call = appWith({ ...productionLimits, client: { quota: 100, windowSeconds: 10_000 } })
  const first = await call({ path: networks })
  assert.equal(first.headers.get('ratelimit-policy'), '"client";q=100;w=10000')
  assert.equal(first.headers.get('ratelimit'), '"client";r=99;t=100')
  const responses = await Promise.all(Array.from({ length: 119 }, () => call({ path: networks })))
  const refused = responses.filter((each) => each.status === 429)
  assert.equal(refused.length, 20)
  const [one] = refused
  assert.equal(one?.body.errorType, 'rateLimited')
  assert.match(one?.body.message ?? '', /Retry after \d+ seconds/)
  assert.match(one?.headers.get('retry-after') ?? '', /^(9\d|100)$/)
  assert.match(one?.headers.get('ratelimit') ?? '', /^"client";r=0;t=(9\d|100)$/)
  server.wait(100_000)
  assert.equal((await call({ path: networks })).status, 200)
})

test('one client’s requests do not count for another', async () => {
  const call = appWith({ ...productionLimits, client: { quota: 1, windowSeconds: 60 } })
  const other = await server.newClient(['https://other.example/back'])
  assert.equal((await call({ path: networks })).status, 200)
  assert.equal((await call({ path: networks })).status, 429)
  assert.equal((await call({ path: networks, headers: other })).status, 200)
})

test('an end user has one limit over all sessions', async () => {
  const call = appWith({ ...productionLimits, user: { quota: 3, windowSeconds: 60 } })
  const path = '/api/v1/link/integrations'
  const bearer = async () => ({ Authorization: `Bearer ${await newSession(server)}` })
  const [first, second] = [await bearer(), await bearer()]
  for (const headers of [first, second, first]) assert.equal((await call({ path, headers })).status, 200)
  for (const headers of [first, second]) assert.equal((await call({ path, headers })).status, 429)
})

test('guessing a password is slowed for the login and the address it comes from, and for no other', async () => {
  const call = appWith()
  const headers = { Authorization: `Bearer ${await newSession(server)}` }
  const guess = (username: string, from: string, password = 'wrong') =>
    call({ path: connect, method: 'POST', headers, from, body: { type: 'sandbox', fields: { username, password } } })
  for (let n = 0; n < 10; n++) assert.equal((await guess('user_good', '192.0.2.1')).status, 422)
  const refused = await guess(' USER_GOOD', '192.0.2.1')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('ratelimit-policy'), '"signIn";q=10;w=60')
  assert.equal((await guess('user_mfa', '192.0.2.1', 'pass_good')).status, 200)
  assert.equal((await guess('user_good', '192.0.2.2', 'pass_good')).status, 200)
  server.wait(60_000)
  assert.equal((await guess('user_good', '192.0.2.1', 'pass_good')).status, 200)
})

test('sign-ins that succeed use nothing up, and neither does an exchange that is down', async () => {
  const call = appWith({ ...productionLimits, signIn: { quota: 2, windowSeconds: 60 } })
  const headers = { Authorization: `Bearer ${await newSession(server)}` }
  const signIn = (username: string) =>
    call({
      path: connect,
      method: 'POST',
      headers,
      body: { type: 'sandbox', fields: { username, password: 'pass_good' } },
    })
  for (let n = 0; n < 5; n++) assert.equal((await signIn('user_good')).status, 200)
  for (let n = 0; n < 3; n++) assert.equal((await signIn('user_down')).status, 502)
})

test('wrong secrets from one address are refused at some point, right ones never', async () => {
  const call = appWith({ ...productionLimits, secret: { quota: 5, windowSeconds: 60 } })
  const wrong = { ...clientHeaders, 'X-Client-Secret': 'sk_sandbox_wrong' }
  for (let n = 0; n < 5; n++) assert.equal((await call({ path: networks, headers: wrong })).status, 401)
  assert.equal((await call({ path: networks, headers: wrong })).status, 429)
  assert.equal((await call({ path: networks })).status, 200)
  const { authCode } = await newLink(server)
  const redeem = (code: string) =>
    call({ path: '/api/v1/link/session', method: 'POST', headers: {}, body: { authCode: code } })
  assert.equal((await redeem('ac-sandbox-wrong')).status, 429)
  assert.equal((await redeem(authCode)).status, 200)
})

test('wrong link codes and secrets limit no sign-in, and no right code is refused', async () => {
  const limits = { quota: 20, windowSeconds: 60 }
  const call = appWith({ ...productionLimits, address: limits, secret: limits })
  const headers = { Authorization: `Bearer ${await newSession(server)}` }
  const { authCode } = await newLink(server)
  const open = (code: string) =>
    call({ path: '/api/v1/link/session', method: 'POST', headers: {}, body: { authCode: code } })
  const statuses: number[] = []
  for (let n = 0; n < 25; n++) statuses.push((await open(`ac-sandbox-wrong-${n}`)).status)
  assert.deepEqual(statuses, [...Array(20).fill(410), ...Array(5).fill(429)])
  const wrong = { ...clientHeaders, 'X-Client-Secret': 'sk_sandbox_wrong' }
  assert.equal((await call({ path: networks, headers: wrong })).status, 429)
  const body = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
  const signedIn = await call({ path: connect, method: 'POST', headers, body })
  assert.deepEqual([signedIn.status, signedIn.body.content?.state], [200, 'connected'])
  assert.equal((await open(authCode)).status, 200)
})

test('the daily count of wrong codes to send survives a restart', async () => {
  const settings = { rateLimits: { code: { quota: 3, windowSeconds: 86_400 } } }
  const token = await signIn(server, 'user_mfa_transfer')
  const { previewId } = await previewOf(token)
  const before = server.over(settings)
  for (let n = 0; n < 3; n++) assert.equal((await execute(before, token, previewId, '000000')).body.Status, 'MfaFailed')
  const restarted = server.over(settings)
  const refused = await execute(restarted, token, (await previewOf(token)).previewId, '000000')
  assert.deepEqual([refused.status, refused.body.ErrorType], [429, 'rateLimited'])
  server.wait(86_400_000 / 3)
  assert.equal((await execute(restarted, token, (await previewOf(token)).previewId, '000000')).body.Status, 'MfaFailed')
})

/** A preview that waits for its code. */
async function previewOf(token: string): Promise<{ previewId: string }> {
  const { PreviewId: previewId } = (await preview(server, token, '25')).body.PreviewResult
  assert.equal((await execute(server, token, previewId)).body.Status, 'MfaRequired')
  return { previewId }
}

test('X-Forwarded-For counts as far as trusted proxies wrote it', async () => {
  const limits = { ...productionLimits, secret: { quota: 1, windowSeconds: 60 } }
  const wrong = (forwarded: string) => ({
    ...clientHeaders,
    'X-Client-Secret': 'sk_sandbox_wrong',
    'X-Forwarded-For': forwarded,
  })
  const behind = appWith(limits, ['10.0.0.0/8'])
  const through = (forwarded: string, from = '10.0.0.7') =>
    behind({ path: networks, headers: wrong(forwarded), from }).then((each) => each.status)
  assert.deepEqual([await through('203.0.113.1'), await through('203.0.113.2')], [401, 401])
  assert.deepEqual([await through('198.51.100.9, 203.0.113.1, 10.1.1.1'), await through('203.0.113.1')], [429, 429])
  // Not from a proxy: the socket's address counts, whatever the header.
  assert.deepEqual([await through('203.0.113.3', '192.0.2.9'), await through('203.0.113.4', '192.0.2.9')], [401, 429])
  const direct = appWith(limits)
  const plain = (forwarded: string) => direct({ path: networks, headers: wrong(forwarded) })
  assert.deepEqual([(await plain('203.0.113.5')).status, (await plain('203.0.113.6')).status], [401, 429])
})

test('an IPv6 network counts as one caller', async () => {
  const call = appWith({ ...productionLimits, secret: { quota: 1, windowSeconds: 60 } })
  const headers = { ...clientHeaders, 'X-Client-Secret': 'sk_sandbox_wrong' }
  const from = async (address: string) => (await call({ path: networks, headers, from: address })).status
  assert.deepEqual([await from('2001:db8:1:2:3::1'), await from('2001:0db8:1:2::ffff')], [401, 429])
  assert.deepEqual([await from('2001:db8:1:3::1'), await from('::ffff:192.0.2.77')], [401, 401])
  assert.equal(await from('192.0.2.77'), 429)
})

test('a proxy that cannot be read is refused at the start', () => {
  for (const range of ['10.0.0.0/40', 'proxy.example', '10.0.0.0/x', '']) assert.throws(() => proxyList([range]))
})

test('the sandbox leaves room for load tests from one machine', () => {
  assert.ok(sandboxLimits.client.quota / sandboxLimits.client.windowSeconds >= 5_000)
})
