// Calls of one key: one at a time over all processes, each with a higher number than any before.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { exchangeLimits } from '../../../../server/limits/exchange-limits.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const turn = () => new Promise((resolve) => setImmediate(resolve))

async function numbersOf(databases: Database[], clock: { now: number }, calls: number) {
  const processes = databases.map((database) => exchangeLimits(database, () => new Date(clock.now)))
  const arrived: number[] = []
  let running = 0
  await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const response = await processes[n % processes.length]?.withKeyLock('key', async (nonce) => {
        assert.equal(++running, 1, 'two calls of one key at once')
        await turn()
        arrived.push(nonce)
        running--
        return 'done'
      })
      assert.equal(response, 'done')
    }),
  )
  return arrived
}

const rises = (numbers: readonly number[]) => numbers.every((number, n) => n === 0 || number > (numbers[n - 1] ?? 0))

describe('in SQLite', () => {
  test('forty calls at once come one after the other, with rising numbers', async () => {
    const database = await openSqlite(':memory:')
    const numbers = await numbersOf([database], { now: start }, 40)
    assert.equal(numbers.length, 40)
    assert.ok(rises(numbers))
    await database.close()
  })

  test('a clock that was set back gives no number again', async () => {
    const database = await openSqlite(':memory:')
    const clock = { now: start }
    const before = await numbersOf([database], clock, 3)
    clock.now -= 3_600_000
    const after = await numbersOf([database], clock, 3)
    assert.ok(rises([...before, ...after]))
    await database.close()
  })

  test('a call that fails releases the lock, and its error is thrown', async () => {
    const database = await openSqlite(':memory:')
    const { withKeyLock } = exchangeLimits(database, () => new Date(start))
    await assert.rejects(
      withKeyLock('key', async () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await withKeyLock('key', async () => 'next'), 'next')
    await database.close()
  })

  test('the lock of a process that died expires, and until then no call is made', async () => {
    const database = await openSqlite(':memory:')
    const clock = { now: start }
    await database.query
      .insertInto('exchange_key')
      .values({ id: 'key', nonce: 1, busy_until: start + 30_000 })
      .execute()
    const { withKeyLock } = exchangeLimits(database, () => {
      clock.now += 1_000
      return new Date(clock.now)
    })
    assert.equal(await withKeyLock('key', async () => 'called'), null)
    assert.equal(await withKeyLock('key', async () => 'called'), 'called')
    await database.close()
  })

  test('two keys do not wait for each other', async () => {
    const database = await openSqlite(':memory:')
    const { withKeyLock } = exchangeLimits(database, () => new Date(start))
    const response = await withKeyLock('one', () => withKeyLock('other', async () => 'within'))
    assert.equal(response, 'within')
    await database.close()
  })

  test('the limiter allows its number of calls per window, and no more', async () => {
    const database = await openSqlite(':memory:')
    let now = start
    const pause = async (ms: number) => {
      now += ms
    }
    const { acquire } = exchangeLimits({ ...database, pause }, () => new Date(now))
    const policy = { quota: 5, windowSeconds: 50 }
    for (let n = 0; n < 5; n++) assert.equal(await acquire('k', policy), true)
    assert.equal(now, start)
    assert.equal(await acquire('k', policy), false)
    now += 10_000
    assert.equal(await acquire('k', policy), true)
    await database.close()
  })
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('calls of a key take turns over processes', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  test('over two processes on one PostgreSQL, forty calls come one after the other, with rising numbers', async () => {
    const url = await postgres.newDatabase()
    const databases = [await openEmpty(url), await openPostgres(url)]
    const numbers = await numbersOf(databases, { now: start }, 40)
    assert.equal(numbers.length, 40)
    assert.ok(rises(numbers))
    for (const database of databases) await database.close()
  })
}
