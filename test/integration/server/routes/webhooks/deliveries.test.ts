import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { execute, preview, signIn, untilEnded } from '../../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../../support/test-server.ts'

// Nothing sends webhooks here: deliveries stay waiting.
const path = '/api/v1/webhooks/endpoints'
let server: TestServer
let id: string
let transferId: string
before(async () => {
  server = await startTestServer()
  id = (await server.post(path, { url: 'https://shop.example/webhooks' })).body.content.id
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  transferId = (await execute(server, token, PreviewId)).body.TransferResult.TransferId
  await untilEnded(server, transferId)
})
after(() => server.stop())

const deliveries = async (query = '') => (await server.get(`${path}/${id}/deliveries${query}`)).body.content
const events = async (query = '') => (await server.get(`/api/v1/events${query}`)).body.content

test('the events of a transfer wait in order, and only the first one is due', async () => {
  const { deliveries: found, nextCursor } = await deliveries()
  assert.equal(nextCursor, null)
  const ofTransfer = found.filter((delivery: { transferId: string }) => delivery.transferId === transferId)
  assert.deepEqual(
    ofTransfer.map(({ type, state, tries, attempts }: Record<string, unknown>) => [type, state, tries, attempts]),
    [
      ['transfer.succeeded', 'waiting', 0, []],
      ['transfer.pending', 'waiting', 0, []],
    ],
  )
  assert.equal(ofTransfer[0].nextTryAt, null)
  assert.notEqual(ofTransfer[1].nextTryAt, null)
})

test('the next try of a delivery depends on the state of its endpoint', async () => {
  const { query } = server.deps.database
  const set = (row: object) => query.updateTable('webhook_endpoint').set(row).where('id', '=', id).execute()
  const nextTries = async () =>
    (await deliveries()).deliveries
      .map(({ nextTryAt }: { nextTryAt: string | null }) => nextTryAt)
      .filter((at: string | null) => at !== null)
  const whileOn = await nextTries()
  assert.notDeepEqual(whileOn, [])
  const retryAt = new Date(server.deps.now().getTime() + 60_000)
  await set({ state: 'paused', paused_until: retryAt.getTime() })
  assert.deepEqual(await nextTries(), Array(whileOn.length).fill(retryAt.toISOString()))
  assert.equal((await server.get(`${path}/${id}`)).body.content.retryAt, retryAt.toISOString())
  await set({ paused_until: null })
  assert.deepEqual(await nextTries(), [], 'paused by its client')
  await set({ state: 'off' })
  assert.deepEqual(await nextTries(), [])
  await set({ state: 'on', paused_until: server.deps.now().getTime() - 60_000 })
  assert.deepEqual(await nextTries(), whileOn)
  assert.equal((await server.get(`${path}/${id}`)).body.content.retryAt, null)
  await set({ paused_until: null })
})

test('pages follow each other without gap and repetition', async () => {
  const all = (await deliveries()).deliveries
  const first = await deliveries('?limit=1')
  const rest = await deliveries(`?limit=100&cursor=${first.nextCursor}`)
  assert.deepEqual([...first.deliveries, ...rest.deliveries], all)
  assert.deepEqual((await deliveries('?state=delivered')).deliveries, [])
  assert.equal((await server.get(`${path}/${id}/deliveries?cursor=x`)).body.errorType, 'invalidField')
})

test('the event list has the transfer as of each event, and goes on from where it ended', async () => {
  const { events: found, next } = await events('?types=transfer.pending,transfer.succeeded')
  const ofTransfer = found.filter(({ data }: { data: { transferId: string } }) => data.transferId === transferId)
  assert.deepEqual(
    ofTransfer.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
      type,
      data.status,
      data.amount,
    ]),
    [
      ['transfer.pending', 'Pending', 5],
      ['transfer.succeeded', 'Succeeded', 5],
    ],
  )
  const { content } = (await server.get(`/api/v1/transfers/${transferId}`)).body
  const last = ofTransfer[1].data
  assert.deepEqual(last.timeline, content.timeline)
  assert.equal(last.eventHash, content.timeline.find((event: { n: number }) => event.n === last.sequence).hash)
  assert.equal(ofTransfer[0].data.hash, '')
  assert.deepEqual(await events(`?after=${next}`), { events: [], next })
  const one = await events('?limit=1')
  const second = await events(`?limit=1&after=${one.next}`)
  assert.deepEqual([...one.events, ...second.events], (await events('?limit=2')).events)
  assert.equal(second.events.length, 1)
})

test('what a query must not contain is refused', async () => {
  for (const [query, field] of [
    ['?after=-1', 'after'],
    ['?after=x', 'after'],
    ['?after=999999999999999', 'after'],
    ['?limit=0', 'limit'],
    ['?types=transfer.done', 'types'],
  ])
    assert.equal((await server.get(`/api/v1/events${query}`)).body.errorData.field, field)
})

test('another client’s list has none of these events', async () => {
  const other = await server.newClient(['https://other.example/back'])
  assert.deepEqual((await server.get('/api/v1/events', other)).body.content.events, [])
})

test('a test waits like an event, and the sixth in a minute is refused', async () => {
  const sent = []
  for (let n = 0; n < 5; n++) sent.push((await server.post(`${path}/${id}/test`)).body.content.deliveryId)
  const now = server.deps.now().getTime()
  const sentAgo = [-50_400, -40_000, -30_000, -20_000, 0].map((ago) => now + ago)
  const { query } = server.deps.database
  await query
    .updateTable('webhook_endpoint')
    .set({ tests_sent: JSON.stringify(sentAgo) })
    .where('id', '=', id)
    .execute()
  const sixth = await server.post(`${path}/${id}/test`)
  assert.deepEqual([sixth.status, sixth.body.errorType], [429, 'rateLimited'])
  const wait = Number(sixth.headers.get('retry-after'))
  assert.ok(wait >= 5 && wait <= 10, 'until the oldest of the five is a minute old')
  const found = (await deliveries()).deliveries.filter(({ type }: { type: string }) => type === 'test')
  assert.deepEqual(new Set(found.map((delivery: { deliveryId: string }) => delivery.deliveryId)), new Set(sent))
})

test('replays name a delivery or a time, and what they name must exist', async () => {
  const replay = (body: object) => server.post(`${path}/${id}/replay`, body, clientHeaders)
  const [{ deliveryId }] = (await deliveries('?limit=1')).deliveries
  assert.deepEqual((await replay({ deliveryId })).body.content, { replayed: 1 })
  const before = (await deliveries('?limit=100')).deliveries.length
  const since = await replay({ since: '2020-01-01T00:00:00Z' })
  assert.ok(since.body.content.replayed >= 2)
  assert.equal((await deliveries('?limit=100')).deliveries.length, before)
  const unknown = await replay({ deliveryId: '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01' })
  assert.deepEqual([unknown.status, unknown.body.errorType], [404, 'webhookDeliveryNotFound'])
  assert.equal((await replay({})).body.errorType, 'missingField')
  assert.equal((await replay({ deliveryId, since: '2020-01-01T00:00:00Z' })).body.errorType, 'invalidField')
  assert.equal((await replay({ since: 'yesterday' })).body.errorData.field, 'since')
})

test('of the replays since a time, one runs, one waits, and a third is refused', async () => {
  const replay = () => server.post(`${path}/${id}/replay`, { since: '2020-01-01T00:00:00Z' })
  const { database } = server.deps
  const ended = Promise.withResolvers<void>()
  server.deps.database = { ...database, pause: () => ended.promise }
  try {
    const replays = [replay(), replay(), replay()]
    const third = await Promise.race(replays)
    assert.deepEqual([third.status, third.body.errorType, third.headers.get('retry-after')], [429, 'rateLimited', '5'])
    ended.resolve()
    const statuses = (await Promise.all(replays)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 429])
  } finally {
    ended.resolve()
    server.deps.database = database
  }
})
