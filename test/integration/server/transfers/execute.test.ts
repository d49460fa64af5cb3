import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { attemptsOf, insertAttempt } from '../../../../server/transfers/attempts.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import type { ExecuteResult } from '../../../../server/transfers/send-withdrawal.ts'
import { clientTransfer } from '../../../../server/transfers/transfer-list.ts'
import { statusDetailOf, statusOf } from '../../../../server/transfers/transfer-status.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept, loseRequest, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const failsAs = (type: string) => (error: ApiError) => error.type === type

test('executing sends one withdrawal, with the previewed terms', async () => {
  const preview = await engine.preview('25.000001')
  const result = await engine.execute(preview)
  assert.equal(result.outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
  const [order] = engine.script.orders
  assert.equal(order?.amount.toString(), '25.000001')
  assert.equal(order?.address, preview.terms.toAddress)
  assert.equal(order?.networkKey, 'base')
})

test('executing a preview again returns the same transfer and sends nothing', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(3_600_000)
  const again = await engine.execute(preview)
  assert.equal(again.outcome, 'ordered')
  assert.ok('replayed' in again && again.replayed)
  assert.equal(engine.script.orders.length, 1)
})

test('the attempts of a transfer are listed in the order of their numbers', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  const { id: transferId } = await engine.transferOf(preview)
  const { query } = engine.deps.database
  const now = engine.deps.now()
  for (const n of [3, 2]) {
    const attempt = { n, clientReference: `reference-${n}`, digest: 'digest', validUntil: now, existingMatches: [] }
    await insertAttempt(query, { ...attempt, transferId }, now)
  }
  const attempts = await attemptsOf(query, transferId)
  assert.deepEqual(
    attempts.map(({ n }) => n),
    [1, 2, 3],
  )
})

test('thirty executes of one preview at once send one withdrawal', async () => {
  const preview = await engine.preview()
  const results = await Promise.all(Array.from({ length: 30 }, () => engine.execute(preview)))
  const ids = new Set(results.map((result) => ('transfer' in result ? result.transfer.id : 'none')))
  assert.equal(ids.size, 1)
  assert.equal(engine.script.orders.length, 1)
})

test('an expired preview cannot be executed', async () => {
  const preview = await engine.preview()
  engine.wait(300_000)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal(engine.script.orders.length, 0)
})

test('a preview that was reported as expired has expired for every clock', async () => {
  const preview = await engine.preview()
  engine.wait(300_001)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  engine.wait(-3_600_000)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal(engine.script.orders.length, 0)
})

test('a transfer and its attempt are written before the request to the exchange', async () => {
  const preview = await engine.preview()
  let written: unknown
  engine.script.outcomes = [
    async (order, made) => {
      const transfer = await engine.transferOf(preview)
      written = await engine.deps.database.query
        .selectFrom('attempt')
        .selectAll()
        .where('transfer_id', '=', transfer.id)
        .execute()
      return accept(order, made)
    },
  ]
  await engine.execute(preview)
  assert.equal((written as unknown[]).length, 1)
})

test('a lost response is pending and unknown, never failed', async () => {
  engine.script.outcomes = [loseResponse]
  const result = await engine.execute(await engine.preview())
  assert.equal(result.outcome, 'ordered')
  assert.ok('transfer' in result)
  assert.equal(statusOf(result.transfer.state), 'Pending')
  assert.equal(statusDetailOf(result.transfer.state), 'Unknown')
})

test('an adapter that throws while it sends proves nothing', async () => {
  engine.script.outcomes = [
    (order, made) => {
      accept(order, made)
      throw new Error('a defect in the adapter')
    },
  ]
  const preview = await engine.preview()
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
})

test('a rejection by the exchange is final, and states where the funds are', async () => {
  engine.script.outcomes = [() => ({ kind: 'rejected', code: 'rejected' })]
  const preview = await engine.preview()
  const result = await engine.execute(preview)
  assert.equal(result.outcome, 'failed')
  assert.ok('error' in result && /still in the account/.test(result.error.message))
  const again = await engine.execute(preview)
  assert.equal(again.outcome, 'failed')
  assert.equal(engine.script.orders.length, 1)
})

test('an exchange that cannot be reached before the send leaves the preview as it was', async () => {
  const preview = await engine.preview()
  engine.script.unreachable = true
  await assert.rejects(engine.execute(preview), failsAs('exchangeUnavailable'))
  engine.script.unreachable = false
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('a required code neither spends the preview nor lengthens its life', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  const preview = await engine.preview()
  assert.equal((await engine.execute(preview)).outcome, 'mfaRequired')
  assert.equal((await engine.execute(preview)).outcome, 'mfaRequired')
  assert.equal(engine.script.orders.length, 1)
  const result = await engine.execute(preview, '123 456')
  assert.equal(result.outcome, 'ordered')
  assert.equal(engine.script.orders[1]?.mfaCode, '123456')
  assert.equal(engine.script.orders[1]?.clientReference, engine.script.orders[0]?.clientReference)
})

test('executes beside the one that requires a code return the requirement, not a transfer', async () => {
  engine.script.outcomes = [
    async () => {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      return { kind: 'mfaRequired', method: 'totp' }
    },
    accept,
  ]
  const preview = await engine.preview()
  const results = await Promise.all(Array.from({ length: 6 }, () => engine.execute(preview)))
  assert.deepEqual(new Set(results.map((result) => result.outcome)), new Set(['mfaRequired']))
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
})

/** Why a code was not accepted. */
function reasonOf(result: ExecuteResult): string {
  return result.outcome === 'mfaFailed' ? result.error.type : result.outcome
}

test('an expired code counts as no attempt', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => ({ kind: 'mfaExpired' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  for (let late = 0; late < 6; late++) {
    assert.equal(reasonOf(await engine.execute(preview, '111111')), 'mfaCodeExpired')
  }
  engine.script.outcomes = [accept]
  assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
})

test('a malformed code is ignored where none is required, and refused where one is', async () => {
  assert.equal((await engine.execute(await engine.preview(), 'n/a')).outcome, 'ordered')
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  await assert.rejects(engine.execute(preview, 'n/a'), failsAs('invalidMfaCodeFormat'))
})

test('a code after the preview has expired is refused', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(300_001)
  await assert.rejects(engine.execute(preview, '123456'), failsAs('previewExpired'))
  assert.equal(engine.script.orders.length, 1)
})

test('five wrong codes end the preview, also when they come at once', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => ({ kind: 'mfaWrong' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => engine.execute(preview, '000000')))
  while (engine.script.orders.length < 6) {
    const result = await engine.execute(preview, '000000').catch((error: ApiError) => error.type)
    if (result === 'mfaLocked') break
  }
  assert.ok(results.length === 20 && engine.script.orders.length <= 6)
  await assert.rejects(engine.execute(preview, '123456'), failsAs('mfaLocked'))
  assert.ok(engine.script.orders.length <= 6)
})

test('a preview of another client or account is as unknown as none', async () => {
  const preview = await engine.preview()
  const { executeTransfer } = await import('../../../../server/transfers/execute.ts')
  const request = { previewId: preview.id, mfaCode: null, sessionId: null, linkId: null, transactionId: null }
  for (const owner of [
    { clientId: 'another', accountId: engine.accountId },
    { clientId: engine.clientId, accountId: 'another' },
  ]) {
    await assert.rejects(executeTransfer(engine.deps, { ...request, ...owner }), failsAs('previewNotFound'))
  }
})

test('a database that fails after the send leaves the transfer pending', async () => {
  const preview = await engine.preview()
  const { query } = engine.deps.database
  engine.script.outcomes = [
    async (order, made) => {
      const outcome = accept(order, made)
      engine.deps.database = { query: new Proxy(query, { get: failTransactions }), close: async () => {} }
      return outcome
    },
  ]
  const result = await engine.execute(preview)
  engine.deps.database = { query, close: () => query.destroy() }
  assert.equal(result.outcome, 'ordered')
  engine.wait(10_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  assert.equal(engine.script.orders.length, 1)
})

test('a code result of the exchange is returned though the storage fails right after writing it', async () => {
  const preview = await engine.preview()
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  await engine.execute(preview)
  const { query } = engine.deps.database
  engine.script.outcomes = [
    () => {
      engine.deps.database = { query: new Proxy(query, { get: failReads }), close: async () => {} }
      return { kind: 'mfaExpired' }
    },
  ]
  assert.equal(reasonOf(await engine.execute(preview, '123456')), 'mfaCodeExpired')
  engine.deps.database = { query, close: () => query.destroy() }
})

function failReads(target: typeof engine.deps.database.query, name: string | symbol): unknown {
  if (name === 'selectFrom') throw new Error('disk full')
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}

function failTransactions(target: typeof engine.deps.database.query, name: string | symbol): unknown {
  if (name === 'transaction') throw new Error('disk full')
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}

test('a request that was lost is never sent again', async () => {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview()
  await engine.execute(preview)
  for (let round = 0; round < 50; round++) {
    engine.wait(5_000)
    await engine.poll()
    await engine.execute(preview)
  }
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})

test('a transfer that was returned while a code was required stays readable, and ends as not sent when no code comes', async () => {
  const preview = await engine.preview()
  let requireCode = () => {}
  engine.script.outcomes = [
    () =>
      new Promise((resolve) => {
        requireCode = () => resolve({ kind: 'mfaRequired', method: 'totp' })
      }),
  ]
  const first = engine.execute(preview)
  while (engine.script.orders.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const beside = await engine.execute(preview)
  assert.ok('transfer' in beside)
  requireCode()
  assert.equal((await first).outcome, 'mfaRequired')
  const read = () => clientTransfer(engine.deps.database.query, engine.clientId, beside.transfer.id)
  assert.equal(statusOf((await read()).state), 'Pending')
  engine.wait(300_001)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal(statusDetailOf((await read()).state), 'NotSent')
})

test('a preview that was reported as expired stays so for a process whose clock is behind', async () => {
  const preview = await engine.preview()
  engine.wait(300_001)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  engine.wait(-5_000)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal(engine.script.orders.length, 0)
})

test('an execute after expiry returns the transfer that was begun in time', async () => {
  const preview = await engine.preview()
  const { query } = engine.deps.database
  // It has read that there is no transfer yet when the other begins, and finds its time over when it goes on.
  let late: Promise<unknown> = Promise.resolve()
  const reading = { ...engine.deps, now: () => new Date(engine.deps.now().getTime() + 300_001) }
  const request = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null, linkId: null }
  const rest = { transactionId: null, previewId: preview.id, mfaCode: null }
  engine.script.outcomes = [
    (order, made) => {
      late = executeTransfer(
        { ...reading, database: { query: blindOnce(query), close: async () => {} } },
        { ...request, ...rest },
      )
      return accept(order, made)
    },
  ]
  await engine.execute(preview)
  assert.equal(((await late) as { outcome: string }).outcome, 'ordered')
})

/** The first read of the transfer finds none. */
function blindOnce(query: typeof engine.deps.database.query): typeof query {
  let blind = true
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'selectFrom') return typeof value === 'function' ? value.bind(target) : value
      return (table: 'transfer') => {
        const select = target.selectFrom(table)
        if (table !== 'transfer' || !blind) return select
        blind = false
        return select.where('id', '=', 'none')
      }
    },
  })
}
