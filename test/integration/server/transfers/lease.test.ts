// Which transfers are polled next, exchange by exchange.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { claimDue, releaseLease, rescheduleSkewed } from '../../../../server/transfers/lease.ts'
import { pollTransfers } from '../../../../server/transfers/poll-transfers.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

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

test('an exchange that hangs delays no other transfers, and those of a removed exchange need an operator', async () => {
  const { exchange } = engine.script
  const [hanging, other, stranded] = [await executed(), await executed(), await executed()]
  await moveTo('other', other)
  await moveTo('removed', stranded)
  await makeOld(stranded)
  for (const withdrawal of engine.script.made.values()) withdrawal.hash = `0x${'ab'.repeat(32)}`
  let markRequested = () => {}
  const isRequested = new Promise<void>((resolve) => {
    markRequested = resolve
  })
  let release = (_: undefined) => {}
  const held = new Promise<undefined>((resolve) => {
    release = resolve
  })
  const hangs: Exchange = {
    ...exchange,
    getWithdrawal: () => {
      markRequested()
      return held
    },
  }
  const deps = { ...engine.deps, exchanges: registryOf([hangs, { ...exchange, type: 'other' }]) }
  engine.wait(1_000)
  const passes = Promise.all([...deps.exchanges.all, null].map((each) => pollTransfers(deps, each)))
  await isRequested
  await until(async () => (await engine.transferOf(other)).state === 'Confirming')
  await until(async () => (await engine.transferOf(stranded)).attention !== null)
  assert.equal((await engine.transferOf(hanging)).state, 'Submitted')
  release(undefined)
  await passes
})

test('a clock that was far ahead delays no poll', async () => {
  const { deps } = engine
  const preview = await executed()
  const ahead = { ...deps, now: () => new Date(deps.now().getTime() + 86_400_000) }
  await claimDue(ahead, engine.script.exchange, 'ahead')
  assert.equal((await claimDue(deps, engine.script.exchange, 'first')).length, 1)
  await releaseLease(deps, 'first')
  const { id } = await engine.transferOf(preview)
  const next_poll_at = ahead.now().getTime()
  await deps.database.query.updateTable('transfer').set({ next_poll_at }).where('id', '=', id).execute()
  assert.equal((await claimDue(deps, engine.script.exchange, 'second')).length, 0)
  await rescheduleSkewed(deps)
  assert.equal((await claimDue(deps, engine.script.exchange, 'third')).length, 1)
  engine.wait(engine.script.exchange.recovery.leaseMs - 1)
  assert.equal((await claimDue(deps, engine.script.exchange, 'fourth')).length, 0, 'a valid lease stays')
})

async function moveTo(type: string, preview: Preview): Promise<void> {
  const { query } = engine.deps.database
  const { id, accountId } = await engine.transferOf(preview)
  const account = await query.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const own = { ...account, id: `${accountId}-${type}`, exchange_type: type }
  await query.insertInto('account').values(own).execute()
  const change = { exchange_type: type, account_id: own.id }
  await query.updateTable('transfer').set(change).where('id', '=', id).execute()
}

async function makeOld(preview: Preview): Promise<void> {
  const { id } = await engine.transferOf(preview)
  await engine.deps.database.query.updateTable('transfer').set({ created_at: 0 }).where('id', '=', id).execute()
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 5_000
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('it did not come to that')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
