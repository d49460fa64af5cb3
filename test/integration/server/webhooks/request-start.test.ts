// The start of requests, several with one statement.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { requestStarter } from '../../../../server/webhooks/request-start.ts'
import { changeEndpoint, type WebhookEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { type WebhookEngine, webhookEngine } from '../../../support/webhook-engine.ts'

let engine: Engine
let hooks: WebhookEngine
let endpoint: WebhookEndpoint
beforeEach(async () => {
  engine = await startEngine()
  hooks = webhookEngine(engine.deps.database, engine.deps.now)
  endpoint = await hooks.addEndpoint(engine.clientId)
  for (const subject of ['a', 'b', 'c']) await hooks.record(engine.clientId, subject, 1)
})
afterEach(() => engine.close())

/** `between` runs once the database has returned the rows of a read. */
function watchedStarter(between: (read: number) => Promise<void> | void = () => {}) {
  const counted = { reads: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await between(++counted.reads)
      return result
    },
  }
  const { database } = engine.deps
  const start = requestStarter(
    { ...hooks.deps, database: { ...database, query: database.query.withPlugin(plugin) } },
    endpoint,
  )
  return { start, counted }
}

test('requests that start while a read runs share the next one', async () => {
  const later: Promise<unknown>[] = []
  const { start, counted } = watchedStarter((read) => {
    if (read === 1) later.push(start('b 1'), start('c 1'))
  })
  assert.deepEqual(await start('a 1'), { replays: 0 })
  assert.deepEqual(await Promise.all(later), [{ replays: 0 }, { replays: 0 }])
  assert.equal(counted.reads, 2)
})

test('a request that starts after a change of its endpoint is not sent, although another read ran before', async () => {
  let later: Promise<unknown> | undefined
  const { start } = watchedStarter(async (read) => {
    if (read > 1) return
    const { id } = endpoint
    await changeEndpoint(engine.deps, { clientId: engine.clientId, id }, { url: 'https://shop.example/moved' })
    later = start('b 1')
  })
  assert.deepEqual(await start('a 1'), { replays: 0 }, 'its request began before')
  assert.equal(await later, 'closed')
})

test('only the events that are due are started', async () => {
  await hooks.record(engine.clientId, 'a', 2)
  const { start } = watchedStarter()
  assert.deepEqual(await Promise.all([start('a 1'), start('a 2'), start('none')]), [{ replays: 0 }, 'notDue', 'notDue'])
})

test('a read that fails fails the requests that share it, and no other', async () => {
  const { start } = watchedStarter((read) => {
    if (read === 1) throw new Error('the connection was lost')
  })
  const together = await Promise.allSettled([start('a 1'), start('b 1')])
  assert.deepEqual(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await start('c 1'), { replays: 0 })
})
