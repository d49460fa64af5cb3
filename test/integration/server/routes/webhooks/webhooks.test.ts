import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../../support/test-server.ts'

const path = '/api/v1/webhooks/endpoints'
const url = 'https://shop.example/webhooks'
let server: TestServer
let other: Record<string, string>
before(async () => {
  server = await startTestServer()
  other = await server.newClient(['https://other.example/back'])
})
after(() => server.stop())

const errorOf = ({ status, body }: ApiResponse) => [status, body.errorType]
const change = (id: string, body: object, headers: Record<string, string> = clientHeaders) =>
  server.request('PATCH', `${path}/${id}`, headers, body)
const remove = (id: string, headers: Record<string, string> = clientHeaders) =>
  server.request('DELETE', `${path}/${id}`, headers)

async function create(body: object = { url }, headers: Record<string, string> = clientHeaders) {
  const response = await server.post(path, body, headers)
  assert.equal(response.status, 200, response.text)
  return response.body.content
}

test('an endpoint is created with its secret, and only the response of its creation contains it', async () => {
  const { secret, ...created } = await create({ URL: url, Description: 'Credits balances' })
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual([created.url, created.format, created.state], [url, 'standard', 'on'])
  assert.ok(created.types.includes('transfer.succeeded') && !created.types.includes('transfer.attention'))
  const read = await server.get(`${path}/${created.id.toUpperCase()}`)
  assert.deepEqual(read.body.content, created)
  const listed = (await server.get(path)).body.content.endpoints
  assert.deepEqual(listed, [created])
  const rows = await server.deps.database.query.selectFrom('webhook_endpoint').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows) + server.logged(), new RegExp(secret.slice(6, 30).replace(/\+/g, '\\+')))
  await remove(created.id)
})

test('its fields change one by one', async () => {
  const { secret: _, ...created } = await create()
  const paused = (await change(created.id, { state: 'paused', types: ['transfer.attention', 'transfer.attention'] }))
    .body
  assert.deepEqual(paused.content, {
    ...{ ...created, state: 'paused', stateReason: 'client' },
    types: ['transfer.attention'],
  })
  const resumed = (await change(created.id, { state: 'on', url: `${url}/2`, description: 'New' })).body.content
  assert.deepEqual(
    [resumed.state, resumed.stateReason, resumed.url, resumed.description, resumed.types],
    ['on', null, `${url}/2`, 'New', ['transfer.attention']],
  )
  assert.deepEqual((await change(created.id, {})).body.content, resumed)
  await remove(created.id)
})

test('a URL is stored in its normal form, and another spelling of it does not end a pause after failures', async () => {
  const spellings = [
    'HTTPS://SHOP.EXAMPLE:443/webhooks',
    'https:shop.example/a/../webhooks',
    'https:\\\\shop.example\\webhooks',
  ]
  const { id, ...created } = await create({ url: spellings[0] })
  assert.equal(created.url, url)
  const failing = { state: 'paused', paused_until: server.deps.now().getTime() + 3_600_000 } as const
  await server.deps.database.query.updateTable('webhook_endpoint').set(failing).where('id', '=', id).execute()
  for (const spelling of spellings) {
    const { content } = (await change(id, { url: spelling })).body
    assert.deepEqual([content.url, content.state, content.stateReason], [url, 'paused', 'failing'], spelling)
  }
  assert.equal((await change(id, { url: 'https://Shop.example' })).body.content.url, 'https://shop.example/')
  assert.equal((await change(id, { url: 'https://./' })).body.errorType, 'webhookUrlRefused')
  await remove(id)
})

test('a rotation returns another secret, and the old one signs for 24 hours', async () => {
  const { id, secret } = await create()
  const { content } = (await server.post(`${path}/${id}/rotate-secret`)).body
  assert.match(content.secret, /^whsec_/)
  assert.notEqual(content.secret, secret)
  const hours = (Date.parse(content.oldSecretValidUntil) - server.deps.now().getTime()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24)
  await remove(id)
})

test('another client can neither see nor change it', async () => {
  const { id } = await create()
  const refused = [
    await server.get(`${path}/${id}`, other),
    await change(id, { state: 'paused' }, other),
    await remove(id, other),
    await server.post(`${path}/${id}/rotate-secret`, {}, other),
    await server.post(`${path}/${id}/test`, {}, other),
    await server.get(`${path}/${id}/deliveries`, other),
    await server.post(`${path}/${id}/replay`, { since: '2026-11-20T14:02:00Z' }, other),
    await server.get(`${path}/none`),
  ]
  assert.deepEqual(refused.map(errorOf), Array(refused.length).fill([404, 'webhookNotFound']))
  assert.deepEqual((await server.get(path, other)).body.content, { endpoints: [] })
  assert.equal((await server.get(`${path}/${id}`)).body.content.state, 'on')
  await remove(id)
})

test('what a request must not contain is refused with the name of the field', async () => {
  for (const [body, error, field] of [
    [{}, 'missingField', 'url'],
    [{ url: 'shop.example' }, 'webhookUrlRefused', 'url'],
    [{ url: 'https://user:secret@shop.example/' }, 'webhookUrlRefused', 'url'],
    [{ url, types: [] }, 'invalidField', 'types'],
    [{ url, types: ['transfer.done'] }, 'invalidField', 'types[0]'],
    [{ url, format: 'mesh', types: ['account.connected'] }, 'invalidField', 'types'],
    [{ url, format: 'xml' }, 'invalidField', 'format'],
  ] as const) {
    const response = await server.post(path, body)
    assert.deepEqual([response.body.errorType, response.body.errorData?.field], [error, field], response.text)
  }
  const { id } = await create({ url, format: 'mesh' })
  assert.deepEqual(errorOf(await change(id, { types: ['account.connected'] })), [400, 'invalidField'])
  assert.equal((await change(id, { url: 'https://10.0.0.1/' })).body.errorType, 'webhookUrlRefused')
  const { errorType, errorData } = (await change(id, { format: 'standard' })).body
  assert.deepEqual(
    [errorType, errorData.field, errorData.problem],
    ['invalidField', 'format', 'cannot be changed: create another endpoint'],
  )
  assert.equal((await change(id, { format: null })).status, 200)
  await remove(id)
})

test('a client has at most 16 endpoints, and a deleted one is gone', async () => {
  const created = []
  for (let n = 0; n < 16; n++) created.push((await create()).id)
  assert.deepEqual(errorOf(await server.post(path, { url })), [409, 'tooManyWebhooks'])
  const [first] = created
  assert.deepEqual((await remove(first)).body, { content: null, status: 'ok', message: '' })
  assert.deepEqual(errorOf(await remove(first)), [404, 'webhookNotFound'])
  await create()
  for (const { id } of (await server.get(path)).body.content.endpoints) await remove(id)
})
