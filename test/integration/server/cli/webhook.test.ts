import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
  assert.match(out, new RegExp(`^${id}  https://shop\\.example/webhooks  .+  Credits balances$`, 'm'))
  assert.match(out, /^ {2}on, nothing waiting, format standard: transfer\.pending/m)
  assert.ok(!out.includes(secret))
  const [listed] = await json('webhook', 'list')
  assert.deepEqual([listed.id, listed.state, listed.waiting, listed.oldestWaiting], [id, 'on', 0, null])
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
  assert.deepEqual([delivery.id, delivery.attempts], [deliveryId, []])
  assert.deepEqual(await json('webhook', 'replay', id, '--delivery', deliveryId), { replayed: 1 })
  assert.match((await run('webhook', 'replay', id, '--since', '2026-01-01')).out, /^Waiting to be sent again: \d+\.$/m)
  const unknown = await run('webhook', 'replay', id, '--delivery', demoClient.id)
  assert.deepEqual([unknown.code, unknown.error.includes('has no delivery')], [1, true])
})

test('an endpoint is paused and resumed', async () => {
  assert.match((await run('webhook', 'pause', id)).out, /^https:\/\/shop\.example\/webhooks is paused\.$/m)
  assert.match((await run('webhook', 'list')).out, /^ {2}paused by request/m)
  assert.equal((await server.get(`${path}/${id}`)).body.content.stateReason, 'client')
  assert.deepEqual(await json('webhook', 'resume', id), { endpointId: id, state: 'on' })
  assert.equal((await server.get(`${path}/${id}`)).body.content.state, 'on')
})

test('wrong arguments change nothing and are explained', async () => {
  for (const args of [
    ['pause'],
    ['pause', id, id],
    ['replay', id],
    ['replay', id, '--delivery', 'x'],
    ['replay', id, '--since', 'yesterday'],
    ['replay', id, '--since', '2026-01-01', '--delivery', id],
    ['deliveries', id, '--state', 'lost'],
    ['deliveries', id, '--limit', '0'],
  ])
    assert.equal((await run('webhook', ...args)).code, 2, args.join(' '))
  const unknown = await run('webhook', 'pause', 'ffffffff')
  assert.equal(unknown.code, 1)
  assert.match(unknown.error, /ffffffff does not match exactly one webhook endpoint\. "npx transfer-link webhook list"/)
  assert.equal((await server.get(`${path}/${id}`)).body.content.state, 'on')
})
