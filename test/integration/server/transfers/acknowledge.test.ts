// An operator ends the flag of a transfer that has ended, with evidence. Its outcome stays.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { audited } from '../../../../server/audit/audited.ts'
import { listAudit } from '../../../../server/audit/list-audit.ts'
import { acknowledgeTransfer } from '../../../../server/transfers/acknowledge.ts'
import { requestAttentionIfAccepted, transfersNeedingAttention } from '../../../../server/transfers/attention.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import { changeTransfer, type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { verifyTimeline } from '../../../../server/transfers/verify-timelines.ts'
import { runCliHere } from '../../../support/cli.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'
import { startTestServer } from '../../../support/test-server.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

/** The exchange accepted its order after an operator had recorded that nothing was sent. */
async function endedAndFlagged(): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview()
  await engine.execute(preview)
  const { query } = engine.deps.database
  const now = engine.deps.now()
  const change = {
    state: 'NotSent',
    nextPollAt: null,
    event: { kind: 'resolvedByOperator' },
    byOperator: true,
  } as const
  const ended = await changeTransfer(query, await engine.transferOf(preview), { change, now })
  assert.ok(ended)
  return requestAttentionIfAccepted(query, ended, { withdrawalId: 'w-1', now })
}

function acknowledge({ id }: Transfer, evidence = 'Paid twice. The user has returned the second payment.') {
  const actor = { name: 'Kim', origin: 'console 127.0.0.1' }
  return audited(engine.deps, actor, (database, record) =>
    acknowledgeTransfer({ ...engine.deps, database }, { transferId: id, evidence, operator: 'Kim' }, record),
  )
}

test('the flag ends, the outcome stays, and the timeline and the audit log say so', async () => {
  const flagged = await endedAndFlagged()
  const { query } = engine.deps.database
  await acknowledge(flagged)
  const { state, attention } = (await transferById(query, flagged.id)) as Transfer
  assert.deepEqual([state, attention], ['NotSent', null])
  assert.deepEqual(await transfersNeedingAttention(query), [])
  const event = (await eventsOf(query, flagged.id)).at(-1)
  assert.deepEqual([event?.kind, event?.detail.operator], ['acknowledgedByOperator', 'Kim'])
  assert.equal(await verifyTimeline(query, flagged.id), null)
  const [entry] = await listAudit(query, { limit: 1 })
  assert.deepEqual([entry?.action, entry?.target], ['transfer.acknowledge', flagged.id])
  assert.ok(!JSON.stringify(entry).includes('returned the second payment'))
})

test('of two operators at once, one ends the flag', async () => {
  const flagged = await endedAndFlagged()
  const outcomes = await Promise.allSettled([acknowledge(flagged), acknowledge(flagged)])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('a pending transfer, one without a flag and one without evidence are refused', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  await assert.rejects(acknowledge(await engine.transferOf(preview)), /record its outcome instead/)
  const flagged = await endedAndFlagged()
  await assert.rejects(acknowledge(flagged, 'done'), /evidence/)
  await acknowledge(flagged)
  await assert.rejects(acknowledge(flagged), /is not flagged/)
})

test('the command ends it too', async () => {
  const server = await startTestServer()
  try {
    const environment = { DATA_DIR: server.folder }
    const words = [
      'transfer',
      'acknowledge',
      '00000000-0000-4000-8000-000000000000',
      '--evidence',
      'Seen in the books.',
    ]
    const missing = await runCliHere(words, environment)
    assert.equal(missing.code, 1)
    assert.match(missing.error, /no such transfer/)
    assert.equal((await runCliHere(words.slice(0, 3), environment)).code, 2)
  } finally {
    await server.stop()
  }
})
