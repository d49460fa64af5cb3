import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assets, shopAddress, solanaAddress, solanaAssets } from '../../../../examples/shop/assets.ts'
import { type Ledger, openLedger } from '../../../../examples/shop/ledger.ts'
import { receiveWebhook } from '../../../../examples/shop/receive-webhook.ts'
import { eventExample } from '../../../../server/contract/wire/events.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const secretOfOther = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const [usdc] = assets
const userId = 'customer-1'
let root: string
let folder: string
let ledger: Ledger
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'shop-'))
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'ledger-'))
  ledger = openLedger(folder)
})
afterEach(() => ledger.close())
after(() => rm(root, { recursive: true }))

/** The amount is text, so that no digit is lost. */
function succeeded(changes: object = {}, amount = '12.345678', id = 'event-1'): string {
  const event = eventExample('transfer.succeeded')
  const data = { ...event.data, userId, toAddress: shopAddress, ...changes, amount: '<amount>' }
  return JSON.stringify({ ...event, id, data }).replace('"<amount>"', amount)
}

function signed(body: string, { by = secret, at = new Date(), id = JSON.parse(body).id } = {}) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, at, body),
  }
  return { body, headers }
}

const receive = (webhook: ReturnType<typeof signed>) => receiveWebhook(webhook, { secret, ledger })
const balanceOf = (symbol: string, user = userId) =>
  ledger.balances(user).find((balance) => balance.symbol === symbol && balance.amount !== '0')?.amount ?? '0'
const outcomes = () => ledger.log().map(({ outcome }) => outcome)

test('a transfer that succeeded is credited to its customer, to the last digit', () => {
  assert.equal(receive(signed(succeeded())), 204)
  const test18 = { symbol: 'TEST', networkId: assets.find(({ symbol }) => symbol === 'TEST')?.networkId }
  const many = succeeded({ ...test18, transferId: 'transfer-2' }, '1234567.890123456789012345', 'event-2')
  assert.equal(receive(signed(many)), 204)
  assert.deepEqual([balanceOf('USDC'), balanceOf('TEST')], ['12.345678', '1234567.890123456789012345'])
  assert.equal(balanceOf('USDC', 'customer-2'), '0')
  assert.deepEqual(outcomes(), [
    'Credited 1234567.890123456789012345 TEST on Ethereum',
    'Credited 12.345678 USDC on Base',
  ])
})

test('amounts are added without rounding, and a payment on Solana counts as well', () => {
  receive(signed(succeeded({ transferId: 'one' }, '0.1', 'one')))
  receive(signed(succeeded({ transferId: 'two' }, '0.2', 'two')))
  const onSolana = {
    toAddress: solanaAddress,
    networkId: solanaAssets[1]?.networkId,
    symbol: 'SOL',
    transferId: 'three',
  }
  receive(signed(succeeded(onSolana, '0.000000001', 'three')))
  assert.deepEqual([balanceOf('USDC'), balanceOf('SOL')], ['0.3', '0.000000001'])
})

test('an altered body, another signature or an old one is refused, and credits nothing', () => {
  const { headers } = signed(succeeded())
  const refused = [
    { body: succeeded({}, '99.345678'), headers },
    signed(succeeded(), { by: secretOfOther }),
    signed(succeeded(), { at: new Date(Date.now() - 6 * 60_000) }),
    signed(succeeded(), { at: new Date(Date.now() + 6 * 60_000) }),
    { body: succeeded(), headers: { ...headers, 'webhook-id': 'event-2' } },
    { body: succeeded(), headers: {} as typeof headers },
  ]
  assert.deepEqual(
    refused.map(receive),
    refused.map(() => 401),
  )
  assert.equal(balanceOf('USDC'), '0')
  assert.deepEqual(ledger.log(), [])
})

test('a webhook that comes again, or another one of the same transfer, credits nothing more, also after a restart', () => {
  receive(signed(succeeded()))
  assert.equal(receive(signed(succeeded())), 204)
  ledger.close()
  ledger = openLedger(folder)
  assert.equal(receive(signed(succeeded())), 204)
  assert.equal(receive(signed(succeeded({}, '12.345678', 'event-2'))), 204)
  assert.equal(balanceOf('USDC'), '12.345678')
  assert.deepEqual(
    ledger.log().map(({ id, requests }) => [id, requests]),
    [
      ['event-2', 1],
      ['event-1', 3],
    ],
  )
  assert.equal(outcomes()[0], 'Not credited: the transfer was credited before')
})

test('other types are acknowledged and credit nothing, also one that the shop does not know', () => {
  const data = JSON.parse(succeeded()).data
  for (const type of ['transfer.pending', 'transfer.failed', 'account.connected', 'transfer.new'])
    assert.equal(receive(signed(JSON.stringify({ id: type, type, data }))), 204)
  assert.equal(receive(signed(JSON.stringify({ id: 'test', type: 'test', data: { endpointId: 'one' } }))), 204)
  assert.equal(balanceOf('USDC'), '0')
  assert.deepEqual(outcomes(), [
    'Ignored',
    'Not credited yet',
    'Ignored',
    'Not credited: the transfer failed',
    'Not credited yet',
  ])
})

test('a transfer to another address, or of an asset that the shop does not accept, is not credited', () => {
  const others = [
    { toAddress: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61' },
    { symbol: 'TEST' },
    { symbol: 'SOL', toAddress: solanaAddress, networkId: usdc?.networkId },
  ]
  for (const [index, other] of others.entries())
    assert.equal(receive(signed(succeeded({ ...other, transferId: `${index}` }, '1', `${index}`))), 204)
  assert.deepEqual(new Set(outcomes()), new Set(['Not credited: the transfer did not go to the shop']))
  assert.ok(ledger.balances(userId).every(({ amount }) => amount === '0'))
})

test('an amount that the asset cannot have is not acknowledged', () => {
  assert.throws(() => receive(signed(succeeded({}, '0.0000001'))), /0\.0000001 is not an amount of 6 decimals/)
  assert.throws(() => receive(signed(succeeded({}, '1e3'))), /1e3 is not an amount/)
  assert.deepEqual(ledger.log(), [])
})
