import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { productionLimits, rateLimits } from '../../../../server/limits/limits.ts'
import { memoryBuckets } from '../../../../server/limits/memory-buckets.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
  const policies = { ...productionLimits, code: { quota: 7, windowSeconds: 86_400 } }
  engine.deps.limits = rateLimits(policies, { buckets: memoryBuckets(), now: engine.deps.now })
  // Requires a code; only 123456 is right.
  engine.script.outcomes = [
    (order, made) => {
      if (order.mfaCode === null) return { kind: 'mfaRequired', method: 'totp' }
      return order.mfaCode === '123456' ? accept(order, made) : { kind: 'mfaWrong' }
    },
  ]
})
afterEach(() => engine.close())

/** A preview that waits for its code. */
async function previewAwaitingCode(amount: string) {
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  return preview
}
const outcomeOf = (promise: ReturnType<Engine['execute']>) =>
  promise.then(
    (result) => result.outcome,
    (error: ApiError) => error.type,
  )

test('new previews give no new attempts: wrong codes count for the account, over all of them', async () => {
  const outcomes: string[] = []
  for (const amount of ['20', '21', '22']) {
    const preview = await previewAwaitingCode(amount)
    for (let n = 0; n < 3; n++) outcomes.push(await outcomeOf(engine.execute(preview, '000000')))
  }
  assert.deepEqual(outcomes, [...Array(7).fill('mfaFailed'), 'rateLimited', 'rateLimited'])
  const codes = engine.script.orders.filter((order) => order.mfaCode !== null)
  assert.equal(codes.length, 7)
  engine.wait(86_400_000)
  assert.equal(await outcomeOf(engine.execute(await previewAwaitingCode('23'), '123456')), 'ordered')
})

test('right codes use up no attempts, and neither do requests for a code', async () => {
  for (let n = 0; n < 20; n++) {
    assert.equal(await outcomeOf(engine.execute(await previewAwaitingCode(`${n + 30}`), '123456')), 'ordered')
  }
})
