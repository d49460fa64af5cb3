// Leases of transfers, and clocks that were wrong.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  claimDue,
  claimSiblings,
  claimStranded,
  countDue,
  releaseLeases,
  rescheduleSkewed,
} from '../../../../server/transfers/lease.ts'
import { pollLanes } from '../../../../server/transfers/poll-lanes.ts'
import { startPolling } from '../../../../server/transfers/polling.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import type { TransferDeps } from '../../../../server/transfers/transfer-deps.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { claimYoungest } from '../../../support/poll-due.ts'
import { rowsRead } from '../../../support/rows-read.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

async function executed(): Promise<Preview> {
  const preview = await engine.preview()
  await engine.execute(preview)
  return preview
}

const claim = (lease: string, deps = engine.deps) => claimYoungest(deps, 'scripted', lease)

test('a leased transfer is not claimed again before its lease ends', async () => {
  await executed()
  assert.equal((await claim('first')).length, 1)
  engine.wait(engine.script.exchange.recovery.leaseMs - 1)
  assert.equal((await claim('second')).length, 0)
  engine.wait(1)
  assert.equal((await claim('third')).length, 1)
})

test('a released transfer is due at once, and one that has changed stays as it is', async () => {
  await executed()
  const [leased] = await claim('first')
  await releaseLeases(engine.deps.database.query, 'another')
  assert.equal((await claim('second')).length, 0)
  await releaseLeases(engine.deps.database.query, 'first')
  assert.equal((await claim('third'))[0]?.id, leased?.id)
  const next_poll_at = engine.deps.now().getTime() + 1_000
  await engine.deps.database.query.updateTable('transfer').set({ next_poll_at }).execute()
  await releaseLeases(engine.deps.database.query, 'third')
  assert.equal((await claim('fourth')).length, 0)
})

test('a clock that was far ahead delays no poll', async () => {
  const { deps } = engine
  const preview = await executed()
  const ahead = { ...deps, now: () => new Date(deps.now().getTime() + 3_600_000) }
  assert.equal((await claim('ahead', ahead)).length, 1)
  await rescheduleSkewed(deps)
  assert.equal((await claim('first')).length, 1, 'a lease of a wrong clock')
  await rescheduleSkewed(deps)
  assert.equal((await claim('second')).length, 0, 'a valid lease stays')
  await releaseLeases(deps.database.query, 'first')
  const { id } = await engine.transferOf(preview)
  const next_poll_at = deps.now().getTime() + 86_400_000
  await deps.database.query.updateTable('transfer').set({ next_poll_at }).where('id', '=', id).execute()
  assert.equal((await claim('third')).length, 0)
  await rescheduleSkewed(deps)
  assert.equal((await claim('fourth')).length, 1, 'a next poll of a wrong clock')
  await releaseLeases(deps.database.query, 'fourth')
  const inTwentyMinutes = deps.now().getTime() + 1_200_000
  await deps.database.query
    .updateTable('transfer')
    .set({ next_poll_at: inTwentyMinutes })
    .where('id', '=', id)
    .execute()
  await rescheduleSkewed(deps)
  assert.equal((await claim('fifth')).length, 1, 'also of one that was ahead by minutes')
})

test('leases of a wrong clock are found among many transfers, a batch at a time', async () => {
  await executed()
  const { deps } = engine
  const { query } = deps.database
  const row = await query.selectFrom('transfer').selectAll().executeTakeFirstOrThrow()
  const inFiveMinutes = deps.now().getTime() + 300_000
  for (let from = 0; from < 2_500; from += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => ({
      ...row,
      id: `transfer-${from + n}`,
      preview_id: `${from + n}`,
      withdrawal_id: null,
      next_poll_at: inFiveMinutes + from + n,
    }))
    await query.insertInto('transfer').values(rows).execute()
  }
  // The first and the last of the second batch, and one of the third.
  const leased = ['transfer-1000', 'transfer-1999', 'transfer-2400']
  const lease = query.updateTable('transfer').set(({ ref }) => ({ lease: 'ahead', leased_until: ref('next_poll_at') }))
  await lease.where('id', 'in', leased).execute()
  let pauses = 0
  const pause = async () => void pauses++
  await rescheduleSkewed({ ...deps, database: { ...deps.database, pause } })
  assert.equal(pauses, 2)
  const due = query.selectFrom('transfer').select('id').where('next_poll_at', '=', deps.now().getTime())
  const others = await due.where('id', '<>', row.id).orderBy('id').execute()
  assert.deepEqual(
    others.map(({ id }) => id),
    leased,
  )
})

test('how late each poll starts is measured by its lane, and transfers that are polled early are not', async () => {
  const delays: [number, string][] = []
  const pollMetrics = {
    observeDelay: (seconds: number, lane: string) => void delays.push([seconds, lane]),
    passEnded() {},
  }
  const deps = { ...engine.deps, pollMetrics }
  await executed()
  const [{ next_poll_at }] = (await deps.database.query.selectFrom('transfer').select('next_poll_at').execute()) as [
    { next_poll_at: number },
  ]
  engine.wait(next_poll_at + 12_500 - deps.now().getTime())
  const [due] = await claim('first', deps)
  assert.deepEqual(delays, [[12.5, 'scripted']])
  await releaseLeases(deps.database.query, 'first')
  const accounts = { accountIds: [due?.accountId ?? ''], dueBefore: new Date(deps.now().getTime() + 60_000), count: 5 }
  assert.equal((await claimSiblings(deps, { lease: 'second', leaseMs: 60_000 }, accounts)).length, 1)
  assert.equal(delays.length, 1)
})

test('each pass over the due transfers is reported, and one that fails is not', async () => {
  const ended = Promise.withResolvers<void>()
  let passes = 0
  const passEnded = () => {
    passes++
    if (passes === 3) ended.resolve()
  }
  const pollMetrics = { observeDelay() {}, passEnded }
  const polling = startPolling({ ...engine.deps, pollMetrics })
  await ended.promise
  await polling.stop()
  assert.ok(passes >= 3)
  await engine.deps.database.close()
  passes = 0
  const failed = Promise.withResolvers<void>()
  const log = { ...engine.deps.log, error: () => failed.resolve() }
  const failing = startPolling({ ...engine.deps, log, pollMetrics })
  await failed.promise
  await failing.stop()
  assert.equal(passes, 1, 'the start alone')
})

test('more accounts can be busy than a statement may have parameters', async () => {
  await executed()
  const { deps } = engine
  engine.wait(60_000)
  const lanes = [{ name: 'scripted', usesKey: true }]
  const { account_id } = await deps.database.query.selectFrom('transfer').select('account_id').executeTakeFirstOrThrow()
  const others = Array.from({ length: 70_000 }, (_, n) => `account-${n}`)
  assert.equal((await countDue(deps, lanes, others)).size, 1)
  assert.equal((await countDue(deps, lanes, [...others, account_id ?? ''])).size, 0)
  const lane = { name: 'scripted', leaseMs: 60_000 }
  const tiered = { lease: 'first', tier: 0, count: 5 }
  assert.equal((await claimDue(deps, lane, { ...tiered, busyAccounts: [...others, account_id ?? ''] })).length, 0)
  assert.equal((await claimDue(deps, lane, { ...tiered, busyAccounts: others })).length, 1)
})

test('with the statistics of a database in use, no pass of the follower reads the whole table, also while accounts are busy', async () => {
  await executed()
  const { deps } = engine
  const row = await deps.database.query.selectFrom('transfer').selectAll().executeTakeFirstOrThrow()
  for (let from = 0; from < 3_000; from += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => ({
      ...row,
      id: `transfer-${from + n}`,
      preview_id: `${from + n}`,
      withdrawal_id: null,
    }))
    await deps.database.query.insertInto('transfer').values(rows).execute()
  }
  await sql`analyze`.execute(deps.database.query)
  const passes: [string, (over: TransferDeps) => Promise<unknown>][] = [
    ['countDue', (over) => countDue(over, [{ name: 'scripted', usesKey: true }], ['account-1'])],
    ['claimStranded', (over) => claimStranded(over, pollLanes(deps), 'lease-1')],
  ]
  for (const [name, pass] of passes) {
    const { scanned, indexes } = await rowsRead(deps.database, (query) =>
      pass({ ...deps, database: { ...deps.database, query } }),
    )
    assert.deepEqual([name, scanned.includes('SCAN transfer'), indexes.includes('transfer_lane')], [name, false, true])
  }
})

test('a poll writes only the indexes that have the time of the next poll', async () => {
  const { query } = engine.deps.database
  const poll = sql<{
    opcode: string
    p2: number
  }>`explain update transfer set next_poll_at = 1, lease = null where id = ''`
  const written = (await poll.execute(query)).rows.filter(({ opcode }) => opcode === 'OpenWrite').map(({ p2 }) => p2)
  const indexes = sql<{ name: string; rootpage: number }>`select name, rootpage from sqlite_master
    where type = 'index' and name not like 'sqlite_%'`
  const names = (await indexes.execute(query)).rows.filter(({ rootpage }) => written.includes(rootpage))
  // The last one has only payments of wallets, and a poll of another transfer does not change it.
  assert.deepEqual(names.map(({ name }) => name).sort(), ['transfer_due', 'transfer_lane', 'transfer_wallet_payment'])
})
