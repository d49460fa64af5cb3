// Events that are written while others are sent or listed, on two processes over PostgreSQL.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { listEvents } from '../../../../server/events/list-events.ts'
import { recordEvent } from '../../../../server/events/record-event.ts'
import { type Database, inTransaction } from '../../../../server/storage/storage.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { webhookEngine } from '../../../support/webhook-engine.ts'

await overPostgres('events of two processes', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  beforeEach(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
  })
  afterEach(async () => {
    await other.close()
    await engine.close()
  })

  const hooksOn = (database: Database) => webhookEngine(database, engine.deps.now)
  const listAll = async (database: Database, after = 0) => {
    const filter = { clientId: engine.clientId, after, limit: 1_000, types: null }
    const { events, next } = await listEvents(database, filter)
    return { ids: events.map(({ id }) => id), next }
  }

  for (const recordsFirst of [true, false]) {
    test(`an event that ${recordsFirst ? 'is overtaken by' : 'overtakes'} the delivery of the one before is sent after it`, async () => {
      await hooksOn(other).addEndpoint(engine.clientId)
      const rounds = await overtake(engine.deps.database, other, async (round) => {
        const hooks = hooksOn(engine.deps.database)
        await hooks.record(engine.clientId, `subject ${round}`, 1)
        const received: string[] = []
        const record = (database: Database) => hooksOn(database).record(engine.clientId, `subject ${round}`, 2)
        const serve = async (database: Database) => {
          const serving = hooksOn(database)
          await serving.serve()
          received.push(...serving.received.map(({ id }) => id))
        }
        return {
          first: recordsFirst ? record : serve,
          second: recordsFirst ? serve : record,
          async check(one, two) {
            fulfilled<unknown>(one)
            fulfilled<unknown>(two)
            await serve(other)
            assert.deepEqual(received, [`subject ${round} 1`, `subject ${round} 2`], `round ${round}`)
          },
        }
      })
      assert.ok(rounds > 3, `${rounds} rounds`)
    })
  }

  test('a reader that overtakes a writer finds the event on its next page', async () => {
    const rounds = await overtake<unknown, { ids: string[]; next: number }>(
      engine.deps.database,
      other,
      async (round) => {
        const start = (await listAll(other)).next
        await hooksOn(other).record(engine.clientId, `before ${round}`, 1)
        return {
          first: (database) => hooksOn(database).record(engine.clientId, `event ${round}`, 1),
          second: async (database) => {
            // Another event commits meanwhile, and is listed.
            await hooksOn(other).record(engine.clientId, `meanwhile ${round}`, 1)
            return listAll(database, start)
          },
          async check(one, two) {
            fulfilled(one)
            const page = fulfilled(two)
            const { ids } = await listAll(other, page.next)
            const expected = ['before', 'event', 'meanwhile'].map((name) => `${name} ${round} 1`)
            assert.deepEqual([...page.ids, ...ids].toSorted(), expected, `round ${round}`)
          },
        }
      },
    )
    assert.ok(rounds > 2, `${rounds} rounds`)
  })

  test('readers that overtake each other both see every event once, also an older one that is written meanwhile', async () => {
    await overtake(engine.deps.database, other, async (round) => {
      const start = (await listAll(other)).next
      engine.wait(1_000)
      for (const name of ['a', 'b', 'c']) await hooksOn(other).record(engine.clientId, `${name} ${round}`, 1)
      return {
        first: (database) => listAll(database, start),
        async second(database) {
          engine.wait(-1_000)
          await hooksOn(other).record(engine.clientId, `older ${round}`, 1)
          engine.wait(1_000)
          return listAll(database, start)
        },
        async check(one, two) {
          const expected = ['a', 'b', 'c', 'older'].map((name) => `${name} ${round} 1`)
          for (const page of [fulfilled(one), fulfilled(two)]) {
            const { ids } = await listAll(other, page.next)
            assert.deepEqual([...page.ids, ...ids].toSorted(), expected, `round ${round}`)
          }
        },
      }
    })
  })

  test('readers skip no event of writers that commit in any order', async () => {
    const [writers, eventsEach] = [4, 20]
    let writing = writers
    const write = async (writer: number) => {
      const database = writer % 2 === 0 ? other : engine.deps.database
      for (let n = 0; n < eventsEach; n++) {
        const event = { id: `${writer} ${n}`, clientId: engine.clientId, type: 'account.connected', data: {} } as const
        await inTransaction(database, async (query) => {
          const at = engine.deps.now()
          await recordEvent(query, { ...event, at, subjectId: event.id, ordinal: 1 }, { isFirst: true })
          for (let delays = (writer * 7 + n * 3) % 11; delays > 0; delays--) await turn()
          // A statement of a transaction that commits late.
          if (n % 3 === writer % 3) await query.selectFrom('client_event').select('id').limit(1).execute()
        })
      }
      writing -= 1
    }
    const read = async (database: Database) => {
      const seen: string[] = []
      for (let after = 0; ; ) {
        const isLast = writing === 0
        const page = await listAll(database, after)
        seen.push(...page.ids)
        after = page.next
        if (isLast && page.ids.length === 0) return seen
      }
    }
    const [, ...readers] = await Promise.all([
      Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))),
      read(engine.deps.database),
      read(other),
    ])
    for (const seen of readers) {
      assert.equal(new Set(seen).size, seen.length)
      assert.equal(seen.filter((id) => /^\d \d+$/.test(id)).length, writers * eventsEach)
    }
  })
})
