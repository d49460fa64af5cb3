// Slow receivers of four clients, and a delivery of a fifth. Time passes in steps of a second.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createClient } from '../../../../server/clients/clients.ts'
import { changeEndpoint, deleteEndpoint, mostEndpoints } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

const slowMs = 9_000
/** Several of these fit into a turn. */
const briefMs = 2_000
let engine: Engine
let hooks: WebhookEngine
let pending: { at: number; end: () => void }[]
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  pending = []
  hooks.respond = ({ url }) => {
    const ms = url.includes('slow') ? slowMs : url.includes('brief') ? briefMs : 0
    if (ms === 0) return responseOf(200)
    return new Promise((resolve) => pending.push({ at: now() + ms, end: () => resolve(responseOf(200)) }))
  }
})
afterEach(async () => {
  hooks.respond = () => responseOf(200)
  while (pending.length > 0) await second()
  await hooks.pool.settled()
  await engine.close()
})

const now = () => engine.deps.now().getTime()

/** Ends the requests whose time is over, and starts what can start. */
async function second(): Promise<void> {
  engine.wait(1_000)
  const over = pending.filter(({ at }) => at <= now())
  pending = pending.filter(({ at }) => at > now())
  for (const { end } of over) end()
  await idle()
  await hooks.pool.fill()
  await idle()
}

/** The statements of the storage run in turns of the event loop. */
async function idle(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await setImmediate()
}

async function addSlowClient(name: string): Promise<void> {
  const { id } = await createClient(engine.deps, { name, callbackUrls: [] })
  for (let n = 1; n <= mostEndpoints; n++) await hooks.addEndpoint(id, { url: `https://slow.example/${name}/${n}` })
  for (let n = 1; n <= 20; n++) await hooks.record(id, `${name} ${n}`, 1)
}

test('four clients with sixteen slow endpoints each delay a delivery of a fifth by seconds', async () => {
  for (const name of ['one', 'two', 'three', 'four']) await addSlowClient(name)
  for (let seconds = 0; seconds < 20; seconds++) await second()
  assert.equal(pending.length, 64, 'all requests that may run are slow')

  await hooks.addEndpoint(engine.clientId, { url: 'https://fast.example/' })
  const id = await hooks.record(engine.clientId, 'fifth', 1)
  let waited = 0
  for (; !hooks.received.some((request) => request.id === id) && waited < 120; waited++) await second()
  assert.ok(waited <= 3 * (slowMs / 1_000), `${waited} seconds`)
})

test('every slow endpoint of a client has its turn', async () => {
  await addSlowClient('one')
  for (let seconds = 0; seconds < 60; seconds++) await second()
  assert.equal(new Set(hooks.received.map(({ url }) => url)).size, mostEndpoints)
})

for (const [title, stop] of [
  [
    'deleted',
    (id: string) => deleteEndpoint(engine.deps.database.query, { clientId: engine.clientId, id }, engine.deps.now()),
  ],
  [
    'paused by its client',
    (id: string) => changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { state: 'paused' }),
  ],
] as const) {
  test(`an endpoint that is ${title} gets no further request`, async () => {
    const { id } = await hooks.addEndpoint(engine.clientId, { url: 'https://brief.example/' })
    for (let n = 1; n <= 50; n++) await hooks.record(engine.clientId, `subject ${n}`, 1)
    await second()
    assert.equal(hooks.received.length, 8, 'in flight')
    hooks.respond = () => responseOf(200)
    await stop(id)
    for (let seconds = 0; seconds < 20; seconds++) await second()
    assert.equal(hooks.received.length, 8)
  })
}
