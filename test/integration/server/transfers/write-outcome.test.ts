// A known outcome survives storage errors: it is stored later rather than lost.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { WithdrawalOutcome } from '../../../../server/exchanges/withdrawal.ts'
import { pendingWrites } from '../../../../server/transfers/pending-writes.ts'
import { loadPreview, type Preview } from '../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import { changeTransfer } from '../../../../server/transfers/transfer-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { type FailingTransactions, failingTransactions } from '../../../support/failing-transactions.ts'
import { pollDue } from '../../../support/poll-due.ts'
import { accept } from '../../../support/scripted-exchange.ts'

let engine: Engine
let storage: FailingTransactions
let logged: [Record<string, unknown>, string][]
beforeEach(async () => {
  engine = await startEngine()
  storage = failingTransactions(engine.deps.database)
  logged = []
  const error = (fields: Record<string, unknown>, message: string) => void logged.push([fields, message])
  Object.assign(engine.deps, { log: { info() {}, warn() {}, error }, pendingWrites: pendingWrites() })
})
afterEach(() => engine.close())

const rejected = () => ({ kind: 'rejected', code: 'insufficient_funds' }) as const
const codeRequired = () => ({ kind: 'mfaRequired', method: 'totp' }) as const
const always = Number.POSITIVE_INFINITY

/** The storage fails from the moment of the exchange's response on. */
function failAfter(response: () => WithdrawalOutcome, failing: 'undone' | 'unconfirmed', count: number): void {
  engine.script.outcomes = [
    () => {
      engine.deps.database = storage.database
      Object.assign(storage, { failing, count })
      return response()
    },
  ]
}

async function stateOf(preview: Preview): Promise<string> {
  return (await engine.transferOf(preview)).state
}

for (const failing of ['undone', 'unconfirmed'] as const) {
  test(`one transaction is ${failing} right after the send: the outcome is returned and stored`, async () => {
    const refused = await engine.preview()
    failAfter(rejected, failing, 1)
    assert.equal((await engine.execute(refused)).outcome, 'failed')
    assert.equal(await stateOf(refused), 'Rejected')
    const waiting = await engine.preview('26')
    failAfter(codeRequired, failing, 1)
    assert.equal((await engine.execute(waiting)).outcome, 'mfaRequired')
    assert.equal(await stateOf(waiting), 'RequiresAction')
    assert.equal(engine.script.orders.length, 2)
  })

  test(`the attempt of an expired code is given back once, also when its transaction is ${failing}`, async () => {
    const preview = await engine.preview()
    engine.script.outcomes = [codeRequired]
    await engine.execute(preview)
    failAfter(() => ({ kind: 'mfaExpired' }), failing, 2)
    await engine.execute(preview, '123456').catch(() => {})
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
    assert.equal((await loadPreview(engine.deps, owner, preview.id)).wrongCodes, 0)
  })
}

test('a long outage: execute returns Pending, and the exchange’s outcome is stored when it is over', async () => {
  const preview = await engine.preview()
  failAfter(rejected, 'undone', always)
  const result = await engine.execute(preview)
  assert.ok('transfer' in result)
  assert.deepEqual([result.outcome, result.transfer.state], ['ordered', 'Submitting'])
  const { id: transferId } = result.transfer
  const message = 'the outcome of a withdrawal could not be written'
  assert.deepEqual(logged, [[{ transferId, outcome: 'rejected', withdrawalId: null }, message]])
  storage.failing = null
  await engine.deps.pendingWrites?.settled()
  assert.equal(await stateOf(preview), 'Rejected')
})

test('an accepted withdrawal is logged with the exchange’s id, and stored late', async () => {
  const preview = await engine.preview()
  let withdrawalId = ''
  failAfter(
    () => {
      const outcome = accept(engine.script.orders[0] as never, engine.script.made)
      withdrawalId = 'withdrawalId' in outcome ? outcome.withdrawalId : ''
      return outcome
    },
    'undone',
    always,
  )
  await engine.execute(preview)
  assert.deepEqual(logged[0]?.[0], { ...logged[0]?.[0], outcome: 'accepted', withdrawalId })
  assert.notEqual(withdrawalId, '')
  storage.failing = null
  await engine.deps.pendingWrites?.settled()
  assert.equal((await engine.transferOf(preview)).withdrawalId, withdrawalId)
})

for (const [outcome, expected] of [
  [rejected, 'Rejected'],
  [codeRequired, 'RequiresAction'],
] as const) {
  test(`another process has made the transfer unknown meanwhile: ${expected} is stored all the same`, async () => {
    const preview = await engine.preview()
    const { database } = engine.deps
    failAfter(outcome, 'undone', always)
    await engine.execute(preview)
    engine.wait(31_000)
    await pollDue({ ...engine.deps, database })
    assert.equal(await stateOf(preview), 'Unknown')
    storage.failing = null
    await engine.deps.pendingWrites?.settled()
    assert.equal(await stateOf(preview), expected)
  })
}

test('an outcome found at the exchange meanwhile is final, and is written once', async () => {
  const preview = await engine.preview()
  const { database } = engine.deps
  failAfter(() => accept(engine.script.orders[0] as never, engine.script.made), 'undone', always)
  await engine.execute(preview)
  engine.wait(5_001)
  await pollDue({ ...engine.deps, database })
  assert.equal(await stateOf(preview), 'Submitted')
  storage.failing = null
  await engine.deps.pendingWrites?.settled()
  const { id, state } = await engine.transferOf(preview)
  assert.equal(state, 'Submitted')
  const kinds = (await eventsOf(database.query, id)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['created', 'found'])
  assert.ok(!logged.some(([, message]) => /another outcome/.test(message)))
})

for (const failing of ['undone', 'unconfirmed'] as const) {
  test(`a withdrawal accepted for a transfer that an operator has ended is logged, and flags it: first writes ${failing}`, async () => {
    const preview = await engine.preview()
    const { database } = engine.deps
    failAfter(() => accept(engine.script.orders[0] as never, engine.script.made), 'undone', always)
    await engine.execute(preview)
    const sent = await engine.transferOf(preview)
    const ended = {
      state: 'NotSent',
      nextPollAt: null,
      event: { kind: 'resolvedByOperator' },
      byOperator: true,
    } as const
    await changeTransfer(database.query, sent, { change: ended, now: engine.deps.now() })
    Object.assign(storage, { failing, count: 2 })
    logged = []
    await engine.deps.pendingWrites?.settled()
    const { id: transferId, state, attention, withdrawalId } = await engine.transferOf(preview)
    assert.deepEqual([state, withdrawalId], ['NotSent', null])
    assert.match(attention ?? '', /the exchange accepted the order/)
    const made = [...engine.script.made.values()][0]?.id ?? ''
    const message = 'an exchange accepted the order of a transfer that has another outcome'
    assert.deepEqual(logged, [[{ transferId, state: 'NotSent', withdrawalId: made }, message]])
    const events = (await eventsOf(database.query, transferId)).map(({ kind, detail }) => [kind, detail.withdrawalId])
    assert.deepEqual(events.slice(-2), [
      ['resolvedByOperator', undefined],
      ['attentionRequired', made],
    ])
  })
}

test('a process that ends waits for its unwritten outcomes', async () => {
  const preview = await engine.preview()
  failAfter(rejected, 'undone', always)
  const leaving = new AbortController()
  Object.assign(engine.deps, { shutdownSignal: leaving.signal })
  await engine.execute(preview)
  leaving.abort()
  let isSettled = false
  const settled = engine.deps.pendingWrites?.settled().then(() => {
    isSettled = true
  })
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isSettled, false)
  storage.failing = null
  await settled
  assert.equal(await stateOf(preview), 'Rejected')
})
