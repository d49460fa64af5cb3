import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApp } from '../../../../server/app.ts'
import { newMetrics } from '../../../../server/log/metrics.ts'
import { version } from '../../../../server/package-info.ts'
import type { DurabilityKind } from '../../../../server/storage/durability.ts'
import { pauseSending, resumeSending } from '../../../../server/transfers/sending-pause.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

/** Every sample by its name and labels; fails on a line that is none. */
function read(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const declared = new Set<string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const kind = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line)?.[1]
    if (kind !== undefined) declared.add(kind)
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)((?:\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? []
    assert.notEqual(name, '', `not a sample: ${line}`)
    assert.ok(declared.has(name.replace(/_(bucket|sum|count)$/, '')) || declared.has(name), `${name} has no type`)
    samples.set(`${name}${labels}`, Number(value))
  }
  return samples
}

test('requests are counted by route pattern and status, whatever was in the address', async () => {
  await server.get('/api/v1/transfers/secret-in-path')
  await server.get('/nothing/secret-in-path?auth_code=secret-in-query')
  const { text } = await server.get('/metrics', {} as never)
  const samples = read(text)
  const requests = (method: string, route: string, status: number) =>
    samples.get(`transfer_link_requests_total{method="${method}",route="${route}",status="${status}",error=""}`)
  assert.equal(requests('GET', '/api/v1/transfers/:id', 404), 1)
  assert.equal(requests('GET', 'none', 404), 1)
  assert.equal(samples.get('transfer_link_request_seconds_count{route="/api/v1/transfers/:id"}'), 1)
  assert.equal(samples.get('transfer_link_request_seconds_bucket{route="none",le="+Inf"}'), 1)
  assert.ok(!text.includes('secret-in-'))
})

test('transfers are counted by status and state, and calls to an exchange by their outcome', async () => {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  await untilEnded(server, (await execute(server, token, PreviewId)).body.TransferResult.TransferId)
  const waiting = (await preview(server, token, '5.03')).body.PreviewResult.PreviewId
  await execute(server, token, waiting)
  server.wait(60_000)
  const samples = read((await server.get('/metrics', {} as never)).text)
  assert.equal(samples.get('transfer_link_transfers{status="Succeeded"}'), 1)
  assert.equal(samples.get('transfer_link_transfers{status="Pending"}'), 1)
  assert.equal(samples.get('transfer_link_open_transfers{state="Submitted"}'), 1)
  assert.equal(samples.get('transfer_link_transfers_needing_attention'), 0)
  assert.equal(samples.get('transfer_link_exchange_circuit_open{exchange="sandbox"}'), 0)
  const calls = (name: string, call: string, outcome: string) =>
    samples.get(`transfer_link_exchange_${name}{exchange="sandbox",call="${call}",outcome="${outcome}"}`)
  assert.equal(calls('calls_total', 'withdraw', 'accepted'), 2)
  assert.equal(calls('call_seconds_count', 'withdraw', 'accepted'), 2)
  assert.ok((calls('calls_total', 'getWithdrawal', 'ok') ?? 0) > 0)
  assert.ok((calls('call_seconds_sum', 'getWithdrawal', 'ok') ?? 0) > 0)
  assert.ok((samples.get('transfer_link_poll_delay_seconds_count{lane="sandbox"}') ?? 0) > 0)
  assert.ok((samples.get('transfer_link_database_wait_seconds_count') ?? 0) > 0)
  assert.ok((samples.get('transfer_link_poll_pass_age_seconds') ?? 60) < 60)
})

test('what a pause refuses is counted with its error, so that alerts can leave it out', async () => {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
  const { query } = server.deps.database
  await pauseSending(query, { kind: 'all' }, new Date())
  assert.equal((await execute(server, token, PreviewId)).status, 503)
  await resumeSending(query, { kind: 'all' })
  const { text } = await server.get('/metrics', {} as never)
  const labels = 'method="POST",route="/api/v1/transfers/managed/execute",status="503",error="sendingPaused"'
  assert.equal(read(text).get(`transfer_link_requests_total{${labels}}`), 1)
})

test('the circuits are those at the time of the request, also if no call is made', async () => {
  let open = ['sandbox']
  const probeCircuits = async () => {
    open = []
  }
  const over = server.over({ openCircuits: () => open, probeCircuits })
  const { text } = await over.get('/metrics', {} as never)
  assert.equal(read(text).get('transfer_link_exchange_circuit_open{exchange="sandbox"}'), 0)
})

test('the build is described by its version, Node, environment and storage', async () => {
  const { text } = await server.get('/metrics', {} as never)
  const labels = `version="${version}",node="${process.version}",environment="sandbox",storage="sqlite"`
  assert.equal(read(text).get(`transfer_link_build_info{${labels}}`), 1)
})

test('histograms without labels have a series before the first value, and an age has a value once it is started', () => {
  const metrics = newMetrics()
  const before = read(metrics.text([]))
  assert.equal(before.get('transfer_link_event_loop_delay_seconds_count'), 0)
  assert.equal(before.get('transfer_link_event_loop_delay_seconds_bucket{le="+Inf"}'), 0)
  assert.equal(before.get('transfer_link_poll_pass_age_seconds'), undefined)
  metrics.eventLoopDelaySeconds.observe(0.3)
  metrics.polls.passEnded()
  const after = read(metrics.text([]))
  assert.equal(after.get('transfer_link_event_loop_delay_seconds_bucket{le="0.25"}'), 0)
  assert.equal(after.get('transfer_link_event_loop_delay_seconds_bucket{le="0.5"}'), 1)
  assert.ok((after.get('transfer_link_poll_pass_age_seconds') ?? -1) >= 0)
})

test('the durability of the database is one of its states, and has no value before it was read', async () => {
  const statesOf = async (kind: DurabilityKind | null) => {
    const app = createApp({ ...server.deps, databaseDurability: () => kind })
    const samples = read(await (await app.request('/metrics')).text())
    const states = ['synchronous', 'asynchronous', 'waiting', 'unknown']
    const values = states.map((state) => samples.get(`transfer_link_database_durability{state="${state}"}`))
    return [...values, samples.get('transfer_link_database_standby_waiting')]
  }
  assert.deepEqual(await statesOf('synchronous'), [1, 0, 0, 0, 0])
  assert.deepEqual(await statesOf('asynchronous'), [0, 1, 0, 0, 0])
  assert.deepEqual(await statesOf('waiting'), [0, 0, 1, 0, 1])
  assert.deepEqual(await statesOf('unknown'), [0, 0, 0, 1, 0])
  for (const none of [null, 'embedded'] as const) {
    assert.deepEqual(await statesOf(none), [undefined, undefined, undefined, undefined, 0])
  }
})

test('buckets hold everything that was as fast, and labels cannot break out of their quotes', () => {
  const metrics = newMetrics()
  for (const seconds of [0.001, 0.2, 40]) metrics.requestSeconds.observe(seconds, 'a"} 1\n\\')
  const samples = read(metrics.text([]))
  const bucket = (bound: string) =>
    samples.get(`transfer_link_request_seconds_bucket{route="a\\"} 1\\n\\\\",le="${bound}"}`)
  assert.deepEqual([bucket('0.005'), bucket('0.1'), bucket('0.25'), bucket('30'), bucket('+Inf')], [1, 1, 2, 2, 3])
})

test('in production the metrics need their token, from this machine too, and without one they are not served', async () => {
  const token = 'a'.repeat(20) + 'b'.repeat(20)
  const statusOf = async (authorization: string | null, metricsToken: string | null = token) => {
    const app = createApp({ ...server.deps, environment: 'production', metricsToken })
    const headers = authorization === null ? {} : { Authorization: authorization }
    return (await app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })).status
  }
  assert.equal(await statusOf(`Bearer ${token}`), 200)
  for (const wrong of [null, '', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
    assert.equal(await statusOf(wrong), 404)
  for (const any of [null, 'Bearer ', 'Bearer null', `Bearer ${token}`]) assert.equal(await statusOf(any, null), 404)
})
