// Previews that wait for their user, or whose user comes back later.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { WithdrawalOutcome } from '../../../../server/exchanges/withdrawal.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const requireCode = (): WithdrawalOutcome => ({ kind: 'mfaRequired', method: 'totp' })
const wrong = (): WithdrawalOutcome => ({ kind: 'mfaWrong' })

test('a transfer that waits for a code ends when its preview expires, without a request', async () => {
  engine.script.outcomes = [requireCode]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(299_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'RequiresAction')
  engine.wait(1_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Abandoned')
  engine.wait(-3_600_000)
  await assert.rejects(engine.execute(preview, '123456'), (error: ApiError) => error.type === 'previewExpired')
  assert.equal(engine.script.orders.length, 1)
})

test('an attempt that is given back while an execute waits for it is not returned as locked', async () => {
  engine.script.outcomes = [requireCode, wrong, wrong, wrong, wrong]
  const preview = await engine.preview()
  await engine.execute(preview)
  for (let n = 0; n < 4; n++) await engine.execute(preview, '000000')
  let resolveFifth: (outcome: WithdrawalOutcome) => void = () => {}
  engine.script.outcomes = [() => new Promise((resolve) => (resolveFifth = resolve))]
  const fifth = engine.execute(preview, '222222')
  while (engine.script.orders.length < 6) await new Promise((resolve) => setImmediate(resolve))
  const beside = engine.execute(preview)
  await new Promise((resolve) => setImmediate(resolve))
  resolveFifth({ kind: 'mfaExpired' })
  const late = await fifth
  assert.ok(late.outcome === 'mfaFailed' && late.error.type === 'mfaCodeExpired')
  const result = await beside
  assert.equal(result.outcome, 'mfaRequired')
  assert.ok('attemptsLeft' in result && result.attemptsLeft === 1)
  engine.script.outcomes = [accept]
  assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
})

test('a new sign-in to the same account can read an executed preview, and not an unspent one', async () => {
  const [spent, unspent] = [await engine.preview(), await engine.preview('26')]
  const first = await engine.execute(spent)
  await engine.signInAgain()
  const rows = await engine.deps.database.query.selectFrom('account').select('id').execute()
  const later = rows.find(({ id }) => id !== engine.accountId)
  const owner = { clientId: engine.clientId, accountId: later?.id ?? '', sessionId: null }
  const request = { ...owner, linkId: null, transactionId: null, mfaCode: null }
  const again = await executeTransfer(engine.deps, { ...request, previewId: spent.id })
  assert.ok('transfer' in first && 'transfer' in again && again.transfer.id === first.transfer.id)
  await engine.deps.database.query
    .updateTable('account')
    .set({ user_id: 'other' })
    .where('id', '=', owner.accountId)
    .execute()
  for (const previewId of [spent.id, unspent.id]) {
    await assert.rejects(
      executeTransfer(engine.deps, { ...request, previewId }),
      (error: ApiError) => error.type === 'previewNotFound',
    )
  }
  assert.equal(engine.script.orders.length, 1)
})

/** The first transaction takes effect, and its response is lost. */
function losingFirstCommit(database: Database): Database {
  let isLost = false
  const query = new Proxy(database.query, {
    get(target, name) {
      if (name === 'transaction' && !isLost) {
        return () => ({
          async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            isLost = true
            await target.transaction().execute(work)
            throw Object.assign(new Error('the connection was lost'), { code: '08006' })
          },
        })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, query }
}

test('a transfer whose insert was committed is sent, though the commit’s response was lost', async () => {
  const preview = await engine.preview()
  const deps = { ...engine.deps, database: losingFirstCommit(engine.deps.database) }
  const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null, linkId: null }
  const request = { ...owner, transactionId: null, previewId: preview.id, mfaCode: null }
  assert.equal((await executeTransfer(deps, request)).outcome, 'ordered')
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
})
