// Rows of the version before split fields: quoteId, seen and the error of a waiting transfer each held several things.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { RequiredAction } from '../../../../../server/exchanges/withdrawal.ts'
import { migrate } from '../../../../../server/storage/migrate.ts'
import type { TransferTerms } from '../../../../../server/transfers/terms.ts'
import { termsToText } from '../../../../../server/transfers/terms.ts'
import { insertWatch, watchOf } from '../../../../../server/wallets/watch-rows.ts'
import { undoMigrations } from '../../../../support/earlier-schema.ts'
import { type Engine, startEngine } from '../../../../support/engine.ts'
import { shareOf } from '../../../../support/length.ts'
import { accept } from '../../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const earlier = () => undoMigrations(engine.deps.database, '0025-adapter-state')
const upgrade = () => migrate(engine.deps.database.query)

const actions: RequiredAction[] = [
  { kind: 'mfaRequired', method: 'phone', methods: [{ kind: 'phone', to: '•• 12' }], codeLength: 8 },
  { kind: 'travelRuleRequired', field: 'who' },
  { kind: 'mfaRequired', method: 'totp' },
  { kind: 'emailConfirmationRequired', sentTo: 'u•••@example.com' },
  { kind: 'deviceConfirmationRequired', device: 'your phone', url: '' },
  { kind: 'addressWhitelistRequired', url: 'https://exchange.example/addresses' },
]

for (const [n, action] of shareOf(actions, 2).entries()) {
  test(`a transfer that waits is the same to its user after the migration: ${action.kind} ${n}`, async () => {
    engine.script.outcomes = [() => action, accept]
    const preview = await engine.preview()
    const before = await engine.execute(preview)
    await earlier()
    const { rows } = await sql<{ error_type: string }>`select error_type from transfer`.execute(
      engine.deps.database.query,
    )
    assert.equal(rows[0]?.error_type, action.kind)
    await upgrade()
    const stored = await engine.transferOf(preview)
    assert.deepEqual([stored.errorType, stored.errorData, stored.requiredAction?.kind], [null, {}, action.kind])
    const replayed = await engine.execute(preview, null)
    // Without input, a transfer that waits for a code or for facts is returned as it is. The others are sent again.
    if (action.kind === 'mfaRequired' || action.kind === 'travelRuleRequired') {
      assert.deepEqual(comparable(replayed), comparable(before))
      if (action.kind === 'mfaRequired') assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
    } else assert.equal(replayed.outcome, 'ordered')
  })
}

const comparable = (result: object) => ({ ...result, error: 'error' in result ? String(result.error) : '' })

test('a preview of the earlier version is executed with its quote', async () => {
  const preview = await engine.preview()
  await earlier()
  const stored = await engine.deps.database.query.selectFrom('preview').select('terms').executeTakeFirstOrThrow()
  assert.equal(JSON.parse(stored.terms).quoteId, 'q')
  await upgrade()
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders[0]?.adapterState, 'q')
})

test('the action that a preview of the earlier version requires is preserved', async () => {
  const preview = await engine.preview()
  const requiredAction = { kind: 'addressWhitelistRequired', url: '' } as const
  const terms = termsToText({ ...preview.terms, requiredAction })
  await engine.deps.database.query.updateTable('preview').set({ terms }).execute()
  await earlier()
  await upgrade()
  const stored = await engine.deps.database.query.selectFrom('preview').select('terms').executeTakeFirstOrThrow()
  assert.deepEqual(JSON.parse(stored.terms), JSON.parse(terms))
})

test('wallet transfers of the earlier version retain their transaction’s fields and their watch', async () => {
  const { query } = engine.deps.database
  const cases: [Partial<TransferTerms>, string, object][] = [
    [
      { fromAddress: '0xAA', walletCall: { chainType: 'evm', gasLimit: '78000' } },
      '78000',
      { balancesBefore: { payer: 5n, receiver: 0n } },
    ],
    [{ fromAddress: 'So1', walletCall: { chainType: 'solana', createsAccount: true } }, 'makesAccount', {}],
    [{ fromAddress: 'So1', walletCall: { chainType: 'solana', createsAccount: false } }, '', {}],
    [{ fromAddress: '' }, '', {}],
  ]
  const previous: { id: string; terms: string; quoteId: string }[] = []
  for (const [index, [changed, quoteId, start]] of cases.entries()) {
    const { id, terms } = await insertWalletTransfer(String(26 + index), changed)
    await insertWatch(query, { transferId: id, nonce: 0, minedNonce: 0, firstBlock: 1, ...start })
    previous.push({ id, terms, quoteId })
  }
  await query.updateTable('account').set({ exchange_type: 'DeFiWallet' }).execute()
  const byLink = previous.at(-1)?.id ?? ''
  await query.updateTable('wallet_watch').set({ receiver_state: '7/0' }).where('transfer_id', '=', byLink).execute()
  const watches = () => Promise.all(previous.map(({ id }) => watchOf(query, id)))
  const before = await watches()
  await earlier()
  const { rows } = await sql<{ seen: string | null }>`select seen from wallet_watch`.execute(query)
  assert.deepEqual(rows.map(({ seen }) => seen).sort(), ['5:0', '7/0', null, null])
  for (const { id, quoteId } of previous) assert.equal(JSON.parse(await termsOf(id)).quoteId, quoteId)
  await upgrade()
  assert.deepEqual(await watches(), before)
  assert.deepEqual([before[0]?.balancesBefore, before[3]?.receiverState], [{ payer: 5n, receiver: 0n }, '7/0'])
  for (const { id, terms } of previous) assert.deepEqual(JSON.parse(await termsOf(id)), JSON.parse(terms))
})

async function insertWalletTransfer(amount: string, changed: Partial<TransferTerms>) {
  const { query } = engine.deps.database
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  const transfer = await engine.transferOf(preview)
  const terms = termsToText({ ...transfer.terms, ...changed, adapterState: '' })
  const columns = { terms, from_address: changed.fromAddress ?? '', exchange_type: 'DeFiWallet' }
  await query.updateTable('transfer').set(columns).where('id', '=', transfer.id).execute()
  return { id: transfer.id, terms }
}

async function termsOf(id: string): Promise<string> {
  const select = engine.deps.database.query.selectFrom('transfer').select('terms').where('id', '=', id)
  return (await select.executeTakeFirstOrThrow()).terms
}
