import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { recordEvent } from '../../../../server/events/record-event.ts'
import { isPostgres } from '../../../../server/storage/dialect.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'
import { lastFailures } from '../../../../server/webhooks/last-failures.ts'
import { countBacklogs } from '../../../../server/webhooks/list-backlogs.ts'
import { listDeliveries, listDue } from '../../../../server/webhooks/list-deliveries.ts'
import { pageOfEndpoints, type WebhookEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine } from '../../../support/console-of-engine.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { rowsRead } from '../../../support/rows-read.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const reason = 'The receiver was down'

describe('webhooks in the console', () => {
  let engine: Engine
  let hooks: WebhookEngine
  let tested: TestConsole
  let operator: string
  let endpoint: WebhookEndpoint
  before(async () => {
    engine = await startEngine()
    hooks = webhookEngine(engine.deps.database, engine.deps.now)
    tested = consoleOfEngine(engine)
    operator = await tested.signedIn('operator', 'Olga')
    endpoint = await hooks.addEndpoint(engine.clientId, { url: 'https://shop.example/hooks?key=hidden' })
  })
  after(() => engine.close())

  const get = async (path: string) => {
    const { status, body, text } = await tested.request('GET', path, { session: operator })
    assert.equal(status, 200, text)
    for (const secret of ['hidden', 'sealed']) assert.ok(!text.includes(secret), text)
    return body
  }
  const act = (action: string, body: object = {}) =>
    tested.request('POST', `/api/webhooks/${endpoint.id}/${action}`, { session: operator, body: { reason, ...body } })
  const row = () => get(`/api/webhooks/${endpoint.id}`)
  const deliveries = (filter = '') => get(`/api/webhooks/${endpoint.id}/deliveries${filter}`)
  const record = async (subjectId: string, ordinal: number): Promise<string> => {
    const event = { id: randomUUID(), clientId: engine.clientId, type: 'account.connected' as const, data: { ordinal } }
    const whole = { ...event, at: engine.deps.now(), subjectId, ordinal }
    await inTransaction(engine.deps.database, (query) => recordEvent(query, whole, { isFirst: false }))
    return event.id
  }
  const failAll = async () => {
    await engine.deps.database.query
      .updateTable('webhook_delivery')
      .set({ state: 'failed', due_at: null, done_at: engine.deps.now().getTime() })
      .where('endpoint_id', '=', endpoint.id)
      .where('state', '=', 'waiting')
      .execute()
  }

  test('an endpoint is listed with its client, backlog, oldest waiting event and last failure', async () => {
    const firstAt = engine.deps.now()
    await record('a', 1)
    await record('a', 2)
    hooks.respond = () => responseOf(503)
    await hooks.serve()
    // The counts are as fresh as they are cheap.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { rows } = await get('/api/webhooks')
    const [listed] = rows
    assert.deepEqual(
      [rows.length, listed.id, listed.client.name, listed.url],
      [1, endpoint.id, (await get(`/api/clients/${engine.clientId}`)).name, 'https://shop.example/hooks?…'],
    )
    assert.deepEqual([listed.waiting, listed.oldestWaitingAt], [2, firstAt.toISOString()])
    assert.deepEqual([listed.lastFailure.status, listed.lastFailure.reason], [503, 'status'])
    assert.deepEqual((await get(`/api/webhooks?client=${engine.clientId}&state=on`)).rows.length, 1)
    assert.deepEqual((await get('/api/webhooks?state=failing')).rows, [])
    assert.deepEqual((await get('/api/webhooks?client=none')).rows, [])
  })

  test('a delivery shows each request without its signatures, the body, and the response', async () => {
    const { rows } = await deliveries()
    const [tried] = rows.filter(({ tries }: { tries: number }) => tries > 0)
    const detail = await get(`/api/webhooks/${endpoint.id}/deliveries/${tried.id}`)
    const [attempt] = detail.attempts
    assert.deepEqual([attempt.status, attempt.response], [503, 'status 503'])
    assert.deepEqual(Object.keys(attempt.headers), ['content-type', 'webhook-id', 'webhook-timestamp'])
    assert.deepEqual(attempt.headers['webhook-id'], tried.id)
    assert.equal(JSON.parse(detail.body).id, tried.id)
    const unknown = `/api/webhooks/${endpoint.id}/deliveries/${randomUUID()}`
    assert.equal((await tested.request('GET', unknown, { session: operator })).status, 404)
  })

  test('deliveries are filtered by state, subject and time, and those that are sent next come first', async () => {
    const waiting = (await deliveries('?state=waiting')).rows
    assert.equal(waiting.length, 1, 'the second event of the subject follows the first one')
    assert.ok(waiting[0].nextTryAt !== null)
    assert.equal((await deliveries('?transfer=a')).rows.length, 2)
    assert.equal((await deliveries('?transfer=a&state=waiting')).rows.length, 2)
    assert.equal((await deliveries('?transfer=b')).rows.length, 0)
    engine.wait(1_000)
    assert.equal((await deliveries(`?since=${engine.deps.now().toISOString()}`)).rows.length, 0)
  })

  test('an endpoint is paused, tested while it waits, and resumed, each with its entry', async () => {
    assert.equal((await act('pause')).status, 200)
    assert.deepEqual([(await row()).state, (await row()).stateReason], ['paused', 'operator'])
    const test = await act('test')
    assert.equal(test.status, 200)
    assert.ok((await deliveries()).rows.some(({ id }: { id: string }) => id === test.body.deliveryId))
    assert.equal((await act('resume')).status, 200)
    assert.equal((await row()).state, 'on')
    const { rows } = await get('/api/audit?action=webhook')
    assert.deepEqual(
      rows.slice(0, 3).map((entry: { action: string; reason: string }) => [entry.action, entry.reason]),
      ['webhook.resume', 'webhook.test', 'webhook.pause'].map((action) => [action, reason]),
    )
    for (let n = 0; n < 4; n++) await act('test')
    const { status, body } = await act('test')
    assert.deepEqual([status, body.errorType], [409, 'conflict'])
  })

  test('one delivery, all failed ones and all since a time are sent again in order', async () => {
    hooks.respond = () => responseOf(200)
    engine.wait(600_000)
    await hooks.serve()
    const since = engine.deps.now().toISOString()
    const ids = [await record('x', 1), await record('x', 2), await record('y', 1)]
    await failAll()
    hooks.received.length = 0
    const sent = async () => {
      await hooks.serve()
      return hooks.received.splice(0).map(({ id }) => id)
    }
    assert.deepEqual((await act('replay', { deliveryId: ids[0] })).body, { replayed: 1 })
    assert.deepEqual(await sent(), [ids[0]])
    assert.equal((await deliveries('?state=failed')).rows.length, 2)
    assert.deepEqual((await act('replay', { failed: true })).body, { replayed: 2 })
    assert.deepEqual((await sent()).sort(), ids.slice(1).sort())
    assert.equal((await deliveries('?state=failed')).rows.length, 0)
    assert.deepEqual((await act('replay', { since })).body, { replayed: 3 })
    const again = await sent()
    assert.deepEqual(
      again.filter((id) => id !== ids[2]),
      ids.slice(0, 2),
    )
    const { rows } = await get('/api/audit?action=webhook.replay')
    assert.deepEqual(
      rows.map((entry: { after: object }) => entry.after),
      [{ since }, { failed: true }, { deliveryId: ids[0] }],
    )
  })

  test('a replay that names nothing, or too much, is refused', async () => {
    for (const body of [{}, { failed: true, deliveryId: randomUUID() }, { deliveryId: 'x' }, { since: 'yesterday' }])
      assert.equal((await act('replay', body)).status, 400, JSON.stringify(body))
    assert.equal((await act('replay', { deliveryId: randomUUID() })).status, 404)
  })

  test('no list reads deliveries, attempts or endpoints that it does not show', async () => {
    const { database } = engine.deps
    for (let from = 0; from < 4_000; from += 200) {
      const times = Array.from({ length: 200 }, (_, n) => from + n + 1)
      const deliveries = times.map((at) => ({
        ...{ endpoint_id: endpoint.id, event_id: `old ${at}`, subject_id: `old ${at}`, ordinal: 1 },
        ...{ state: 'delivered' as const, created_at: at, done_at: at, due_at: null },
        ...{ tries: 1, tries_before: 0, replays: 0, rejections: 0 },
      }))
      const events = times.map((at) => ({
        ...{ id: `old ${at}`, client_id: engine.clientId, type: 'account.connected', at },
        ...{ subject_id: `old ${at}`, ordinal: 1, data: '{}' },
      }))
      const attempts = times.map((at) => ({
        ...{ endpoint_id: endpoint.id, event_id: `old ${at}`, n: 1, at, duration_ms: 5 },
        ...{ status: 200, reason: null, response_start: '' },
      }))
      await database.query.insertInto('client_event').values(events).execute()
      await database.query.insertInto('webhook_delivery').values(deliveries).execute()
      await database.query.insertInto('webhook_attempt').values(attempts).execute()
    }
    const endpointId = endpoint.id
    // One delivery was tried very often.
    const often = { endpoint_id: endpointId, event_id: 'old 1' }
    await database.query
      .updateTable('webhook_delivery')
      .set({ state: 'failed', tries: 3_000 })
      .where('event_id', '=', 'old 1')
      .execute()
    for (let n = 2; n <= 3_000; n += 200) {
      const attempts = Array.from({ length: Math.min(200, 3_001 - n) }, (_, index) => ({
        ...{
          ...often,
          n: n + index,
          at: n,
          duration_ms: 5,
          status: 500,
          reason: 'status' as const,
          response_start: '',
        },
      }))
      await database.query.insertInto('webhook_attempt').values(attempts).execute()
    }
    await sql`analyze`.execute(database.query)
    await record('z', 1)
    for (const [read, index] of [
      [(query) => countBacklogs(query), 'webhook_delivery_waiting'],
      [(query) => lastFailures(query, [endpointId]), 'webhook_attempt_failed'],
      [(query) => listDue(query, { endpointId, limit: 51 }), 'webhook_delivery_due'],
      [(query) => listDeliveries(query, { endpointId, limit: 51, state: 'failed' }), 'webhook_delivery_failed'],
      [(query) => listDeliveries(query, { endpointId, limit: 51, subjectId: 'x' }), 'client_event_subject'],
      [(query) => pageOfEndpoints(query, { limit: 51 }), 'webhook_endpoint_created'],
    ] satisfies [Parameters<typeof rowsRead>[1], string][]) {
      const { rows, indexes } = await rowsRead(database, read)
      assert.ok(rows < 60, `${index}: ${rows} rows`)
      // PostgreSQL reads a small table without its index.
      if (!isPostgres(database.query)) assert.ok(indexes.includes(index), `${index}: ${indexes}`)
    }
  })
})
