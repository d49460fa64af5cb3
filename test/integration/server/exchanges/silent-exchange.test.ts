import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApp } from '../../../../server/app.ts'
import { instrumentedExchanges } from '../../../../server/exchanges/instrumented-exchange.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { sandbox } from '../../../../server/exchanges/sandbox/sandbox.ts'
import { type BlackHole, openBlackHole } from '../../../support/black-hole.ts'
import { newSession, signIn, toBase } from '../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let hole: BlackHole
before(async () => {
  server = await startTestServer()
  hole = await openBlackHole()
})
after(async () => {
  await hole.close()
  await server.stop()
})

/** The real exchange beside one that accepts connections and never responds. */
function appWithHole() {
  const { all } = server.deps.exchanges
  const dead = { ...sandbox(hole.url), type: 'blackHole', name: 'Black Hole' }
  const settings = { now: server.deps.now, circuit: { failures: 2, probeWaitMs: 50 } }
  const silent = instrumentedExchanges(registryOf([dead]), { ...settings, health: { waitMs: 100 } })
  // On a busy machine the real exchange may need longer than that.
  const others = instrumentedExchanges(registryOf([...all]), { ...settings, health: { waitMs: 30_000 } })
  return createApp({ ...server.deps, exchanges: registryOf([...others.all, ...silent.all]) })
}

async function timed(app: ReturnType<typeof appWithHole>, path: string, headers: object, body?: object) {
  const started = performance.now()
  const json = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const all = { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  const response = await app.request(path, { headers: all, ...json })
  return { status: response.status, body: JSON.parse(await response.text()), ms: performance.now() - started }
}

test('lists and configure are as quick as ever while another exchange is unresponsive', async () => {
  const app = appWithHole()
  const token = await signIn(server, 'user_good')
  const session = { Authorization: `Bearer ${await newSession(server)}` }
  // Sign-ins that hang at the dead exchange all the while, each until its own time limit.
  const fields = { username: 'user_good', password: 'pass_good' }
  const hanging = Array.from({ length: 5 }, () =>
    app.request('/api/v1/link/connect', {
      method: 'POST',
      headers: { ...session, 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'blackHole', fields }),
    }),
  )
  const deadline = Date.now() + 5_000
  while (hole.connections() < 5 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))

  const health = await timed(app, '/api/v1/status', clientHeaders)
  const statuses = Object.fromEntries(
    health.body.content.map((entry: { type: string; status: string; isUp: boolean }) => [
      entry.type,
      [entry.status, entry.isUp],
    ]),
  )
  assert.deepEqual(
    [statuses.sandbox, statuses.blackHole],
    [
      ['up', true],
      ['down', false],
    ],
  )
  const integrations = await timed(app, '/api/v1/link/integrations', session)
  assert.equal(integrations.status, 200)
  const configured = await timed(app, '/api/v1/transfers/managed/configure', clientHeaders, {
    FromAuthToken: token,
    FromType: 'sandbox',
    ToAddresses: [toBase],
  })
  assert.equal(configured.status, 200)
  assert.match(configured.body.content.pricesAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  for (const { ms } of [health, integrations, configured]) assert.ok(ms < 1_000, `${ms} ms`)
  await hole.close()
  await Promise.all(hanging)

  // They all failed: from here on no request waits for it.
  const next = await timed(app, '/api/v1/link/connect', session, { type: 'blackHole', fields })
  assert.deepEqual([next.status, next.body.errorType], [503, 'exchangeUnavailable'])
  assert.ok(next.ms < 1_000, `${next.ms} ms`)
})
