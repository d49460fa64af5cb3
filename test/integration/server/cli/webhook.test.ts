import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder, and nothing sends webhooks.
const path = '/api/v1/webhooks/endpoints'
let server: TestServer
let id: string
let secret: string
before(async () => {
  server = await startTestServer()
  const created = await server.post(path, { url: 'https://shop.example/webhooks', description: 'Credits balances' })
  id = created.body.content.id
  secret = created.body.content.secret
})
after(() => server.stop())

const run = (...args: string[]) => runCliHere(args, { DATA_DIR: server.folder })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

test('endpoints are listed with their client, state and backlog, and without their secret', async () => {
  const { code, out } = await run('webhook', 'list', '--client', demoClient.id.slice(0, 8))
  assert.equal(code, 0)
  assert.match(out, new RegExp(`^${id}  https://shop\\.example/webhooks\n  client   Northwind, Credits balances$`, 'm'))
  assert.match(
    out,
    /^ {2}state {4}on\n {2}backlog {2}nothing waiting\n {2}events {3}transfer\.pending.+\(format standard\)$/m,
  )
  assert.ok(!out.includes(secret))
  const [listed] = await json('webhook', 'list')
  const { clientId, failingSince, waiting, oldestWaiting, ...asOverApi } = listed
  assert.deepEqual([clientId, failingSince, waiting, oldestWaiting], [demoClient.id, null, 0, null])
  assert.deepEqual(asOverApi, (await server.get(`${path}/${id}`)).body.content)
  assert.deepEqual(
    Object.keys(listed).filter((name) => /secret|certificate/i.test(name)),
    [],
  )
})

test('a test waits, is listed as a delivery, and can be replayed', async () => {
  const { deliveryId } = await json('webhook', 'test', id.slice(0, 8))
  assert.match((await run('webhook', 'list')).out, /1 waiting since \d{4}-/)
  const { out } = await run('webhook', 'deliveries', id, '--state', 'waiting')
  assert.match(out, new RegExp(`^${deliveryId}  .+Z  test +waiting +0 tries  next try`, 'm'))
  const [delivery] = await json('webhook', 'deliveries', id)
  const { deliveries } = (await server.get(`${path}/${id}/deliveries`)).body.content
  assert.deepEqual([delivery, delivery.deliveryId], [deliveries[0], deliveryId], 'as over the API')
  assert.deepEqual(await json('webhook', 'replay', id, '--delivery', deliveryId), { replayed: 1 })
  assert.match((await run('webhook', 'replay', id, '--since', '2026-01-01')).out, /^Waiting to be sent again: \d+\.$/m)
  const unknown = await run('webhook', 'replay', id, '--delivery', demoClient.id)
  assert.deepEqual([unknown.code, unknown.error.includes('has no delivery')], [1, true])
})

test('all failed deliveries are sent again by one command', async () => {
  const { query } = server.deps.database
  const ofEndpoint = query.updateTable('webhook_delivery').where('endpoint_id', '=', id)
  await ofEndpoint.set({ state: 'failed', due_at: null, done_at: 1 }).execute()
  const failed = (await json('webhook', 'deliveries', id, '--state', 'failed')).length
  assert.ok(failed > 0)
  assert.deepEqual(await json('webhook', 'replay', id, '--failed'), { replayed: failed })
  assert.deepEqual(await json('webhook', 'deliveries', id, '--state', 'failed'), [])
  const [entry] = (await run('audit', 'list', '--json')).out.split('\n')
  assert.deepEqual(JSON.parse(entry ?? '').after, { failed: true })
})

test('a replay that is interrupted is in the audit log', async () => {
  const { query } = server.deps.database
  await query.updateTable('webhook_delivery').set({ state: 'failed', due_at: null, done_at: 1 }).execute()
  await sql`create trigger interruption before update on webhook_delivery begin select raise(abort, 'interrupted'); end`.execute(
    query,
  )
  const entries = async () =>
    (await run('audit', 'list', '--action', 'webhook.replay', '--json')).out.trim().split('\n')
  const before = await entries()
  assert.notEqual((await run('webhook', 'replay', id, '--failed')).code, 0)
  assert.equal((await entries()).length, before.length + 1)
  await sql`drop trigger interruption`.execute(query)
})

test('a request without a response is listed with its possible causes', async () => {
  const [{ deliveryId }] = await json('webhook', 'deliveries', id)
  const attempt = { endpoint_id: id, event_id: deliveryId, at: 0, duration_ms: 7, status: null, response_start: '' }
  const { query } = server.deps.database
  const reasons = ['refused', 'timeout', 'tls'] as const
  const rows = reasons.map((reason, index) => ({ ...attempt, n: index + 1, reason }))
  await query.insertInto('webhook_attempt').values(rows).execute()
  const { out } = await run('webhook', 'deliveries', id)
  assert.match(
    out,
    /refused: unknown name, address not allowed, .+ {2}7 ms\n.+timeout: no connection .+\n.+tls: the cert/,
  )
  await query.deleteFrom('webhook_attempt').execute()
})

test('an endpoint is paused and resumed', async () => {
  assert.match((await run('webhook', 'pause', id)).out, /^https:\/\/shop\.example\/webhooks is paused\.$/m)
  assert.match((await run('webhook', 'list')).out, /^ {2}state {4}paused by the operator$/m)
  assert.equal((await server.get(`${path}/${id}`)).body.content.stateReason, 'operator')
  const { out } = await run('webhook', 'test', id)
  assert.match(out, new RegExp(`^The endpoint is paused\\. .+ once it is on: transfer-link webhook resume ${id}$`, 'm'))
  assert.ok(!(await run('webhook', 'deliveries', id)).out.includes('next try'))
  assert.deepEqual(await json('webhook', 'resume', id), { endpointId: id, state: 'on' })
  assert.equal((await server.get(`${path}/${id}`)).body.content.state, 'on')
})

test('the list shows when a paused endpoint that fails is tried next', async () => {
  const { query } = server.deps.database
  const set = (row: object) => query.updateTable('webhook_endpoint').set(row).where('id', '=', id).execute()
  const [since, until] = [Date.parse('2026-11-20T14:00:00Z'), Date.parse('2099-11-20T14:05:00Z')]
  await set({ state: 'paused', failing_since: since, paused_until: until })
  const { out } = await run('webhook', 'list')
  assert.match(out, /paused \(failing since 2026-11-20T14:00:00\.000Z, next try 2099-11-20T14:05:00\.000Z\)/)
  assert.match((await run('webhook', 'deliveries', id)).out, /next try 2099-11-20T14:05:00\.000Z/)
  await run('webhook', 'resume', id)
})

test('wrong arguments change nothing and are explained', async () => {
  for (const args of [
    ['pause'],
    ['pause', id, id],
    ['replay', id],
    ['replay', id, '--delivery', 'x'],
    ['replay', id, '--since', 'yesterday'],
    ['replay', id, '--since', '2026-01-01', '--delivery', id],
    ['replay', id, '--since', '2026-01-01', '--failed'],
    ['deliveries', id, '--state', 'lost'],
    ['deliveries', id, '--limit', '0'],
  ])
    assert.equal((await run('webhook', ...args)).code, 2, args.join(' '))
  const unknown = await run('webhook', 'pause', 'ffffffff')
  assert.equal(unknown.code, 1)
  assert.match(unknown.error, /ffffffff does not match exactly one webhook endpoint\. "transfer-link webhook list"/)
  assert.equal((await server.get(`${path}/${id}`)).body.content.state, 'on')
})

test('an endpoint is created with a secret that is shown once, and the secret can be rotated', async () => {
  const args = ['webhook', 'create', demoClient.id, 'https://shop.example/cli', '--type', 'transfer.succeeded']
  const created = await json(...args, '--description', 'By the operator')
  assert.match(created.secret, /^whsec_/)
  const read = (await server.get(`${path}/${created.id}`)).body.content
  assert.deepEqual([read.types, read.description, read.format], [['transfer.succeeded'], 'By the operator', 'standard'])
  const rotated = await run('webhook', 'rotate', created.id)
  assert.match(rotated.out, /^secret {2}whsec_\S+\nThe old secret also signs until \d{4}-/m)
  assert.ok(!rotated.out.includes(created.secret))
  const refused = await run('webhook', 'create', demoClient.id, 'https://10.0.0.1/')
  assert.deepEqual([refused.code, /10\.0\.0\.1 is an internal address/.test(refused.error)], [1, true])
  assert.equal((await run('webhook', 'create', demoClient.id, 'https://shop.example/', '--type', 'all')).code, 2)
  assert.equal((await run('webhook', 'create', demoClient.id, 'https://shop.example/', '--format', 'xml')).code, 2)
})
