// Which outcomes an operator may record for a transfer, and when.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { registryOf, selfCustodyType } from '../../../../server/exchanges/registry.ts'
import { solana } from '../../../../server/networks/solana.ts'
import type { Resolution } from '../../../../server/transfers/resolution.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import { termsToText } from '../../../../server/transfers/terms.ts'
import { hasEnded, statusOf, type TransferState, transferStates } from '../../../../server/transfers/transfer-status.ts'
import { type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { pollDue, pollStranded } from '../../../support/poll-due.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'
import { succeededBy } from '../../../support/succeeded-by.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const hash = `0x${'ab'.repeat(32)}`

function resolve({ id }: Transfer, resolution: Resolution): Promise<Transfer> {
  const evidence = 'Seen in the account history of the exchange.'
  return resolveTransfer(engine.deps, { transferId: id, resolution, evidence, operator: 'Kim' })
}

async function assertRefused(transfer: Transfer, resolution: Resolution, why: RegExp): Promise<void> {
  await assert.rejects(resolve(transfer, resolution), (error: ApiError) => why.test(error.message))
}

async function unknownTransfer(): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview()
  await engine.execute(preview)
  return engine.transferOf(preview)
}

/** Paid too little, as far as the chain shows. */
async function flaggedTransfer(): Promise<Transfer> {
  const preview = await engine.preview()
  await engine.execute(preview)
  const { made } = engine.script
  for (const [reference, withdrawal] of made) made.set(reference, { ...withdrawal, state: 'sent', hash })
  engine.wait(1_000)
  await engine.poll()
  engine.mined.set(hash, { ...paymentFor(await engine.transferOf(preview), 9), baseUnits: 1n })
  engine.wait(1_000)
  await engine.poll()
  return engine.transferOf(preview)
}

test('notSent is refused while the request may still reach the exchange', async () => {
  const transfer = await unknownTransfer()
  await assertRefused(transfer, { kind: 'notSent' }, /may still reach the exchange, until 2026-11-20T12:00:31/)
  engine.wait(31_001)
  assert.equal((await resolve(transfer, { kind: 'notSent' })).state, 'NotSent')
})

test('where the exchange has no fence, or was removed, that takes a day', async () => {
  const transfer = await unknownTransfer()
  engine.script.exchange.recovery = { ...engine.script.exchange.recovery, fenceMs: null }
  engine.wait(86_430_000)
  await assertRefused(transfer, { kind: 'notSent' }, /may still reach/)
  engine.wait(1)
  assert.equal((await resolve(transfer, { kind: 'notSent' })).state, 'NotSent')
})

test('an operator ends a transfer that the chain does not confirm, as succeeded or returned', async () => {
  const succeeded = await flaggedTransfer()
  assert.equal(succeeded.state, 'Confirming')
  const other = `0x${'cd'.repeat(32)}`
  const ended = await resolve(succeeded, succeededBy(other))
  assert.deepEqual([ended.state, ended.hash, ended.attention], ['Succeeded', other, null])
  const returned = await resolve(await flaggedTransfer(), { kind: 'returned' })
  assert.deepEqual([returned.state, returned.errorType], ['Returned', 'transferReturned'])
  const twice = await flaggedTransfer()
  await assertRefused(twice, succeededBy(other), ofAnother('hash', succeeded))
})

test('an operator cannot end a transfer that is polled without need of one, or has another state', async () => {
  const preview = await engine.preview()
  await engine.execute(preview)
  const submitted = await engine.transferOf(preview)
  await assertRefused(submitted, { kind: 'returned' }, /needs no operator, until 2026-11-21T12:00:00/)
  await assertRefused(submitted, succeededBy(hash), /needs no operator/)
  await assertRefused(submitted, { kind: 'notSent' }, /is Submitted, so it cannot be recorded as notSent/)
  await assertRefused(
    submitted,
    { kind: 'sent', withdrawalId: 'w-2' },
    /is Submitted, so it cannot be recorded as sent/,
  )
  engine.wait(86_400_001)
  const ended = await resolve(submitted, { kind: 'returned' })
  await assertRefused(ended, succeededBy(hash), /is Returned, so it cannot be recorded as succeeded/)
})

test('an operator can resolve a request once its validity is over', async () => {
  const transfer = await waitingTransfer('Submitting', 'exchange')
  const sent = { kind: 'sent', withdrawalId: 'w-1' } as const
  await assertRefused(transfer, sent, /may still reach the exchange, until 2026-11-20T12:00:30/)
  await assertRefused(transfer, { kind: 'returned' }, /may still reach the exchange, until 2026-11-20T12:00:31/)
  engine.wait(30_001)
  assert.equal((await resolve(transfer, sent)).state, 'Submitted')
})

test('the proof of a payment is checked: a hash of the network, an id, and evidence', async () => {
  const day = 86_400_001
  const onExchange = await waitingTransfer('Unknown', 'exchange')
  const onEvm = await waitingTransfer('AwaitingWallet', 'evmWallet')
  const onSolana = await waitingTransfer('AwaitingWallet', 'solanaWallet')
  engine.wait(day)
  await assertRefused(onExchange, { kind: 'sent', withdrawalId: 'w 1' }, /withdrawalId/)
  await assertRefused(onExchange, succeededBy(''), /hash of a transaction on Base/)
  await assertRefused(onEvm, succeededBy('0xab'), /hash of a transaction on Base/)
  await assertRefused(onSolana, succeededBy(hash), /hash of a transaction on Solana/)
  const { deps } = engine
  const bare = { transferId: onEvm.id, resolution: { kind: 'notSent' }, evidence: 'seen', operator: 'Kim' } as const
  await assert.rejects(resolveTransfer(deps, bare), /evidence/)
  const succeeded = await resolve(onEvm, succeededBy(`0x${'AB'.repeat(32)}`))
  assert.equal(succeeded.hash, hash)
  const other = await waitingTransfer('AwaitingWallet', 'evmWallet')
  engine.wait(day)
  await assertRefused(other, succeededBy(hash), ofAnother('hash', onEvm))
  const sent = { kind: 'sent', withdrawalId: 'w-1' } as const
  await resolve(onExchange, sent)
  const same = await waitingTransfer('Unknown', 'exchange')
  engine.wait(day)
  await assertRefused(same, sent, ofAnother('withdrawalId', onExchange))
})

/** The sentence for what is proved by the payment, or by the withdrawal, of another transfer. */
function ofAnother(field: 'hash' | 'withdrawalId', { id }: Transfer): RegExp {
  return new RegExp(`^Field ${field} belongs to transfer ${id} already\\.$`)
}

type Where = 'exchange' | 'evmWallet' | 'solanaWallet'
const walletStates: readonly TransferState[] = ['AwaitingWallet', 'Broadcast', 'Ambiguous']
let amount = 30

/** A transfer that is in this state, as a crash or a restored backup may leave it. */
async function waitingTransfer(state: TransferState, where: Where): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview(String(++amount))
  await engine.execute(preview)
  const { id, terms } = await engine.transferOf(preview)
  const { query } = engine.deps.database
  const inSolana = termsToText({ ...terms, networkId: solana.id, networkKey: 'solana', networkName: solana.name })
  const row = {
    state,
    status: statusOf(state),
    ...(where === 'exchange' ? {} : { exchange_type: selfCustodyType }),
    ...(where === 'solanaWallet' ? { terms: inSolana } : {}),
  }
  await query.updateTable('transfer').set(row).where('id', '=', id).execute()
  return (await transferById(query, id)) as Transfer
}

const onSolana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const open = transferStates.filter((state) => !hasEnded(state))

for (const state of open) {
  const places: Where[] = walletStates.includes(state) ? ['evmWallet', 'solanaWallet'] : ['exchange']
  const wasAccepted = state === 'Submitted' || state === 'Confirming'
  for (const where of places) {
    const paid = succeededBy(where === 'solanaWallet' ? onSolana : hash)
    const outcomes: [Resolution, TransferState][] = [
      [paid, 'Succeeded'],
      wasAccepted ? [{ kind: 'returned' }, 'Returned'] : [{ kind: 'notSent' }, 'NotSent'],
    ]
    for (const [resolution, expected] of outcomes) {
      test(`an operator ends a ${state} transfer (${where}) as ${expected}, with the exchange gone`, async () => {
        const { id } = await waitingTransfer(state, where)
        engine.wait(86_500_000)
        const gone = { ...engine.deps, exchanges: registryOf([]) }
        const evidence = 'Seen in the account history of the exchange.'
        const ended = await resolveTransfer(gone, { transferId: id, resolution, evidence, operator: 'Kim' })
        assert.deepEqual([ended.state, ended.attention], [expected, null])
        await pollStranded(gone)
        assert.equal((await transferById(gone.database.query, id))?.state, expected)
      })
    }
  }
}

for (const [what, endIt] of [
  ['the key has ended', () => engine.script.ended.add('secret-1')],
  ['the exchange cannot be reached', () => (engine.script.unreachable = true)],
  ['the exchange was removed', () => Object.assign(engine.deps, { exchanges: registryOf([]) })],
] as const) {
  test(`a process dies while it sends, and ${what}: unknown by time alone, and an operator can end it`, async () => {
    // Neither a response nor its process comes back.
    engine.script.outcomes = [() => new Promise(() => {})]
    const preview = await engine.preview()
    engine.execute(preview).catch(() => {})
    while (engine.script.orders.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const transfer = await engine.transferOf(preview)
    assert.equal(transfer.state, 'Submitting')
    await endIt()
    const pass = async () => {
      await pollDue(engine.deps)
      await pollStranded(engine.deps)
    }
    engine.wait(29_000)
    await pass()
    assert.equal((await engine.transferOf(preview)).state, 'Submitting')
    engine.wait(360_000)
    await pass()
    assert.equal((await engine.transferOf(preview)).state, 'Unknown')
    engine.wait(86_400_000)
    await pass()
    assert.notEqual((await engine.transferOf(preview)).attention, null)
    assert.equal((await resolve(transfer, { kind: 'notSent' })).state, 'NotSent')
  })
}
