// Assets are not sent to the address that they come from.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { base } from '../../../../server/networks/base.ts'
import { solana } from '../../../../server/networks/solana.ts'
import { ton } from '../../../../server/networks/ton.ts'
import { isOrigin } from '../../../../server/risk/origin-address.ts'
import { configureTransfer } from '../../../../server/transfers/configure.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const isRefused = (error: ApiError) => error.type === 'destinationIsOrigin'

/** From now on the exchange names its address in its holdings, in its quotes, or nowhere. */
function sendFrom(address: string, where: { holdings?: true; quotes?: true }): void {
  const { exchange } = engine.script
  const { holdings, quote } = exchange
  if (where.quotes) exchange.quote = async (...terms) => ({ ...(await quote(...terms)), fromAddress: address })
  if (!where.holdings) return
  exchange.holdings = async (...account) =>
    (await holdings(...account)).map((holding) => ({
      ...holding,
      routes: holding.routes.map((route) => ({ ...route, fromAddress: address })),
    }))
}

for (const where of [{ holdings: true }, { quotes: true }] as const) {
  test(`a preview to the address that the exchange sends from is refused (${Object.keys(where)})`, async () => {
    sendFrom(recipient.toLowerCase(), where)
    await assert.rejects(engine.preview(), isRefused)
  })
}

test('an execute is refused where the exchange names the address after the preview, and nothing is sent', async () => {
  const preview = await engine.preview()
  sendFrom(recipient, { holdings: true })
  await assert.rejects(engine.execute(preview), isRefused)
  assert.equal(engine.script.orders.length, 0)
})

test('an execute is refused for a preview that was stored with one address on both sides', async () => {
  const preview = await engine.preview()
  const { query } = engine.deps.database
  const { terms } = await query
    .selectFrom('preview')
    .select('terms')
    .where('id', '=', preview.id)
    .executeTakeFirstOrThrow()
  const changed = JSON.stringify({ ...JSON.parse(terms), fromAddress: recipient.toLowerCase() })
  await query.updateTable('preview').set({ terms: changed }).where('id', '=', preview.id).execute()
  await assert.rejects(engine.execute(preview), isRefused)
  assert.equal(engine.script.orders.length, 0)
})

test('configure names the reason where each destination is the address that the exchange sends from', async () => {
  sendFrom(recipient, { holdings: true })
  const account = await loadAccount(engine.deps, engine.clientId, engine.accountId)
  const entry = { networkId: base.id, symbol: 'USDC', address: recipient, addressTag: '' }
  const [own] = (await configureTransfer(engine.deps, account, [entry])).holdings
  assert.deepEqual([own?.reason, own?.networks[0]?.reason], ['destinationIsOrigin', 'destinationIsOrigin'])
  const other = { ...entry, address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
  const [both] = (await configureTransfer(engine.deps, account, [entry, other])).holdings
  assert.equal(both?.reason, null)
})

test('addresses are compared in their canonical spelling, and an invalid address is no origin', () => {
  const same = (network: typeof base, toAddress: string, fromAddress: string) =>
    isOrigin({ network, toAddress, fromAddress })
  assert.ok(same(base, recipient.toLowerCase(), recipient))
  assert.ok(!same(base, recipient, ''))
  assert.ok(!same(base, '', ''))
  assert.ok(
    !same(solana, 'GokivDYuQXPZCWRkwMhdH2h91KpDQXBEmpgBgs55bnpH', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'),
  )
  const bounceable = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
  const check = ton.checkAddress(bounceable)
  assert.ok(check.ok)
  assert.ok(same(ton, check.address, bounceable))
})
