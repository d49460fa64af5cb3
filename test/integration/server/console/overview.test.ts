// The overview counts every ended transfer once, by the time at which it ended.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { deleteOldHours } from '../../../../server/console/delete-expired.ts'
import { readOverview } from '../../../../server/console/overview.ts'
import { summariseTransfers, summaryBatch } from '../../../../server/console/summarise-transfers.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { termsFromText, termsToText } from '../../../../server/transfers/terms.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hourMs = 3_600_000

interface Ended {
  /** Null: it succeeded. */
  errorType?: string | null
  amount?: string
  fiat?: string | null
  /** How long before now it ended. */
  agoMs?: number
  /** How long it took. */
  seconds?: number
}

/** Copies of a transfer that the engine has made. */
async function addEnded(...given: Ended[]): Promise<void> {
  const { query } = engine.deps.database
  const preview = await engine.preview()
  await engine.execute(preview)
  const { id } = await engine.transferOf(preview)
  const row = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = given.map(({ errorType = null, amount = '25', fiat = '25', agoMs = 0, seconds = 45 }, n) => {
    const updated = engine.deps.now().getTime() - agoMs
    const priced = fiat === null ? null : Amount.parse(fiat)
    const terms = { ...termsFromText(row.terms), amount: Amount.parse(amount), amountInFiat: priced }
    return {
      ...row,
      ...{ id: `${id}-${n}`, preview_id: `${id}-${n}`, fingerprint: null, withdrawal_id: null, next_poll_at: null },
      ...(errorType === null
        ? { state: 'Succeeded', status: 'Succeeded' }
        : { state: 'Rejected', status: 'Failed', error_type: errorType }),
      ...{ terms: termsToText(terms), created_at: updated - seconds * 1_000, updated_at: updated },
    }
  })
  for (const each of rows) await query.insertInto('transfer').values(each).execute()
}

const read = (period: 'day' | 'week' | 'month' = 'day') => readOverview(engine.deps, period)

test('transfers, volume, time to arrival and reasons are counted', async () => {
  await addEnded(
    { amount: '0.1', fiat: '0.1', seconds: 20 },
    { amount: '0.2', fiat: '0.2', seconds: 100 },
    { amount: '7', fiat: null, seconds: 100 },
    { errorType: 'insufficientFunds', amount: '1000', fiat: '1000' },
  )
  assert.equal((await read()).notCounted, 4)
  await summariseTransfers(engine.deps)
  const { totals, exchanges, networks, assets, failures, notCounted } = await read()
  const expected = { succeeded: 3, failed: 1, fiat: '0.3', withoutPrice: 1, half: 120, most: 120 }
  assert.deepEqual(totals, expected)
  assert.deepEqual(exchanges, [{ key: 'scripted', name: 'Scripted Exchange', ...expected }])
  assert.deepEqual(networks, [{ key: 'base', name: 'Base', ...expected }])
  assert.deepEqual(assets, [{ symbol: 'USDC', transfers: 3, amount: '7.3', fiat: '0.3', withoutPrice: 1 }])
  assert.deepEqual(failures, [{ errorType: 'insufficientFunds', transfers: 1, exchanges: ['Scripted Exchange'] }])
  assert.equal(notCounted, 0)
})

test('a transfer counts in the hour and on the day of its end, and then in the period before', async () => {
  await addEnded({}, { agoMs: hourMs }, { agoMs: 23 * hourMs }, { agoMs: 24 * hourMs }, { agoMs: 6 * 24 * hourMs })
  await summariseTransfers(engine.deps)
  const day = await read()
  assert.deepEqual(
    day.series.flatMap(({ succeeded }, index) => (succeeded === 0 ? [] : [[index, succeeded]])),
    [
      [0, 1],
      [22, 1],
      [23, 1],
    ],
  )
  assert.deepEqual([day.totals.succeeded, day.before.succeeded], [3, 1])
  assert.deepEqual([(await read('week')).totals.succeeded, (await read('month')).totals.succeeded], [5, 5])
  engine.wait(24 * hourMs)
  assert.deepEqual([(await read()).totals.succeeded, (await read()).before.succeeded], [0, 3])
})

test('each counts once, in several batches and in several processes at once', async () => {
  await addEnded(...Array.from({ length: summaryBatch + 20 }, () => ({ amount: '0.000001', fiat: '0.000001' })))
  await Promise.all([1, 2, 3].map(() => summariseTransfers(engine.deps)))
  while ((await summariseTransfers(engine.deps)) > 0);
  const { totals, assets } = await read()
  assert.deepEqual([totals.succeeded, totals.fiat, assets[0]?.amount], [summaryBatch + 20, '0.00052', '0.00052'])
})

test('a batch that fails counts nothing, and the next one counts all', async () => {
  await addEnded({}, {})
  const { database, now } = engine.deps
  const query = new Proxy(database.query, {
    get: (target, name) =>
      name === 'transaction'
        ? () => ({
            execute: (work: (query: unknown) => Promise<unknown>) =>
              target.transaction().execute(async (transaction) => {
                await work(transaction)
                throw new Error('the process has ended')
              }),
          })
        : Reflect.get(target, name, target),
  })
  await assert.rejects(summariseTransfers({ database: { ...database, query }, now }), /has ended/)
  assert.equal((await read()).totals.succeeded, 0)
  await summariseTransfers(engine.deps)
  assert.equal((await read()).totals.succeeded, 2)
})

test('old hours are deleted, and their days stay', async () => {
  await addEnded({})
  await summariseTransfers(engine.deps)
  engine.wait(3 * 24 * hourMs)
  assert.equal(await deleteOldHours(engine.deps), 0)
  engine.wait(2 * hourMs)
  assert.equal(await deleteOldHours(engine.deps), 1)
  assert.equal((await read('week')).totals.succeeded, 1)
})
