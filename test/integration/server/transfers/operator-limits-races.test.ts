// Two processes over PostgreSQL execute different previews under one limit: one of them overtakes the other after each statement.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LimitName } from '../../../../server/contract/limit-names.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { setLimit } from '../../../../server/transfers/operator-limits.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { proofTest } from '../../../support/length.ts'
import { assertRefused, fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { accept } from '../../../support/scripted-exchange.ts'

await overPostgres('limits of an operator race over PostgreSQL', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  before(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
  })
  after(async () => {
    await engine.close()
    await other.close()
  })

  const limit = (name: LimitName, value: string) =>
    setLimit(engine.deps.database.query, { name, clientId: null, value, setAt: engine.deps.now() })
  const nextDay = () => engine.wait(86_400_000)
  const execute = (database: Database, preview: Preview) => {
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
    const request = { ...owner, previewId: preview.id, mfaCode: null, linkId: null, transactionId: null }
    return executeTransfer({ ...engine.deps, database }, request)
  }
  const usageToday = () => {
    const day = Math.floor(engine.deps.now().getTime() / 86_400_000)
    return engine.deps.database.query.selectFrom('daily_usage').selectAll().where('day', '=', day).execute()
  }

  test('one of two concurrent executes fits a limit, and the other is refused', async () => {
    // With a second limit, the lock of one would also protect the other.
    await limit('usd-per-client', '75')
    const rounds = await overtake(engine.deps.database, other, async () => {
      nextDay()
      await execute(other, await engine.preview('20'))
      const [one, two] = [await engine.preview('30'), await engine.preview('31')]
      const before = engine.script.orders.length
      return {
        first: (database) => execute(database, one),
        second: (database) => execute(database, two),
        async check(...results) {
          const refused = results.filter(({ status }) => status === 'rejected')
          assert.equal(refused.length, 1)
          for (const each of refused) assertRefused(each, 'limitExceeded')
          assert.equal(engine.script.orders.length, before + 1)
          assert.deepEqual(
            (await usageToday()).map(({ transfers }) => transfers),
            [2],
          )
        },
      }
    })
    assert.ok(rounds > 10)
  })

  proofTest('a share that is given back is lost neither to a concurrent execute nor twice', async () => {
    await limit('usd-per-client', '1000')
    await limit('transfers-per-user', '100')
    await overtake(engine.deps.database, other, async () => {
      nextDay()
      engine.script.outcomes = [
        () => ({ kind: 'rejected', code: 'no' }),
        () => ({ kind: 'rejected', code: 'no' }),
        accept,
      ]
      const [one, two] = [await engine.preview('30'), await engine.preview('31')]
      return {
        first: (database) => execute(database, one),
        second: (database) => execute(database, two),
        async check(first, second) {
          assert.deepEqual([fulfilled(first).outcome, fulfilled(second).outcome], ['failed', 'failed'])
          for (const { transfers, fiat } of await usageToday()) assert.deepEqual([transfers, fiat], [0, '0'])
        },
      }
    })
  })
})
