// The events of a client without webhook endpoints, and the bodies of its transfers as of each event.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ClientEvent } from '../../../../server/events/client-event.ts'
import { listEvents } from '../../../../server/events/list-events.ts'
import { detailedTransferToWire } from '../../../../server/routes/detailed-transfer.ts'
import { eventToWire } from '../../../../server/routes/webhooks/event-wire.ts'
import { requestAttention } from '../../../../server/transfers/attention.ts'
import { beginRestore } from '../../../../server/transfers/restore.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import { eventSources } from '../../../../server/webhooks/event-source.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { accept } from '../../../support/scripted-exchange.ts'
import { explorerUrl, webhookEngine } from '../../../support/webhook-engine.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const list = (more: Partial<Parameters<typeof listEvents>[1]> = {}) =>
  listEvents(engine.deps.database, { clientId: engine.clientId, after: 0, limit: 100, types: null, ...more })
const typesOf = (events: readonly ClientEvent[]) => events.map(({ type }) => type)
const bodiesOf = async (events: readonly ClientEvent[]) =>
  (await eventSources(engine.deps.database.query, events)).map((source) =>
    JSON.stringify(eventToWire({ explorerUrl }, source)),
  )
/** What GET /api/v1/transfers/{id} returns now. */
async function current(transfer: Awaited<ReturnType<Engine['transferOf']>>) {
  const timeline = await eventsOf(engine.deps.database.query, transfer.id)
  return JSON.stringify(detailedTransferToWire({ explorerUrl }, transfer, timeline))
}

test('each event has the body that the transfer had at that moment, however late it is read', async () => {
  const preview = await engine.preview('12.345678')
  await engine.execute(preview)
  const seen = [await current(await engine.transferOf(preview))]
  await requestAttention(engine.deps, await engine.transferOf(preview), { reason: 'a reason' })
  seen.push(await current(await engine.transferOf(preview)))
  const submitted = await engine.transferOf(preview)
  const hash = `0x${'ab'.repeat(32)}`
  for (const made of engine.script.made.values()) Object.assign(made, { state: 'completed', hash })
  engine.mined.set(hash, paymentFor(submitted, 3))
  for (let polls = 0; polls < 5; polls++) {
    engine.wait(600_000)
    await engine.poll()
  }
  seen.push(await current(await engine.transferOf(preview)))

  const { events } = await list()
  assert.deepEqual(typesOf(events), [
    'account.connected',
    'transfer.pending',
    'transfer.attention',
    'transfer.succeeded',
  ])
  const bodies = await bodiesOf(events)
  for (const [index, expected] of seen.entries()) {
    const body = bodies[index + 1] ?? ''
    assert.ok(body.includes(expected.slice(0, -1)), `${events[index + 1]?.type}: ${body}`)
    const { data } = JSON.parse(body) as { data: { sequence: number; eventHash: string; timeline: { hash: string }[] } }
    assert.equal(data.sequence, data.timeline.length)
    assert.equal(data.eventHash, data.timeline.at(-1)?.hash)
    assert.ok(body.includes('"amount":12.345678,'), body)
  }
})

test('without endpoints there are events, and neither messages nor deliveries', async () => {
  await engine.execute(await engine.preview())
  assert.deepEqual(typesOf((await list()).events), ['account.connected', 'transfer.pending'])
  for (const table of ['webhook_message', 'webhook_delivery', 'webhook_attempt'] as const)
    assert.deepEqual(await engine.deps.database.query.selectFrom(table).selectAll().execute(), [])
})

test('a transfer that requires a code is no event until the code is entered', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  assert.deepEqual(typesOf((await list()).events), ['account.connected'])
  await engine.execute(preview, '123456')
  assert.deepEqual(typesOf((await list()).events), ['account.connected', 'transfer.pending'])
})

test('a webhook has the bytes of the event in the list', async () => {
  const hooks = webhookEngine(engine.deps.database, engine.deps.now)
  await hooks.addEndpoint(engine.clientId)
  await engine.execute(await engine.preview())
  await hooks.serve()
  const { events } = await list({ types: ['transfer.pending'] })
  assert.deepEqual(
    hooks.received.map(({ body }) => body),
    await bodiesOf(events),
  )
})

test('pages follow each other without a gap, also with a filter, and end where the list ends', async () => {
  for (let n = 0; n < 5; n++) await engine.execute(await engine.preview(`${n + 10}`))
  const all = (await list()).events
  const paged: ClientEvent[] = []
  let after = 0
  for (;;) {
    const page = await list({ after, limit: 2, types: ['transfer.pending'] })
    paged.push(...page.events)
    if (page.next === after) break
    after = page.next
  }
  assert.deepEqual(
    paged,
    all.filter(({ type }) => type === 'transfer.pending'),
  )
  assert.equal((await list({ after })).events.length, 0)
  await engine.execute(await engine.preview('99'))
  assert.deepEqual(typesOf((await list({ after })).events), ['transfer.pending'])
})

test('a page of a rare type reads a part of the events, and the next page reads on', async () => {
  const { query } = engine.deps.database
  const { clientId: client_id } = engine
  const event = { client_id, type: 'account.connected', at: 1, subject_id: 'subject', data: '{}' }
  for (let from = 0; from < 12_000; from += 200) {
    const numbers = Array.from({ length: 200 }, (_, n) => from + n + 2)
    const rows = numbers.map((n) => ({ ...event, id: `event-${n}`, ordinal: n, position: n }))
    await query.insertInto('client_event').values(rows).execute()
  }
  await query.updateTable('client_event').set({ type: 'test' }).where('id', '=', 'event-9000').execute()
  const found: [number, string[]][] = []
  for (let after = 0; ; ) {
    const { events, next } = await list({ after, types: ['test'] })
    found.push([next, events.map(({ id }) => id)])
    if (next === after) break
    after = next
  }
  assert.deepEqual(found, [
    [5_001, []],
    [10_001, ['event-9000']],
    [12_002, []],
    [12_002, []],
  ])
})

test('the events of a subject are listed in their order, also after the clock was set back', async () => {
  const hooks = webhookEngine(engine.deps.database, engine.deps.now)
  const ids: string[] = []
  for (const [ordinal, ms] of [0, 60_000, -3_600_000, 1_000, 7_200_000].entries()) {
    engine.wait(ms)
    ids.push(await hooks.record(engine.clientId, 'subject', ordinal + 1))
  }
  const listed = (await list()).events.filter(({ subjectId }) => subjectId === 'subject').map(({ id }) => id)
  assert.deepEqual(listed, ids)
})

test('an `after` beyond the end is refused, because later events would have lower positions', async () => {
  const { next } = await list()
  assert.deepEqual(await list({ after: next }), { events: [], next })
  await assert.rejects(list({ after: next + 1 }), /after/)
})

test('an event is listed to its client only', async () => {
  const other = await list({ clientId: '00000000-0000-4000-8000-000000000000' })
  assert.deepEqual(other, { events: [], next: 0 })
})

for (const [what, readBefore] of [
  ['with events that were read before the backup', true],
  ['with events that were not', false],
] as const) {
  test(`after a restore, a client that goes on from its last position gets every later event, ${what}`, async () => {
    const { deps, clientId } = engine
    const { record } = webhookEngine(deps.database, deps.now)
    for (const subject of ['e1', 'e2', 'e3']) await record(clientId, subject, 1)
    if (readBefore) await list()
    // In the lost time, the client has read these and two more.
    const { length } = await deps.database.query.selectFrom('client_event').select('id').execute()
    let after = length + 2
    await beginRestore(deps.database, { now: deps.now() })
    for (const subject of ['new1', 'new2', 'new3']) {
      engine.wait(1_000)
      const id = await record(clientId, subject, 1)
      const page = await list({ after })
      assert.equal(page.events.at(-1)?.id, id)
      after = page.next
    }
    assert.equal((await list({ after })).next, after)
    await beginRestore(deps.database, { now: deps.now() })
    const id = await record(clientId, 'new4', 1)
    assert.equal((await list({ after: after + 5 })).events.at(-1)?.id, id, 'a second restore')
    await assert.rejects(list({ after: after + 5_000_000_000 }), { type: 'invalidField' })
  })
}

for (const statement of [1, 2, 3]) {
  test(`a reader does not miss what another one numbers after its statement ${statement}`, async () => {
    const hooks = webhookEngine(engine.deps.database, engine.deps.now)
    await list()
    const { next: after } = await list()
    await hooks.record(engine.clientId, 'subject', 1)
    let statements = 0
    const interrupted = engine.deps.database.query.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (++statements === statement) await list()
        return result
      },
    })
    const database = { ...engine.deps.database, query: interrupted }
    const page = await listEvents(database, { clientId: engine.clientId, after, limit: 100, types: null })
    assert.deepEqual([page.events.length, page.next], [1, after + 1])
  })
}
