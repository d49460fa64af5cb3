// An operator pauses sending: nothing leaves, nothing is lost, and what was sent before is polled.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { type PauseScope, pauseSending, resumeSending } from '../../../../server/transfers/sending-pause.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { accept } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const pause = (scope: PauseScope) => pauseSending(engine.deps.database.query, scope, engine.deps.now())
const resume = (scope: PauseScope) => resumeSending(engine.deps.database.query, scope)
const pausedAs = (scope: string) => (error: ApiError) => {
  assert.equal(error.type, 'sendingPaused', error.message)
  assert.deepEqual(error.data, { scope })
  return true
}

test('a paused execute sends nothing, and the same preview is executed after the pause', async () => {
  const covering: PauseScope[] = [
    { kind: 'all' },
    { kind: 'exchange', type: engine.script.exchange.type },
    { kind: 'client', id: engine.clientId },
  ]
  for (const [sent, scope] of covering.entries()) {
    const preview = await engine.preview(`${30 + sent}`)
    assert.equal(await pause(scope), true)
    assert.equal(await pause(scope), false)
    await assert.rejects(engine.execute(preview), pausedAs(scope.kind))
    assert.equal(engine.script.orders.length, sent)
    assert.equal(await resume(scope), true)
    assert.equal(await resume(scope), false)
    assert.equal((await engine.execute(preview)).outcome, 'ordered')
    assert.equal(engine.script.orders.length, sent + 1)
  }
})

test('another exchange and another client are not paused', async () => {
  await pause({ kind: 'exchange', type: 'other' })
  await pause({ kind: 'client', id: '00000000-0000-0000-0000-000000000000' })
  assert.equal((await engine.execute(await engine.preview())).outcome, 'ordered')
})

test('a transfer that was sent before is polled to its end, and executing it again returns it', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  await pause({ kind: 'all' })
  const hash = `0x${'a'.repeat(64)}`
  engine.mined.set(hash, paymentFor(await engine.transferOf(preview), 20))
  for (const made of engine.script.made.values()) Object.assign(made, { state: 'completed', hash })
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  for (let polls = 0; polls < 5; polls++) {
    engine.wait(60_000)
    await engine.poll()
  }
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
})

test('a code is not sent during a pause, costs no attempt, and is accepted after it', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  const preview = await engine.preview()
  assert.equal((await engine.execute(preview)).outcome, 'mfaRequired')
  await pause({ kind: 'all' })
  for (let times = 0; times < 6; times++) await assert.rejects(engine.execute(preview, '123456'), pausedAs('all'))
  assert.equal(engine.script.orders.length, 1)
  await resume({ kind: 'all' })
  assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
})

test('a preview that has expired during the pause is reported as expired', async () => {
  const preview = await engine.preview()
  await pause({ kind: 'all' })
  engine.wait(3_600_000)
  await assert.rejects(engine.execute(preview), (error: ApiError) => error.type === 'previewExpired')
})
