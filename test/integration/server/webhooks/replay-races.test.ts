// Replays and results on two processes over PostgreSQL: each interrupts the other after every statement.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Database, isStorageFailure } from '../../../../server/storage/storage.ts'
import { replayDelivery, replaySince } from '../../../../server/webhooks/replay.ts'
import { changeEndpoint, deleteEndpoint, type WebhookEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { responseOf, webhookEngine } from '../../../support/webhook-engine.ts'

await overPostgres('replays of two processes', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  let endpoint: WebhookEndpoint
  beforeEach(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
    endpoint = await hooksOn(other).addEndpoint(engine.clientId)
  })
  afterEach(async () => {
    await other.close()
    await engine.close()
  })

  const hooksOn = (database: Database) => webhookEngine(database, engine.deps.now)
  const record = (database: Database, subjectId: string, ordinal: number) =>
    hooksOn(database).record(engine.clientId, subjectId, ordinal)
  const replay = (database: Database, since: Date) => replaySince(database, endpoint, { since, now: engine.deps.now })
  const nextSecond = () => {
    engine.wait(1_000)
    return engine.deps.now()
  }
  const serve = async (database: Database) => {
    const serving = hooksOn(database)
    await serving.serve()
    return serving.received.map(({ id }) => id)
  }
  const dueOf = async (subjectId: string) => {
    const due = other.query.selectFrom('webhook_delivery').select('event_id').where('due_at', 'is not', null)
    return (await due.where('subject_id', '=', subjectId).execute()).map((row) => row.event_id)
  }

  const changes = { now: () => engine.deps.now() }
  for (const [name, begin] of Object.entries({
    'turned on': async () => {
      await other.query.updateTable('webhook_endpoint').set({ state: 'off' }).execute()
      return () => changeEndpoint({ database: other, ...changes }, endpoint, { state: 'on' })
    },
    'given another type': async () => {
      await changeEndpoint({ database: other, ...changes }, endpoint, { types: ['transfer.failed'] })
      return () => changeEndpoint({ database: other, ...changes }, endpoint, { types: ['account.connected'] })
    },
    created: async () => {
      await deleteEndpoint(other.query, endpoint, engine.deps.now())
      return () => hooksOn(other).addEndpoint(engine.clientId)
    },
  })) {
    test(`an event that was being recorded while an endpoint was ${name} is sent after a replay`, async () => {
      const since = nextSecond()
      const change = await begin()
      const waits = Promise.withResolvers<void>()
      let count = Promise.resolve(0)
      await engine.deps.database.query.transaction().execute(async (query) => {
        await record({ ...engine.deps.database, query }, 'a', 1)
        endpoint = (await change()) ?? endpoint
        const pause = (ms: number) => {
          waits.resolve()
          return setTimeout(ms)
        }
        count = replay({ ...other, pause }, since)
        await Promise.race([waits.promise, count])
      })
      assert.equal(await count, 1)
      assert.deepEqual(await serve(other), ['a 1'])
    })
  }

  test('a replay does not wait for events that are recorded after it began', async () => {
    const since = nextSecond()
    const recordUntil = async (subject: string, end: PromiseWithResolvers<void>) => {
      const begun = Promise.withResolvers<void>()
      const recording = engine.deps.database.query.transaction().execute(async (query) => {
        await record({ ...engine.deps.database, query }, subject, 1)
        begun.resolve()
        await end.promise
      })
      await begun.promise
      return { recording }
    }
    const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const recordings = [await recordUntil('a', first)]
    const pause = async () => {
      if (recordings.length > 1) return
      recordings.push(await recordUntil('b', later))
      first.resolve()
      await recordings[0]?.recording
    }
    try {
      assert.equal(await replay({ ...other, pause }, since), 1)
    } finally {
      first.resolve()
      later.resolve()
      await Promise.all(recordings.map(({ recording }) => recording))
    }
    assert.deepEqual((await serve(other)).toSorted(), ['a 1', 'b 1'])
  })

  test('a replay fails if an event is being recorded for too long', async () => {
    await engine.deps.database.query.transaction().execute(async (query) => {
      await record({ ...engine.deps.database, query }, 'a', 1)
      const replaying = replay({ ...other, pause: async () => {} }, engine.deps.now())
      await assert.rejects(replaying, isStorageFailure)
    })
  })

  for (const recordsFirst of [true, false]) {
    test(`an event that ${recordsFirst ? 'is overtaken by' : 'overtakes'} a replay of the one before waits behind it`, async () => {
      const rounds = await overtake(engine.deps.database, other, async (round) => {
        const [subject, since] = [`subject ${round}`, nextSecond()]
        await record(other, subject, 1)
        await serve(other)
        const recordNext = (database: Database) => record(database, subject, 2)
        const replayFirst = (database: Database) => replay(database, since)
        return {
          first: recordsFirst ? recordNext : replayFirst,
          second: recordsFirst ? replayFirst : recordNext,
          async check(one, two) {
            fulfilled<unknown>(one)
            fulfilled<unknown>(two)
            assert.deepEqual(await dueOf(subject), [`${subject} 1`], `round ${round}`)
            assert.deepEqual(await serve(other), [`${subject} 1`, `${subject} 2`], `round ${round}`)
          },
        }
      })
      assert.ok(rounds > 3, `${rounds} rounds`)
    })
  }

  test('an event is sent again after a replay, at whatever moment of a turn it is requested', async () => {
    const rounds = await overtake(engine.deps.database, other, async (round) => {
      const subject = `subject ${round}`
      await record(other, subject, 1)
      let sent = 0
      let sentBefore = 0
      return {
        async first(database) {
          const serving = hooksOn(database)
          serving.respond = () => {
            sent += 1
            return responseOf(200)
          }
          await serving.serve()
        },
        // Counted before the commit: the process that was interrupted may send again before this one continues.
        second({ query, ...database }) {
          const counted = query.withPlugin({
            transformQuery: ({ node }) => node,
            async transformResult({ result }) {
              sentBefore = sent
              return result
            },
          })
          const replayed = { deliveryId: `${subject} 1`, now: engine.deps.now() }
          return replayDelivery({ ...database, query: counted }, endpoint, replayed)
        },
        async check(one, two) {
          fulfilled<unknown>(one)
          fulfilled<unknown>(two)
          sent += (await serve(other)).length
          assert.ok(sent > sentBefore, `round ${round}`)
          assert.deepEqual(await dueOf(subject), [], `round ${round}`)
        },
      }
    })
    assert.ok(rounds > 8, `${rounds} rounds`)
  })

  test('a client pauses its endpoint at whatever moment a result is recorded', async () => {
    const target = { clientId: engine.clientId, id: endpoint.id }
    const rounds = await overtake(engine.deps.database, other, async (round) => {
      await changeEndpoint({ database: other, now: engine.deps.now }, target, { state: 'on' })
      await record(other, `subject ${round}`, 1)
      return {
        first: serve,
        second: (database) => changeEndpoint({ database, now: engine.deps.now }, target, { state: 'paused' }),
        async check(one, two) {
          fulfilled<unknown>(one)
          fulfilled<unknown>(two)
          const { state } = await hooksOn(other).endpoint(engine.clientId, endpoint.id)
          assert.equal(state, 'paused', `round ${round}`)
        },
      }
    })
    assert.ok(rounds > 8, `${rounds} rounds`)
  })
})
