// A database of the version before the payment columns is migrated with its open transfers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../../../../server/storage/migrate.ts'
import { transferById } from '../../../../../server/transfers/transfer-store.ts'
import { equalAttempts, equalExchangeHashes, recentAttempts } from '../../../../../server/wallets/payment-queries.ts'
import { referenceOf } from '../../../../../server/wallets/payment-reference.ts'
import { insertWatch, watchOf } from '../../../../../server/wallets/watch-rows.ts'
import { undoMigrations } from '../../../../support/earlier-schema.ts'
import { startEngine } from '../../../../support/engine.ts'
import { proofTest } from '../../../../support/length.ts'

test('open transfers of the earlier version are found by their payment', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  try {
    const previews = [await engine.preview('25.5'), await engine.preview('26')]
    for (const preview of previews) await engine.execute(preview)
    const [waiting, submitted] = await Promise.all(previews.map((preview) => engine.transferOf(preview)))
    assert.ok(waiting !== undefined && submitted !== undefined)
    const requested = { exchange_type: 'DeFiWallet', state: 'AwaitingWallet', status: 'Hidden' }
    await query.updateTable('transfer').set(requested).where('id', '=', waiting.id).execute()
    await insertWatch(query, { transferId: waiting.id, nonce: 3, minedNonce: 2, firstBlock: 7 })
    const rows = async () => {
      const stored = await query.selectFrom('transfer').selectAll().orderBy('id').execute()
      return stored.map((row) => ({ ...row, terms: JSON.parse(row.terms) }))
    }
    const [before, watch] = [await rows(), await watchOf(query, waiting.id)]
    await undoMigrations(engine.deps.database, '0024-payment-columns')
    assert.ok(!('to_address' in ((await rows())[0] ?? {})))

    await migrate(query)

    assert.deepEqual(await rows(), before)
    assert.deepEqual(await watchOf(query, waiting.id), watch)
    const { terms } = waiting
    assert.deepEqual(await equalAttempts(query, terms, null), [await transferById(query, waiting.id)])
    assert.deepEqual(await equalExchangeHashes(query, submitted.terms), [''])
    const user = { clientId: waiting.clientId, userId: waiting.userId }
    const recent = await recentAttempts(query, { ...user, terms, since: new Date(0), states: ['AwaitingWallet'] })
    assert.deepEqual(
      recent.map(({ id }) => id),
      [waiting.id],
    )
    const references = await query.selectFrom('wallet_watch').select('reference').execute()
    assert.deepEqual(references, [{ reference: referenceOf(waiting.id) }])
  } finally {
    await engine.close()
  }
})

proofTest('more transfers than a migration reads at once get their columns', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  try {
    const preview = await engine.preview()
    await engine.execute(preview)
    const model = await query.selectFrom('transfer').selectAll().executeTakeFirstOrThrow()
    const offer = await query.selectFrom('preview').selectAll().executeTakeFirstOrThrow()
    const ids = Array.from({ length: 1_100 }, (_, n) => `copy-${n}`)
    for (let from = 0; from < ids.length; from += 100) {
      const page = ids.slice(from, from + 100)
      const previews = page.map((id) => ({ ...offer, id: `preview-${id}` }))
      await query.insertInto('preview').values(previews).execute()
      const copies = page.map((id) => ({ ...model, id, preview_id: `preview-${id}`, withdrawal_id: null }))
      await query.insertInto('transfer').values(copies).execute()
    }
    await undoMigrations(engine.deps.database, '0024-payment-columns')
    await migrate(query)
    const columns = ['network_key', 'contract', 'from_address', 'to_address', 'amount'] as const
    const stored = await query.selectFrom('transfer').select(columns).distinct().execute()
    const { network_key, contract, from_address, to_address, amount } = model
    assert.deepEqual(stored, [{ network_key, contract, from_address, to_address, amount }])
    assert.notEqual(to_address, '')
  } finally {
    await engine.close()
  }
})
