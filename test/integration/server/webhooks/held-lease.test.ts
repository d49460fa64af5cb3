import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { type EndpointLease, leaseEndpoints } from '../../../../server/webhooks/endpoint-lease.ts'
import { heldLease } from '../../../../server/webhooks/held-lease.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const requestMs = 15_000
let engine: Engine
let hooks: WebhookEngine
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  await hooks.addEndpoint(engine.clientId)
  await hooks.record(engine.clientId, 'a', 1)
})
afterEach(() => engine.close())

async function take(lease: string): Promise<EndpointLease> {
  const [taken] = await leaseEndpoints(engine.deps, { lease, count: 1 })
  return taken ?? Promise.reject(new Error('there was no endpoint to lease'))
}

interface InterruptedProcess {
  process: WebhookEngine
  /** Fails if nothing has happened: no statement has these columns any more. */
  assertInterrupted(): void
}

/** Another process, with something that happens once the statement has run whose rows have exactly these columns. */
function interruptedAfter(columns: readonly string[], happen: () => Promise<void> | void): InterruptedProcess {
  let interruptions = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (Object.keys(result.rows[0] ?? {}).join() !== columns.join()) return result
      interruptions += 1
      await happen()
      return result
    },
  }
  const { database } = engine.deps
  return {
    process: webhookEngine({ ...database, query: database.query.withPlugin(plugin) }, engine.deps.now),
    assertInterrupted: () => assert.ok(interruptions > 0, `no statement has the columns ${columns.join()}`),
  }
}

async function turnOf({ pool }: WebhookEngine): Promise<void> {
  assert.equal(await pool.fill(), 1)
  await pool.settled()
}

test('a lease covers a request that ends before it expires', async () => {
  const held = heldLease(engine.deps, await take('one'))
  engine.wait(45_000)
  assert.equal(held.covers(requestMs), true)
  engine.wait(1)
  assert.equal(held.covers(requestMs), false)
  assert.equal(await held.renew(), true)
  assert.equal(held.covers(requestMs), true)
})

test('a lease counts from when it was taken, and not from when it is first used', async () => {
  const taken = await take('one')
  engine.wait(50_000)
  assert.equal(heldLease(engine.deps, taken).covers(requestMs), false)
})

test('a lease that another process has taken cannot be renewed', async () => {
  const held = heldLease(engine.deps, await take('one'))
  engine.wait(60_000)
  await take('other')
  assert.equal(await held.renew(), false)
  assert.equal(held.covers(requestMs), false)
})

test('a process that is stopped while it reads its deliveries sends none of them beside the next process', async () => {
  const next = webhookEngine(engine.deps.database, engine.deps.now)
  next.respond = () => responseOf(500)
  const { process: stopped, assertInterrupted } = interruptedAfter(
    ['event_id', 'tries', 'rejections', 'body'],
    async () => {
      engine.wait(60_000)
      await next.serve()
    },
  )
  await turnOf(stopped)
  assertInterrupted()
  assert.deepEqual([next.received.length, stopped.received.length], [1, 0])
})

/** Those of the endpoint whose results are recorded. */
const endpointColumns = [
  ...['id', 'client_id', 'url', 'state', 'off_reason', 'failures', 'rejected_events', 'failing_since'],
  ...['paused_until', 'last_success_at', 'accepting_since'],
]

test('a process that ends between a request and its record keeps the lease, and the next one sends the event again, in order', async () => {
  await hooks.record(engine.clientId, 'a', 2)
  const end = () => Promise.reject(new Error('the process has ended'))
  const { process: ended, assertInterrupted } = interruptedAfter(endpointColumns, end)
  await turnOf(ended)
  assertInterrupted()
  assert.deepEqual(
    ended.received.map(({ id }) => id),
    ['a 1'],
  )
  assert.equal(await hooks.pool.fill(), 0, 'the endpoint is leased')
  engine.wait(60_000)
  await hooks.serve()
  assert.deepEqual(
    hooks.received.map(({ id }) => id),
    ['a 1', 'a 2'],
  )
})

test('the results of a turn release the lease, but not while another request runs', async () => {
  await hooks.record(engine.clientId, 'b', 1)
  const next = webhookEngine(engine.deps.database, engine.deps.now)
  const leased: number[] = []
  hooks.respond = async ({ id }) => {
    if (id === 'a 1') return responseOf(200)
    const delivery = engine.deps.database.query.selectFrom('webhook_delivery').select('state')
    const first = delivery.where('event_id', '=', 'a 1')
    while ((await first.executeTakeFirstOrThrow()).state === 'waiting') await setImmediate()
    leased.push(await next.pool.fill())
    return responseOf(200)
  }
  await turnOf(hooks)
  assert.deepEqual(leased, [0])
  assert.deepEqual(hooks.received.map(({ id }) => id).sort(), ['a 1', 'b 1'])
  await hooks.record(engine.clientId, 'c', 1)
  assert.equal(await next.pool.fill(), 1)
  await next.pool.settled()
})

test('a process that is stopped just before a request does not send it', async () => {
  const columns = ['event_id', 'replays', 'state', 'paused_until', 'url']
  const { process: stopped, assertInterrupted } = interruptedAfter(columns, () => engine.wait(45_001))
  await turnOf(stopped)
  assertInterrupted()
  assert.deepEqual(stopped.received, [])
})
