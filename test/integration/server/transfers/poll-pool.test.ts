// What is polled next, how many polls run at once, and how many requests they take.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { pollPool } from '../../../../server/transfers/poll-pool.ts'
import type { TransferDeps } from '../../../../server/transfers/transfer-deps.ts'
import { countedExchange } from '../../../support/counted-exchange.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import {
  acceptedTransfers,
  dueTransfers,
  onSeparateAccounts,
  quickPolls,
  withdrawalIdsOf,
} from '../../../support/pending-transfers.ts'
import { pollDue, pollStranded } from '../../../support/poll-due.ts'
import { accept, loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

function depsWith(exchange: Exchange): TransferDeps {
  return { ...engine.deps, exchanges: registryOf([exchange]) }
}

const poolOf = (deps: TransferDeps) => pollPool(deps, { buckets: memoryBuckets() })

test('a call that hangs takes one slot, and holds up no other transfer', async () => {
  const ids = await acceptedTransfers(engine, 30)
  await onSeparateAccounts(engine, ids, (n) => `token-${n}`)
  const hanging = await withdrawalIdsOf(engine, ids.slice(0, 3))
  const { calls, deps } = countedExchange(engine, {}, (id) => hanging.includes(id) && new Promise(() => {}))
  const pool = poolOf(deps)
  assert.equal(await pool.fill(), 30)
  for (let round = 0; round < 5; round++) {
    await quickPolls()
    assert.equal(await pool.fill(), 0)
    engine.wait(500)
    assert.equal(await pool.fill(), 27, `round ${round}`)
  }
  assert.equal(calls.lookedUp.filter((id) => hanging.includes(id)).length, 3)
})

test('one listing serves all pending transfers of an account, and a new one is polled with the others', async () => {
  await acceptedTransfers(engine, 40)
  const { calls, deps } = countedExchange(engine)
  assert.equal(await pollDue(deps), 40)
  assert.deepEqual(calls, { listed: 1, lookedUp: [] })
  // Only one is due, the others would be within their interval.
  engine.wait(399)
  const [late = ''] = await dueTransfers(engine)
  assert.equal(late, '')
  await acceptedTransfers(engine, 1)
  assert.equal(await pollDue(deps), 41)
  assert.deepEqual(calls, { listed: 2, lookedUp: [] })
})

test('a single transfer is looked up by its id', async () => {
  await acceptedTransfers(engine, 1)
  const { calls, deps } = countedExchange(engine)
  assert.equal(await pollDue(deps), 1)
  assert.deepEqual([calls.listed, calls.lookedUp.length], [0, 1])
})

test('what the listing lacks is looked up by id, ten in one poll, and each in its turn', async () => {
  await acceptedTransfers(engine, 25)
  const { calls, deps } = countedExchange(engine, { listWithdrawals: async () => [] })
  const pool = poolOf(deps)
  for (let poll = 1; poll <= 3; poll++) {
    assert.equal(await pool.fill(), 25)
    await pool.settled()
    assert.equal(calls.lookedUp.length, 10 * poll)
    engine.wait(1_000)
  }
  assert.equal(new Set(calls.lookedUp.slice(0, 25)).size, 25)
})

test('each transfer is looked up in its turn, also if the rate allows one poll at a time', async () => {
  await acceptedTransfers(engine, 25)
  const limits = { address: { quota: 2, windowSeconds: 1 } }
  const { calls, deps } = countedExchange(engine, { limits, listWithdrawals: async () => [] })
  const pool = poolOf(deps)
  for (let round = 0; round < 25; round++) {
    await pool.fill()
    await pool.settled()
    engine.wait(1_000)
  }
  assert.deepEqual([calls.lookedUp.length, new Set(calls.lookedUp).size], [25, 25])
})

test('an exchange that refuses the listing is polled by id', async () => {
  await acceptedTransfers(engine, 3)
  const { calls, deps } = countedExchange(engine, {
    listWithdrawals: async () => {
      throw new ExchangeFailure('rejected', 'no_permission')
    },
  })
  await pollDue(deps)
  assert.equal(calls.lookedUp.length, 3)
})

test('an exchange whose listing times out is requested once, and all its transfers wait their interval', async () => {
  await acceptedTransfers(engine, 3)
  let listed = 0
  const { calls, deps } = countedExchange(engine, {
    listWithdrawals: async () => {
      listed += 1
      throw new ExchangeFailure('timeout')
    },
  })
  await pollDue(deps)
  assert.deepEqual([listed, calls.lookedUp], [1, []])
  assert.deepEqual(await dueTransfers(engine), [])
  engine.wait(400)
  assert.equal((await dueTransfers(engine)).length, 3)
})

test('access that has expired is renewed once, and the listing is requested again', async () => {
  await acceptedTransfers(engine, 3)
  const renewed: string[] = []
  const { exchange } = engine.script
  const { calls, deps } = countedExchange(engine, {
    renew: async (credentials) => {
      renewed.push(credentials.accessToken ?? '')
      return { ...credentials, accessToken: 'renewed' }
    },
  })
  engine.script.ended.add('secret-1')
  const [own] = deps.exchanges.all
  assert.ok(own)
  own.listWithdrawals = async (credentials, accountId, since) => {
    calls.listed += 1
    if (credentials.accessToken !== 'renewed') throw new ExchangeFailure('signInEnded')
    return exchange.listWithdrawals(credentials, accountId, since)
  }
  await pollDue(deps)
  assert.deepEqual([calls.listed, calls.lookedUp, renewed], [2, [], ['secret-1']])
})

test('a transfer whose response was lost is not polled sooner because another one of its account is due', async () => {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview('50')
  await engine.execute(preview)
  engine.wait(42_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).emptyPolls, 1)
  engine.wait(20_000)
  engine.script.outcomes = [accept]
  const others = await acceptedTransfers(engine, 3)
  // Their interval is 30 s, and the next poll of the first one is due in 21 s.
  const due = { poll_tier: 2, next_poll_at: engine.deps.now().getTime() }
  await engine.deps.database.query.updateTable('transfer').set(due).where('id', 'in', others).execute()
  assert.equal(await pollDue(engine.deps), 3)
  assert.equal((await engine.transferOf(preview)).emptyPolls, 1)
})

test('a transfer that no listing contains is not postponed because another one of its account is due', async () => {
  const [dueId = '', otherId = ''] = await acceptedTransfers(engine, 2)
  const { deps } = countedExchange(engine)
  const { query } = engine.deps.database
  engine.wait(2 * 86_400_000)
  const now = engine.deps.now().getTime()
  await query.updateTable('transfer').set({ poll_tier: 3, attention: 'of an operator' }).execute()
  await query.updateTable('transfer').set({ next_poll_at: now }).where('id', '=', dueId).execute()
  await query
    .updateTable('transfer')
    .set({ next_poll_at: now + 10_000 })
    .where('id', '=', otherId)
    .execute()
  assert.equal(await pollDue(deps), 1)
  assert.deepEqual(await dueTransfers(engine), [])
  engine.wait(10_000)
  assert.deepEqual(await dueTransfers(engine), [otherId])
})

test('a key has one poll in flight, however many sign-ins share it', async () => {
  const ids = await acceptedTransfers(engine, 20)
  await onSeparateAccounts(engine, ids)
  const { calls, deps } = countedExchange(engine, {}, () => new Promise(() => {}))
  const pool = poolOf(deps)
  assert.equal(await pool.fill(), 20)
  await quickPolls()
  assert.equal(calls.lookedUp.length, 1)
  assert.equal(await pool.fill(), 0)
  engine.wait(400)
  assert.deepEqual(await dueTransfers(engine), [], 'the others wait in the same slot')
})

test('sign-ins that share a key are polled in turn, also if a poll takes longer than the interval', async () => {
  const ids = await acceptedTransfers(engine, 2)
  await onSeparateAccounts(engine, ids)
  let end = () => {}
  const { calls, deps } = countedExchange(engine, {
    getWithdrawal: (_credentials, _accountId, id) => {
      calls.lookedUp.push(id)
      return new Promise((resolve) => {
        end = () => resolve(undefined)
      })
    },
  })
  const pool = poolOf(deps)
  for (let second = 0; second < 12; second++) {
    await pool.fill()
    await quickPolls()
    if (second % 3 === 2) end()
    await quickPolls()
    engine.wait(500)
    await pool.fill()
    await quickPolls()
    engine.wait(500)
  }
  const [first, second] = calls.lookedUp
  assert.deepEqual(calls.lookedUp.slice(0, 4), [first, second, first, second])
  assert.notEqual(first, second)
})

test('the pool claims only what its slots allow, and refills a slot when its poll ends', async () => {
  const ids = await acceptedTransfers(engine, 20)
  await onSeparateAccounts(engine, ids, (n) => `token-${n}`)
  const ended: (() => void)[] = []
  const slow = { address: { quota: 2, windowSeconds: 3 } }
  const getWithdrawal = () => new Promise<undefined>((resolve) => ended.push(() => resolve(undefined)))
  const deps = depsWith({ ...engine.script.exchange, limits: slow, getWithdrawal })
  const unlimited = { ...memoryBuckets(), take: async () => ({ allowed: true, remaining: 1, seconds: 0 }) }
  const pool = pollPool(deps, { buckets: unlimited })
  assert.equal(await pool.fill(), 16)
  assert.equal(await pool.fill(), 0)
  await quickPolls()
  for (const end of ended.splice(0, 3)) end()
  await quickPolls()
  assert.equal(await pool.fill(), 3)
})

test('the pool claims only what the rate of the exchange allows', async () => {
  const ids = await acceptedTransfers(engine, 20)
  await onSeparateAccounts(engine, ids, (n) => `token-${n}`)
  const deps = depsWith({ ...engine.script.exchange, limits: { address: { quota: 10, windowSeconds: 10 } } })
  const pool = poolOf(deps)
  assert.equal(await pool.fill(), 5, 'half of the limit is for the requests of users')
  await pool.settled()
  assert.equal((await dueTransfers(engine)).length, 15)
  engine.wait(2_000)
  assert.equal(await pool.fill(), 1)
  await pool.settled()
})

test('transfers that share one listing use the rate once', async () => {
  await acceptedTransfers(engine, 20)
  const deps = depsWith({ ...engine.script.exchange, limits: { address: { quota: 60, windowSeconds: 60 } } })
  const pool = poolOf(deps)
  for (let round = 0; round < 20; round++) {
    assert.equal(await pool.fill(), 20, `round ${round}`)
    await pool.settled()
    engine.wait(400)
  }
})

test('a transfer whose key is busy does not use the rate', async () => {
  const ids = await acceptedTransfers(engine, 20)
  await onSeparateAccounts(engine, ids)
  const limits = { address: { quota: 40, windowSeconds: 60 } }
  const deps = depsWith({ ...engine.script.exchange, limits, getWithdrawal: () => new Promise(() => {}) })
  const buckets = memoryBuckets()
  const pool = pollPool(deps, { buckets })
  assert.equal(await pool.fill(), 20)
  const { remaining } = await buckets.take('poll:scripted', { quota: 20, windowSeconds: 60 }, engine.deps.now())
  assert.equal(remaining, 18)
})

test('a backlog of old transfers does not delay new ones', async () => {
  const ids = await acceptedTransfers(engine, 60)
  await onSeparateAccounts(engine, ids, (n) => `token-${n}`)
  const { query } = engine.deps.database
  const old = ids.slice(0, 50)
  await query.updateTable('transfer').set({ poll_tier: 2, next_poll_at: 1 }).where('id', 'in', old).execute()
  const deps = depsWith({ ...engine.script.exchange, limits: { address: { quota: 20, windowSeconds: 60 } } })
  const pool = poolOf(deps)
  assert.equal(await pool.fill(), 10)
  await pool.settled()
  const due = await dueTransfers(engine)
  const polled = (some: string[]) => some.filter((id) => !due.includes(id)).length
  assert.deepEqual([polled(ids.slice(50)), polled(old)], [9, 1])
})

test('transfers whose polls are in flight are due again once the pool releases them', async () => {
  await acceptedTransfers(engine, 2)
  const { deps } = countedExchange(engine, { listWithdrawals: () => new Promise(() => {}) })
  const pool = poolOf(deps)
  assert.equal(await pool.fill(), 2)
  assert.deepEqual(await dueTransfers(engine), [])
  await pool.release()
  assert.equal((await dueTransfers(engine)).length, 2)
})

test('transfers of an exchange that was removed need an operator', async () => {
  const [id = ''] = await acceptedTransfers(engine, 1)
  engine.wait(86_500_000)
  const deps = { ...engine.deps, exchanges: registryOf([]) }
  assert.equal(await pollDue(deps), 0)
  await pollStranded(deps)
  const select = engine.deps.database.query.selectFrom('transfer').select('attention').where('id', '=', id)
  assert.equal((await select.executeTakeFirstOrThrow()).attention, 'pending for over 24 hours')
})
