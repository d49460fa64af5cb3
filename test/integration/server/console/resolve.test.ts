// Resolving a transfer in the console: at once, and with a second operator.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { listAudit } from '../../../../server/audit/list-audit.ts'
import type { MinedPayment } from '../../../../server/chains/chain.ts'
import { operatorNamed } from '../../../../server/console/operators.ts'
import { deletePasskeysOf, insertPasskey } from '../../../../server/console/passkeys.ts'
import type { Attention } from '../../../../server/contract/console/attention.ts'
import type { TransferView } from '../../../../server/contract/console/transfers.ts'
import { eraseDue, requestErasure } from '../../../../server/erase-user.ts'
import { selfCustodyType } from '../../../../server/exchanges/registry.ts'
import { detailedTransferToWire } from '../../../../server/routes/detailed-transfer.ts'
import { requestAttention } from '../../../../server/transfers/attention.ts'
import { deleteEndedProposals } from '../../../../server/transfers/resolve-proposals.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine, explorerUrl } from '../../../support/console-of-engine.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
let tested: TestConsole
beforeEach(async () => {
  engine = await startEngine()
  tested = consoleOfEngine(engine)
})
afterEach(() => engine.close())

const evidence = 'The account history at the exchange has no withdrawal.'
const reason = 'Ticket 4711 of support.'
const notSent = { kind: 'notSent', evidence, reason, lastEvent: 2 }

async function unknownTransfer(amount = '25'): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  return engine.transferOf(preview)
}

const act = (method: string, path: string, session: string, body: object) =>
  tested.request(method, path, { session, body })
const read = async ({ id }: Transfer, session: string): Promise<TransferView> =>
  (await tested.request('GET', `/api/transfers/${id}`, { session })).body
const entries = () => listAudit(engine.deps.database.query, { action: 'transfer', limit: 20 })

describe('at once', () => {
  const resolve = (transfer: Transfer, session: string, body: object) =>
    act('POST', `/api/transfers/${transfer.id}/resolve`, session, body)

  test('the outcomes that are allowed are shown with their effect, and the others with the time from which they are', async () => {
    const transfer = await unknownTransfer()
    const session = await tested.signedIn('viewer')
    const early = (await read(transfer, session)).resolutions
    assert.deepEqual(
      early.map(({ kind, refusal }) => [kind, refusal === null]),
      [
        ['sent', true],
        ['notSent', false],
        ['succeeded', true],
        ['returned', false],
      ],
    )
    const [, refused] = early
    assert.match(refused?.refusal ?? '', /^This transfer has a request that may still reach the exchange\.$/)
    assert.equal(refused?.allowedFrom, '2026-11-20T12:00:31.000Z')
    assert.match(refused?.effect ?? '', /transfer\.failed/)
    assert.equal(refused?.option, '--not-sent')
    engine.wait(31_001)
    assert.ok((await read(transfer, session)).resolutions.every(({ refusal }) => refusal === null))
  })

  test('the transfer, its timeline and the audit log change together', async () => {
    const transfer = await unknownTransfer()
    const session = await tested.signedIn('operator', 'Kim')
    const early = await resolve(transfer, session, notSent)
    assert.equal(early.status, 400)
    assert.match(early.body.message, /may still reach the exchange/)
    engine.wait(31_001)
    const invisible = `\u202e${reason}\u200b`
    const { status, body } = await resolve(transfer, session, { ...notSent, reason: invisible })
    assert.deepEqual([status, body], [200, { transferId: transfer.id, state: 'NotSent' }])
    const view = await read(transfer, session)
    assert.deepEqual([view.state.name, view.resolutions], ['NotSent', []])
    assert.deepEqual(view.timeline.at(-1)?.details, [
      ['Outcome', 'notSent'],
      ['Evidence', evidence],
      ['Operator', 'Kim'],
    ])
    const [entry, ...others] = await entries()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry?.action, entry?.target, entry?.actor.name, entry?.before, entry?.after, entry?.reason],
      [
        ...['transfer.resolve', transfer.id, 'Kim', { state: 'Unknown' }],
        ...[{ state: 'NotSent', outcome: 'notSent', operator: 'Kim' }, reason],
      ],
    )
    assert.ok(!JSON.stringify(entry).includes(evidence))
    const again = await resolve(transfer, session, { ...notSent, lastEvent: view.lastEvent })
    assert.match(again.body.message, /is NotSent: only a pending one can be resolved/)
  })

  test('evidence and what proves the outcome are required, at their field', async () => {
    const transfer = await unknownTransfer()
    const session = await tested.signedIn('operator')
    engine.wait(31_001)
    for (const [body, field] of [
      [{ ...notSent, evidence: 'seen' }, 'evidence'],
      [{ ...notSent, evidence: undefined }, 'evidence'],
      [{ ...notSent, kind: 'sent' }, 'withdrawalId'],
      [{ ...notSent, kind: 'sent', withdrawalId: 'w 1' }, 'withdrawalId'],
      [{ ...notSent, kind: 'succeeded' }, 'hash'],
      [{ ...notSent, kind: 'paid' }, 'kind'],
    ] as const) {
      const response = await resolve(transfer, session, body)
      assert.deepEqual([response.status, response.body.field], [400, field], JSON.stringify(response.body))
    }
    assert.deepEqual(await entries(), [])
  })

  test('a withdrawal belongs to one transfer', async () => {
    const session = await tested.signedIn('operator')
    const [one, other] = [await unknownTransfer('25'), await unknownTransfer('26')]
    const sent = { ...notSent, kind: 'sent', withdrawalId: 'w-1' }
    assert.equal((await resolve(one, session, sent)).body.state, 'Submitted')
    const second = await resolve(other, session, sent)
    assert.deepEqual([second.status, second.body.field], [400, 'withdrawalId'])
    assert.match(second.body.message, new RegExp(one.id))
  })
})

describe('the payment that is recorded', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const succeeded = { ...notSent, kind: 'succeeded', hash }
  const record = (transfer: Transfer, session: string, more: object = {}) =>
    act('POST', `/api/transfers/${transfer.id}/resolve`, session, { ...succeeded, ...more })
  const lookUp = async (transfer: Transfer, session: string, text = hash) =>
    tested.request('GET', `/api/transfers/${transfer.id}/payment?hash=${text}`, { session })

  async function paidWith(more: Partial<MinedPayment>): Promise<Transfer> {
    const transfer = await unknownTransfer()
    engine.mined.set(hash, { ...paymentFor(transfer, 9), ...more })
    return transfer
  }

  test('is looked up for operators, and differences are named', async () => {
    const transfer = await paidWith({ baseUnits: 24_900_000n, confirmations: 1 })
    assert.equal((await lookUp(transfer, await tested.signedIn('viewer'))).status, 403)
    const session = await tested.signedIn('operator')
    const { body } = await lookUp(transfer, session)
    assert.deepEqual(body.differences, ['otherAmount', 'fewConfirmations'])
    assert.match(
      body.text,
      /^It pays 24\.9 USDC to 0x.*, and the transfer is of 25 USDC\. The status that the app receives states 25 USDC\. It has 1 confirmation; 3 are /,
    )
    const wrong = await lookUp(transfer, session, 'no hash')
    assert.deepEqual([wrong.status, wrong.body.field], [400, 'hash'])
  })

  test('is recorded only with each difference confirmed, and the audit log has what the node stated', async () => {
    const transfer = await paidWith({ baseUnits: 24_900_000n, confirmations: 1 })
    const session = await tested.signedIn('operator', 'Kim')
    for (const despite of [undefined, [], ['otherAmount'], ['notFound', 'fewConfirmations']]) {
      const { status, body } = await record(transfer, session, { despite })
      assert.deepEqual([status, body.field, (await read(transfer, session)).state.name], [400, 'despite', 'Unknown'])
    }
    assert.equal((await record(transfer, session, { despite: ['anything'] })).body.field, 'despite[0]')
    const despite = ['otherAmount', 'fewConfirmations']
    assert.equal((await record(transfer, session, { despite })).body.state, 'Succeeded')
    const outcome = { state: 'Succeeded', outcome: 'succeeded', operator: 'Kim' }
    const [entry] = await entries()
    assert.deepEqual(entry?.after, { ...outcome, node: 'responded', differences: despite, despite })
    assert.ok(!JSON.stringify(entry).includes('0x'), 'the audit log names no address')
    const details = new Map((await read(transfer, session)).timeline.at(-1)?.details)
    assert.match(details.get('Looked up') ?? '', /24\.9 USDC/)
    assert.equal(details.get('Recorded despite'), 'otherAmount, fewConfirmations')
    const events = await eventsOf(engine.deps.database.query, transfer.id)
    const wire = JSON.stringify(detailedTransferToWire({ explorerUrl }, transfer, events))
    assert.ok(!/24\.9|despite|otherAmount/.test(wire), 'the API does not return it')
  })

  test('is recorded at once if it is the one of the transfer', async () => {
    const transfer = await paidWith({})
    const session = await tested.signedIn('operator')
    assert.deepEqual((await lookUp(transfer, session)).body.differences, [])
    assert.equal((await record(transfer, session)).body.state, 'Succeeded')
  })

  test('is looked up again when a second operator approves it', async () => {
    tested = consoleOfEngine(engine, { settings: { ...tested.deps.settings, twoPersonResolve: true } })
    const [kim, lee] = [await tested.signedIn('operator', 'Kim'), await tested.signedIn('operator', 'Lee')]
    const transfer = await paidWith({ confirmations: 1 })
    const path = `/api/transfers/${transfer.id}/proposal`
    assert.equal((await act('POST', path, kim, succeeded)).body.field, 'despite')
    assert.equal((await act('POST', path, kim, { ...succeeded, despite: ['fewConfirmations'] })).status, 200)
    const approve = async () => {
      const { lastEvent, proposal } = await read(transfer, lee)
      return act('POST', `${path}/approve`, lee, { proposedAt: proposal?.proposedAt, lastEvent, reason })
    }
    const { proposal } = await read(transfer, lee)
    assert.deepEqual(proposal?.despite, ['fewConfirmations'])
    assert.match(proposal?.report ?? '', /It has 1 confirmation; 3 are /)
    engine.mined.delete(hash)
    const refused = await approve()
    assert.deepEqual([refused.status, refused.body.field], [400, 'despite'])
    assert.match(refused.body.message, /must confirm notFound\./)
    engine.mined.set(hash, paymentFor(transfer, 9))
    assert.equal((await approve()).body.state, 'Succeeded')
    const details = new Map((await read(transfer, lee)).timeline.at(-1)?.details)
    assert.match(details.get('Looked up') ?? '', /It has 9 confirmations; 3 are /)
  })
})

describe('with a second operator', () => {
  let kim: string
  let lee: string
  let transfer: Transfer
  beforeEach(async () => {
    tested = consoleOfEngine(engine, { settings: { ...tested.deps.settings, twoPersonResolve: true } })
    kim = await tested.signedIn('operator', 'Kim')
    lee = await tested.signedIn('operator', 'Lee')
    transfer = await unknownTransfer()
    engine.wait(31_001)
  })

  const path = () => `/api/transfers/${transfer.id}/proposal`
  const propose = (session: string, body: object = notSent) => act('POST', path(), session, body)
  const proposal = async (session: string) => (await read(transfer, session)).proposal
  const decide = async (method: 'POST' | 'DELETE', session: string) => {
    const { lastEvent, proposal: found } = await read(transfer, session)
    const { proposedAt = '2026-01-01T00:00:00Z' } = found ?? {}
    const body = { proposedAt, reason, lastEvent }
    return act(method, method === 'POST' ? `${path()}/approve` : path(), session, body)
  }
  const waiting = async (session: string): Promise<Attention> =>
    (await tested.request('GET', '/api/attention', { session })).body

  test('the session says so, and nothing is resolved at once', async () => {
    assert.equal((await tested.request('GET', '/api/session', { session: kim })).body.twoPersonResolve, true)
    const { status } = await act('POST', `/api/transfers/${transfer.id}/resolve`, kim, notSent)
    assert.deepEqual([status, (await read(transfer, kim)).state.name], [409, 'Unknown'])
  })

  test('a second operator approves, and the proposer cannot', async () => {
    assert.equal((await propose(kim)).status, 200)
    assert.equal((await read(transfer, kim)).state.name, 'Unknown')
    const { notices } = await waiting(lee)
    assert.deepEqual(
      notices.map(({ text, href }) => [text, href]),
      [
        [
          'Kim has proposed the outcome of a transfer. A second operator has to approve it or decline it.',
          `/transfers/${transfer.id}`,
        ],
      ],
    )
    const [own, others] = [await proposal(kim), await proposal(lee)]
    assert.deepEqual([own?.isOwn, others?.isOwn, others?.evidence, others?.operator], [true, false, evidence, 'Kim'])
    const refused = await decide('POST', kim)
    assert.deepEqual([refused.status, (await read(transfer, kim)).state.name], [409, 'Unknown'])
    assert.match(refused.body.message, /Another operator/)
    assert.equal((await decide('POST', lee)).body.state, 'NotSent')
    const view = await read(transfer, lee)
    assert.deepEqual([view.state.name, view.proposal], ['NotSent', null])
    assert.deepEqual(view.timeline.at(-1)?.details.slice(2), [
      ['Operator', 'Kim'],
      ['Approved by', 'Lee'],
    ])
    assert.deepEqual(
      (await entries()).map(({ action, actor, after }) => [action, actor.name, after]),
      [
        ['transfer.resolve', 'Lee', { state: 'NotSent', outcome: 'notSent', operator: 'Kim', approvedBy: 'Lee' }],
        ['transfer.propose', 'Kim', { state: 'Unknown', outcome: 'notSent' }],
      ],
    )
    const { query } = engine.deps.database
    const wire = detailedTransferToWire({ explorerUrl }, transfer, await eventsOf(query, transfer.id))
    assert.ok(!/Kim|Lee|account history/.test(JSON.stringify(wire)), 'the API names no operator')
  })

  test('a name that the proposer may have created approves nothing: a newer one, and one of the two who has invited the other', async () => {
    await propose(kim)
    const { query } = engine.deps.database
    const operators = query.updateTable('operator').where('name', '=', 'Lee')
    const now = engine.deps.now().getTime()
    await operators.set({ created_at: now + 1 }).execute()
    assert.match((await decide('POST', lee)).body.message, /^You have become an operator after this was proposed\./)
    await operators.set({ created_at: now }).execute()
    const idOf = async (name: string) => (await operatorNamed(query, name))?.id ?? ''
    const ids = [await idOf('Kim'), await idOf('Lee')]
    for (const [invitedBy = '', operatorId = ''] of [ids, ids.toReversed()]) {
      const passkey = { id: `of ${operatorId}`, operatorId, publicKey: '', counter: 0, transports: [] }
      await insertPasskey(query, passkey, { invitedBy, now: engine.deps.now() })
      const { status, body } = await decide('POST', lee)
      assert.deepEqual([status, (await read(transfer, lee)).state.name], [409, 'Unknown'])
      assert.match(body.message, /^You have invited Kim, or Kim has invited you\./)
      await deletePasskeysOf(query, operatorId)
    }
    const elsewhere = { id: 'other', operatorId: ids[1] ?? '', publicKey: '', counter: 0, transports: [] }
    await insertPasskey(query, elsewhere, { invitedBy: 'another admin', now: engine.deps.now() })
    assert.equal((await decide('POST', lee)).body.state, 'NotSent')
  })

  test('a proposal can be declined, also by its proposer, and then made again', async () => {
    await propose(kim)
    assert.equal((await decide('DELETE', lee)).status, 200)
    assert.equal(await proposal(kim), null)
    await propose(kim)
    assert.equal((await decide('DELETE', kim)).status, 200)
    assert.deepEqual(
      (await entries()).map(({ action, actor }) => [action, actor.name]),
      [
        ['transfer.decline', 'Kim'],
        ['transfer.propose', 'Kim'],
        ['transfer.decline', 'Lee'],
        ['transfer.propose', 'Kim'],
      ],
    )
  })

  test('a transfer has one proposal, and a decision is about the proposal that was read', async () => {
    await propose(kim)
    const { proposedAt } = (await proposal(lee)) ?? {}
    assert.equal((await propose(lee)).status, 409)
    await decide('DELETE', kim)
    engine.wait(1_000)
    const despite = ['notFound']
    await propose(kim, { ...notSent, kind: 'succeeded', hash: `0x${'ab'.repeat(32)}`, despite })
    const late = await act('POST', `${path()}/approve`, lee, { proposedAt, reason, lastEvent: 2 })
    assert.deepEqual([late.status, (await read(transfer, lee)).state.name], [409, 'Unknown'])
  })

  test('what cannot be recorded cannot be proposed, and is checked again when it is approved', async () => {
    const refused = await propose(kim, { ...notSent, kind: 'sent', withdrawalId: 'w 1' })
    assert.deepEqual([refused.status, refused.body.field], [400, 'withdrawalId'])
    await propose(kim)
    const { query } = engine.deps.database
    await query
      .updateTable('transfer')
      .set({ state: 'Submitted', status: 'Pending', attention: 'pending for over 24 hours' })
      .where('id', '=', transfer.id)
      .execute()
    const { status, body } = await decide('POST', lee)
    assert.deepEqual([status, (await read(transfer, lee)).state.name], [400, 'Submitted'])
    assert.match(body.message, /cannot be recorded as notSent/)
  })

  test('nothing is recorded for a transfer with events that the operator has not read', async () => {
    await propose(kim)
    const { proposedAt } = (await proposal(lee)) ?? {}
    await requestAttention(engine.deps, transfer, { reason: 'several withdrawals at the exchange could be this one' })
    const stale = await act('POST', `${path()}/approve`, lee, { proposedAt, reason, lastEvent: 2 })
    assert.deepEqual([stale.status, (await read(transfer, lee)).state.name], [409, 'Unknown'])
    assert.match(stale.body.message, /has changed since you opened this/)
    assert.equal((await proposal(lee))?.eventsSince, 1)
    const [row] = (await waiting(lee)).rows
    assert.deepEqual([row?.lastEvent, (await read(transfer, lee)).lastEvent], [3, 3])
    assert.equal((await decide('POST', lee)).status, 200)
  })

  test('two operators who approve at once record it once', async () => {
    const max = await tested.signedIn('operator', 'Max')
    await propose(kim)
    const both = await Promise.all([decide('POST', lee), decide('POST', max)])
    assert.equal(both.filter(({ status }) => status === 200).length, 1, JSON.stringify(both))
    const events = await eventsOf(engine.deps.database.query, transfer.id)
    assert.equal(events.filter(({ kind }) => kind === 'resolvedByOperator').length, 1)
  })

  test('an erased user is in no proposal', async () => {
    const { query } = engine.deps.database
    const unpaid = { state: 'AwaitingWallet', status: 'Hidden', exchange_type: selfCustodyType, next_poll_at: null }
    await query.updateTable('transfer').set(unpaid).where('id', '=', transfer.id).execute()
    engine.wait(86_400_000)
    kim = await tested.signedIn('operator', 'Kim the next day')
    assert.equal((await propose(kim)).status, 200)
    await requestErasure(engine.deps, { clientId: engine.clientId, userId: 'user-1' })
    engine.wait(1)
    await eraseDue(engine.deps, 0)
    assert.deepEqual(await query.selectFrom('resolve_proposal').selectAll().execute(), [])
  })

  test('the proposal of a transfer that ended otherwise is deleted', async () => {
    await propose(kim)
    assert.equal(await deleteEndedProposals(engine.deps), 0)
    const { query } = engine.deps.database
    const ended = { state: 'Succeeded', status: 'Succeeded' }
    await query.updateTable('transfer').set(ended).where('id', '=', transfer.id).execute()
    assert.equal(await deleteEndedProposals(engine.deps), 1)
    assert.equal(await proposal(kim), null)
  })
})
