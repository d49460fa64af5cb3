import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { listenOnLoopback } from '../../../../sandbox/exchange/http.ts'
import { errorMs, slowMs } from '../../../../sandbox/webhooks/mode.ts'
import { type Receiver, startReceiver } from '../../../../sandbox/webhooks/receiver.ts'
import { receiverRoutes } from '../../../../sandbox/webhooks/receiver-routes.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const authority = readFileSync(
  new URL('../../../../sandbox/webhooks/certificates/authority.pem', import.meta.url),
  'utf8',
)
const body = '{"id":"event-1","type":"test","data":{"amount":1234567.890123456789012345}}'
let folder: string
let receiver: Receiver
let page: { port: number; close(): void }
let now = Date.UTC(2026, 10, 24)
let waits: number[]
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-'))
})
after(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  waits = []
  const wait = async (ms: number) => void waits.push(ms)
  receiver = await startReceiver({ folder, ports: { http: 0, https: 0 }, now: () => now, wait })
  page = await listenOnLoopback(receiverRoutes(receiver, 'http://localhost:4000'), 0)
})
afterEach(async () => {
  page.close()
  receiver.secrets.clear()
  await receiver.close()
})

/** The status of the response, or the code of the error. */
function post(url: string, headers: Record<string, string> = {}): Promise<number | string> {
  const send = url.startsWith('https') ? requestTls : requestPlain
  return new Promise((resolve) => {
    const request = send(url, { method: 'POST', headers, ca: authority, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end(body)
  })
}

function signedHeaders(by = secret, at = new Date()): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signature = new Webhook(by).sign('event-1', at, body)
  return { 'webhook-id': 'event-1', 'webhook-timestamp': seconds, 'webhook-signature': signature }
}

async function call(method: string, path: string, content?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`http://localhost:${page.port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(content && { body: JSON.stringify(content) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a response is checked by the test
  return { status: response.status, body: (await response.json()) as any }
}

test('each mode fails as its name says, and the receiver is up again afterwards', async () => {
  const { http, https } = receiver.urls
  const both = async () => [await post(http), await post(https)]
  assert.deepEqual(await both(), [200, 200])
  const results: Record<string, unknown> = {}
  for (const mode of ['down', 'error', 'gone', 'wrongCertificate', 'slow', 'up']) {
    assert.equal((await call('PUT', '/mode', { mode })).status, 200)
    results[mode] = await both()
  }
  assert.deepEqual(results, {
    down: ['ECONNREFUSED', 'ECONNREFUSED'],
    error: [500, 500],
    gone: [410, 410],
    wrongCertificate: [200, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    slow: [200, 200],
    up: [200, 200],
  })
  assert.deepEqual(waits, [slowMs, slowMs])
})

test('the 500s end by themselves', async () => {
  await receiver.setMode('error')
  now += errorMs - 1
  assert.equal(await post(receiver.urls.http), 500)
  now += 1
  assert.equal(await post(receiver.urls.http), 200)
  assert.equal(receiver.mode(), 'up')
})

test('changes that come at once are made one after the other', async () => {
  await Promise.all((['down', 'up', 'down', 'up'] as const).map(receiver.setMode))
  assert.equal(await post(receiver.urls.http), 200)
})

test('a request is shown with its headers and bytes, and with the result of the check of its signature', async () => {
  const { http } = receiver.urls
  await post(`${http}hooks?a=1`, { 'X-Test': '<b>' })
  assert.equal((await call('POST', '/secrets', { secret })).status, 200)
  await post(http, signedHeaders())
  await post(http, signedHeaders(`whsec_${Buffer.alloc(32, 2).toString('base64')}`))
  await post(http, signedHeaders(secret, new Date(Date.now() - 360_000)))
  const { requests, secrets } = (await call('GET', '/state?after=0')).body
  assert.equal(secrets, 1)
  assert.deepEqual(
    requests.map(({ n, isGenuine, signature }: Record<string, unknown>) => [n, isGenuine, signature]),
    [
      [1, false, 'Not checked: enter the secret first.'],
      [2, true, 'The signature verifies.'],
      [3, false, 'Refused: No matching signature found.'],
      [4, false, 'Refused: Message timestamp too old.'],
    ],
  )
  const [{ request, status }] = requests
  assert.deepEqual([request.url, request.method, request.body, status], [`${http}hooks?a=1`, 'POST', body, 200])
  assert.ok(request.headers.some(([name, value]: string[]) => name === 'x-test' && value === '<b>'))
  assert.deepEqual((await call('GET', '/state?after=4')).body.requests, [])
})

test('a secret is stored for this user only, and never returned', async () => {
  const refused = await call('POST', '/secrets', { secret: 'sk_sandbox_demo' })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'bad_request'])
  await call('POST', '/secrets', { secret })
  assert.equal((await stat(join(folder, 'secrets.json'))).mode & 0o777, 0o600)
  const state = JSON.stringify((await call('GET', '/state')).body)
  assert.ok(!state.includes(secret.slice(6)))
  await call('DELETE', '/secrets', {})
  assert.equal((await call('GET', '/state')).body.secrets, 0)
})

test('other origins, other names of this machine and unknown modes are refused', async () => {
  const foreign = await call('PUT', '/mode', { mode: 'down' }, { origin: 'https://attacker.example' })
  assert.equal(foreign.status, 403)
  const unknown = await call('PUT', '/mode', { mode: 'sideways' })
  assert.match(unknown.body.error.message, /^mode must be one of up, down, slow, error, gone, wrongCertificate\.$/)
  assert.equal(receiver.mode(), 'up')
})
