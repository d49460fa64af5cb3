// Previews are deleted after their period. The transfer of a spent one then answers in its place.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { deleteOldPreviews } from '../../../../server/transfers/delete-previews.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { resendToUser } from '../../../../server/transfers/resend-to-user.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'

const keepMs = 7 * 86_400_000
let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const failsAs = (type: string) => (error: ApiError) => error.type === type
const deletePreviews = () => deleteOldPreviews(engine.deps, keepMs)
const previewIds = async () =>
  (await engine.deps.database.query.selectFrom('preview').select('id').execute()).map(({ id }) => id)

async function succeed(preview: Preview): Promise<void> {
  const hash = `0x${'ab'.repeat(32)}`
  const transfer = await engine.transferOf(preview)
  engine.mined.set(hash, paymentFor(transfer, 40))
  for (const made of engine.script.made.values()) Object.assign(made, { state: 'completed', hash })
  for (let polls = 0; polls < 5; polls++) {
    engine.wait(3_600_000)
    await engine.poll()
  }
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
}

function executeIn(
  scope: { clientId?: string; accountId?: string | null; sessionId?: string | null },
  previewId: string,
) {
  const owner = { clientId: engine.clientId, accountId: null, sessionId: null, ...scope }
  return executeTransfer(engine.deps, { ...owner, previewId, mfaCode: null, linkId: null, transactionId: null })
}

test('an unspent preview is deleted after its period, not before, and is then unknown', async () => {
  const preview = await engine.preview()
  engine.wait(keepMs - 1)
  assert.equal(await deletePreviews(), 0)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  engine.wait(1)
  assert.equal(await deletePreviews(), 1)
  await assert.rejects(engine.execute(preview), failsAs('previewNotFound'))
  assert.equal(engine.script.orders.length, 0)
})

test('a preview that can still be executed stays, however short the period', async () => {
  const preview = await engine.preview()
  engine.wait(1)
  assert.equal(await deleteOldPreviews(engine.deps, 0), 0)
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('a deleted preview answers with its transfer, and sends nothing', async () => {
  const preview = await engine.preview()
  const first = await engine.execute(preview)
  await succeed(preview)
  engine.wait(keepMs)
  assert.equal(await deletePreviews(), 1)
  assert.deepEqual(await previewIds(), [])
  for (const id of [preview.id, preview.id.toUpperCase()]) {
    const again = await engine.execute({ ...preview, id })
    assert.ok('transfer' in again && 'transfer' in first && again.replayed)
    assert.equal(again.transfer.id, first.transfer.id)
    assert.equal(again.transfer.state, 'Succeeded')
  }
  assert.equal(engine.script.orders.length, 1)
})

test('a deleted preview answers within its scope alone', async () => {
  const { query } = engine.deps.database
  const preview = await engine.preview()
  await query.updateTable('preview').set({ session_id: 'session-1' }).where('id', '=', preview.id).execute()
  await executeIn({ accountId: engine.accountId }, preview.id)
  await succeed(preview)
  await engine.signInAgain()
  const accounts = await query.selectFrom('account').select('id').orderBy('created_at').execute()
  engine.wait(keepMs)
  assert.equal(await deletePreviews(), 1)
  for (const scope of [
    { sessionId: 'session-1' },
    { accountId: engine.accountId },
    ...accounts.map(({ id }) => ({ accountId: id })),
  ]) {
    assert.equal((await executeIn(scope, preview.id)).outcome, 'ordered')
  }
  for (const scope of [
    { sessionId: 'session-2' },
    { accountId: 'another account' },
    { clientId: 'another client' },
    { clientId: 'another client', accountId: engine.accountId },
  ]) {
    await assert.rejects(executeIn(scope, preview.id), failsAs('previewNotFound'))
  }
  assert.equal(engine.script.orders.length, 1)
})

test('the preview of an open transfer stays until the transfer has ended', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(keepMs * 2)
  assert.equal(await deletePreviews(), 0)
  await succeed(preview)
  assert.equal(await deletePreviews(), 1)
})

test('a transfer that waits for a code keeps its preview until it is abandoned', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(keepMs)
  assert.equal(await deletePreviews(), 0)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Abandoned')
  assert.equal(await deletePreviews(), 1)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  const scope = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
  await assert.rejects(
    resendToUser(engine.deps, { ...scope, previewId: preview.id, kind: null }),
    failsAs('nothingToResend'),
  )
  assert.equal(engine.script.orders.length, 1)
})

test('wrong codes that ended a preview are reported after it is deleted', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => ({ kind: 'mfaWrong' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  for (let tries = 0; tries < 5; tries++) await engine.execute(preview, '000000').catch(() => {})
  engine.wait(keepMs)
  assert.equal(await deletePreviews(), 1)
  await assert.rejects(engine.execute(preview, '123456'), failsAs('mfaLocked'))
})

test('an execute that loaded its preview before it was deleted sends nothing', async () => {
  const preview = await engine.preview()
  const { holdings } = engine.script.exchange
  const clock = engine.deps.now
  engine.script.exchange.holdings = async (...given) => {
    // The clock of the process that deletes is ahead.
    const ahead = () => new Date(clock().getTime() + keepMs)
    assert.equal(await deleteOldPreviews({ ...engine.deps, now: ahead }, keepMs), 1)
    return holdings(...given)
  }
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal(engine.script.orders.length, 0)
})

test('an outcome that arrives after an operator has ended the transfer, and its preview is deleted, changes nothing', async () => {
  const preview = await engine.preview()
  const { query } = engine.deps.database
  engine.script.outcomes = [
    async () => {
      const ended = { state: 'NotSent', status: 'Failed', next_poll_at: null, last_event: 2 }
      await query.updateTable('transfer').set(ended).where('preview_id', '=', preview.id).execute()
      await query.deleteFrom('preview').where('id', '=', preview.id).execute()
      return { kind: 'rejected', code: 'no' }
    },
  ]
  assert.equal((await engine.execute(preview)).outcome, 'failed')
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})
