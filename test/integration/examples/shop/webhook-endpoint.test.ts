import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type EndpointSettings, registerEndpoint } from '../../../../examples/shop/webhook-endpoint.ts'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const url = 'https://shop.example/webhooks/transfer-link'
let server: TestServer
let folder: string
let settings: EndpointSettings
before(async () => {
  server = await startTestServer()
  const { port } = await server.listen()
  folder = await mkdtemp(join(tmpdir(), 'shop-'))
  const apiUrl = `http://127.0.0.1:${port}`
  const file = join(folder, 'webhook-secret.json')
  settings = {
    apiUrl,
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
    url: url.replace('shop', 'Shop'),
    file,
  }
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function endpoints(): Promise<{ id: string; url: string; state: string; stateReason: string | null }[]> {
  return (await server.get('/api/v1/webhooks/endpoints')).body.content.endpoints
}

test('the shop registers its endpoint once, and stores the secret for itself only', async () => {
  const secret = await registerEndpoint(settings)
  assert.match(secret, /^whsec_/)
  assert.equal((await stat(settings.file)).mode & 0o777, 0o600)
  const [first] = await endpoints()
  assert.equal(await registerEndpoint(settings), secret)
  assert.deepEqual(await endpoints(), [first])
  assert.equal(first?.url, url)
})

test('a lost secret replaces the endpoint, and an endpoint of another URL stays', async () => {
  await server.post('/api/v1/webhooks/endpoints', { url: 'https://shop.example/other' })
  const secret = await registerEndpoint(settings)
  const before = await endpoints()
  await rm(settings.file)
  assert.notEqual(await registerEndpoint(settings), secret)
  const now = await endpoints()
  assert.deepEqual(now.map((endpoint) => endpoint.url).sort(), ['https://shop.example/other', url])
  assert.notEqual(now.find((each) => each.url === url)?.id, before.find((each) => each.url === url)?.id)
})

test('an endpoint that the server turned off is replaced, and one that it paused is on again', async () => {
  const secret = await registerEndpoint(settings)
  const ours = async () => (await endpoints()).filter((each) => each.url === url)
  const [first] = await ours()
  const update = (changes: object) => server.deps.database.query.updateTable('webhook_endpoint').set(changes).execute()
  await update({ state: 'paused', paused_until: server.deps.now().getTime() + 60_000 })
  assert.equal(await registerEndpoint(settings), secret)
  assert.deepEqual(await ours(), [{ ...first, state: 'on', stateReason: null }])
  await update({ state: 'paused', paused_until: null })
  await registerEndpoint(settings)
  const [paused] = await ours()
  assert.deepEqual([paused?.state, paused?.stateReason], ['paused', 'client'])
  await update({ state: 'off', off_reason: 'failing' })
  assert.notEqual(await registerEndpoint(settings), secret)
  const [last, ...others] = await ours()
  assert.deepEqual([last?.state, others], ['on', []])
})
