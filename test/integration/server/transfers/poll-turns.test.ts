// A withdrawal or a key that does not respond delays no other one, and polls stay within the rate.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import type { Buckets } from '../../../../server/limits/bucket.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { type PollPool, pollPool } from '../../../../server/transfers/poll-pool.ts'
import { countedExchange } from '../../../support/counted-exchange.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import {
  acceptedTransfers,
  onSeparateAccounts,
  quickPolls,
  withdrawalIdsOf,
} from '../../../support/pending-transfers.ts'
import { pollDue } from '../../../support/poll-due.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hash = `0x${'ab'.repeat(32)}`

/** Fills the pool every half second. */
async function fill(pool: PollPool, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await pool.fill()
    await quickPolls()
    engine.wait(500)
  }
}

async function complete(ids: readonly string[]): Promise<void> {
  for (const [reference, withdrawal] of engine.script.made)
    if (ids.includes(withdrawal.id)) engine.script.made.set(reference, { ...withdrawal, hash, state: 'completed' })
}

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const stored = engine.deps.database.query.selectFrom('transfer').select('state').where('id', 'in', ids)
  return (await stored.execute()).map(({ state }) => state)
}

for (const listsAsLookedUp of [true, false]) {
  test(`look-ups that time out delay no other transfer of their account (listed: ${listsAsLookedUp})`, async () => {
    const ids = await acceptedTransfers(engine, 8)
    const withdrawals = await withdrawalIdsOf(engine, ids)
    const [slow, others] = [withdrawals.slice(0, 3), withdrawals.slice(3)]
    const {
      deps,
      calls: { lookedUp },
    } = countedExchange(engine, { listsAsLookedUp, listWithdrawals: async () => [] }, (id) => {
      if (slow.includes(id)) throw new ExchangeFailure('timeout')
    })
    await complete(others)
    await fill(pollPool(deps, { buckets: memoryBuckets() }), 40)
    assert.deepEqual(new Set(await statesOf(ids.slice(3))), new Set(['Confirming']))
    for (const id of slow) assert.ok(lookedUp.filter((each) => each === id).length > 1, 'it is still polled')
  })
}

test('what the listing contains is polled, although the look-up of another withdrawal timed out', async () => {
  const ids = await acceptedTransfers(engine, 5)
  const [slow = '', ...others] = await withdrawalIdsOf(engine, ids)
  const { exchange } = engine.script
  const listWithdrawals: Exchange['listWithdrawals'] = async (...request) =>
    (await exchange.listWithdrawals(...request)).filter(({ id }) => id !== slow)
  const { deps } = countedExchange(engine, { listWithdrawals }, () => {
    throw new ExchangeFailure('timeout')
  })
  await complete(others)
  await pollDue(deps)
  assert.deepEqual(
    await statesOf(ids.slice(1)),
    others.map(() => 'Confirming'),
  )
})

for (const hasNode of [false, true]) {
  test(`a key that hangs delays no other key of its network (node: ${hasNode})`, async () => {
    const ids = await acceptedTransfers(engine, 30)
    await onSeparateAccounts(engine, ids, (n) => (n < 25 ? 'hangs' : `responds-${n}`))
    const { query } = engine.deps.database
    await query.updateTable('transfer').set({ state: 'Confirming', hash }).execute()
    const others = (await withdrawalIdsOf(engine, ids)).slice(25)
    const {
      deps,
      calls: { lookedUp },
    } = countedExchange(engine, {}, (_id, token) => token === 'hangs' && new Promise(() => {}))
    const nodePollLimits = new Map([['base', { quota: 20, windowSeconds: 20 }]])
    const { chains } = hasNode ? deps : { chains: new Map() }
    await fill(pollPool({ ...deps, chains, nodePollLimits }, { buckets: memoryBuckets() }), 40)
    assert.equal(lookedUp.filter((id) => !others.includes(id)).length, 1)
    // The key that hangs does not use the rate: twenty polls at once, and one a second.
    for (const id of others) assert.ok(lookedUp.filter((each) => each === id).length >= (hasNode ? 1 : 5))
  })
}

test('sign-ins that share a key have one poll each before any has its second one', async () => {
  const ids = await acceptedTransfers(engine, 12)
  await onSeparateAccounts(engine, ids)
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, {}, () => quickPolls())
  await fill(pollPool(deps, { buckets: memoryBuckets() }), 60)
  assert.ok(lookedUp.length >= 48, `${lookedUp.length} look-ups in 30 seconds`)
  for (let cycle = 0; cycle < 4; cycle++) {
    const polled = lookedUp.slice(cycle * 12, (cycle + 1) * 12)
    assert.equal(new Set(polled).size, 12, `cycle ${cycle}`)
  }
})

test('a transfer of a network reaches the exchange, although other transfers keep its key busy', async () => {
  const ids = await acceptedTransfers(engine, 40)
  await onSeparateAccounts(engine, ids)
  const [unmined = ''] = await withdrawalIdsOf(engine, ids)
  const { query } = engine.deps.database
  const confirming = query.updateTable('transfer').set({ state: 'Confirming', hash })
  await confirming.where('id', '=', ids[0] ?? '').execute()
  const ends: (() => void)[] = []
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, {}, () => new Promise<void>((resolve) => ends.push(resolve)))
  const pool = pollPool(deps, { buckets: memoryBuckets() })
  for (let round = 0; round < 60; round++) {
    await fill(pool, 1)
    // A look-up takes a second and a half.
    if (round % 3 === 2) for (const end of ends.splice(0)) end()
  }
  const requests = lookedUp.filter((id) => id === unmined).length
  assert.ok(requests >= 5 && lookedUp.length - requests >= 5, `${requests} of ${lookedUp.length}`)
})

test('each look-up of an exchange that is polled by id uses the rate', async () => {
  await acceptedTransfers(engine, 40)
  const limits = { address: { quota: 40, windowSeconds: 40 } }
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, { listsAsLookedUp: false, limits })
  const pool = pollPool(deps, { buckets: memoryBuckets() })
  await fill(pool, 41)
  assert.ok(
    lookedUp.length > 25 && lookedUp.length <= 30,
    `twenty at once, then one in two seconds, not ${lookedUp.length}`,
  )
})

test('each search for a withdrawal whose response was lost uses the rate', async () => {
  engine.script.outcomes = [loseRequest]
  await acceptedTransfers(engine, 12)
  engine.wait(32_000)
  let searches = 0
  const { exchange } = engine.script
  const findWithdrawal: Exchange['findWithdrawal'] = (...request) => {
    searches += 1
    return exchange.findWithdrawal(...request)
  }
  const limits = { address: { quota: 10, windowSeconds: 60 } }
  await pollDue(countedExchange(engine, { findWithdrawal, limits }).deps)
  assert.equal(searches, 5)
})

test('an exchange and a network without a node that share a key take turns', async () => {
  const ids = await acceptedTransfers(engine, 24)
  await onSeparateAccounts(engine, ids)
  const { query } = engine.deps.database
  const confirming = query.updateTable('transfer').set({ state: 'Confirming', hash })
  await confirming.where('id', 'in', ids.slice(12)).execute()
  const ofNetwork = (await withdrawalIdsOf(engine, ids)).slice(12)
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, {}, () => quickPolls())
  await fill(pollPool({ ...deps, chains: new Map() }, { buckets: memoryBuckets() }), 120)
  const requests = lookedUp.filter((id) => ofNetwork.includes(id)).length
  const others = lookedUp.length - requests
  assert.ok(requests > 24 && others > 24, `${requests} for the network, ${others} for the exchange`)
})

test('older transfers of a key are polled beside many new ones', async () => {
  const ids = await acceptedTransfers(engine, 40)
  await onSeparateAccounts(engine, ids)
  const old = ids.slice(36)
  const { query } = engine.deps.database
  const yesterday = engine.deps.now().getTime() - 82_800_000
  await query.updateTable('transfer').set({ poll_tier: 2, created_at: yesterday }).where('id', 'in', old).execute()
  const oldWithdrawals = await withdrawalIdsOf(engine, old)
  const ends: (() => void)[] = []
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, { listsAsLookedUp: false }, () => new Promise<void>((resolve) => ends.push(resolve)))
  const pool = pollPool(deps, { buckets: memoryBuckets() })
  for (let round = 0; round < 120; round++) {
    await fill(pool, 1)
    for (const end of ends.splice(0)) end()
  }
  assert.ok(lookedUp.length > 36)
  for (const id of oldWithdrawals) assert.ok(lookedUp.includes(id), id)
})

test('polls that could not begin because the storage failed return their slots', async () => {
  const ids = await acceptedTransfers(engine, 40)
  // Two sign-ins of each key: the rate is charged again for the second one.
  await onSeparateAccounts(engine, ids, (n) => `key-${Math.floor(n / 2)}`)
  const {
    deps,
    calls: { lookedUp },
  } = countedExchange(engine, { listsAsLookedUp: false })
  const working = memoryBuckets()
  let isFailing = true
  const buckets: Buckets = {
    ...working,
    take: (...request) =>
      isFailing && lookedUp.length > 0 ? Promise.reject(new Error('locked')) : working.take(...request),
  }
  const pool = pollPool(deps, { buckets })
  await pool.fill()
  await pool.settled()
  isFailing = false
  const before = lookedUp.length
  assert.ok(before > 0 && before < 40)
  engine.wait(engine.script.exchange.recovery.leaseMs + 1)
  await fill(pool, 20)
  assert.equal(new Set(lookedUp).size, 40)
})
