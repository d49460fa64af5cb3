// What could change the meaning of a signed request never reaches an adapter: no address, no tag, no amount, no name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { validated } from '../../../../server/exchanges/validated-exchange.ts'
import type { WithdrawalOrder } from '../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { accept, scriptedExchange } from '../../../support/scripted-exchange.ts'

const order: WithdrawalOrder = {
  clientReference: '3f0c4b1e-0000-4000-8000-000000000001',
  symbol: 'USDC',
  networkKey: 'base',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
  addressTag: '',
  amount: Amount.parse('25.5'),
  adapterState: '',
  validUntil: new Date('2026-11-20T12:00:30Z'),
  mfaCode: null,
  extra: {},
}

const tricks = [
  '&amount=999&address=0xEVIL',
  '&network=ETH',
  '?x=1',
  '#',
  '%26amount%3D999',
  ' ',
  '\n',
  '\r\nX-Evil: 1',
  '\u0000',
  '"',
  "'",
  '\\',
  '{}',
  '[]',
  '/../accounts',
  ';',
  '=',
  ',',
  '+',
  '‮',
  'а', // Cyrillic
  '０', // full-width digit
  '<script>',
]
const fields = ['address', 'addressTag', 'symbol', 'networkKey', 'clientReference'] as const

for (const field of fields) {
  test(`an order with a letter in its ${field} that means something in a request is refused before it is signed`, async () => {
    const script = scriptedExchange()
    const exchange = validated(script.exchange)
    for (const trick of tricks) {
      for (const value of [order[field] + trick, trick + order[field], `${order[field].slice(0, 4)}${trick}ab`]) {
        const changed = { ...order, [field]: value }
        assert.deepEqual(await exchange.withdraw({}, '', changed), { kind: 'rejected', code: 'address_invalid' }, value)
        if (field === 'clientReference') continue
        await assert.rejects(exchange.quote({}, '', changed), ExchangeFailure, value)
      }
    }
    assert.equal(script.orders.length, 0)
  })
}

test('an amount that is not positive, and a code with odd letters, are refused', async () => {
  const script = scriptedExchange()
  const exchange = validated(script.exchange)
  for (const change of [
    { amount: Amount.zero },
    { amount: Amount.parse('-1') },
    { mfaCode: '123456\r\nX: 1' },
    { mfaCode: '1&a=b' },
    { mfaCode: '' },
  ]) {
    assert.equal((await exchange.withdraw({}, '', { ...order, ...change })).kind, 'rejected')
  }
  assert.equal(script.orders.length, 0)
})

test('what our own checks let through passes: addresses and tags of every network', async () => {
  const samples: Record<string, [string, string]> = {
    ethereum: ['0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61', ''],
    bitcoin: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ''],
    solana: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', ''],
    tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ''],
    xrp: ['rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', '4294967295'],
    stellar: ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', 'memo_1.a-b:c'],
    ton: ['UQBFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-_x', 'a'.repeat(100)],
  }
  const script = scriptedExchange()
  script.outcomes = [accept]
  const exchange = validated(script.exchange)
  const { all } = networkCatalogue('sandbox')
  for (const { key, tokens } of all) {
    const [address, addressTag] = samples[key] ?? ['0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61', '']
    for (const { symbol } of tokens) {
      const changed = { ...order, networkKey: key, symbol, address, addressTag, mfaCode: 'ABC123' }
      assert.equal((await exchange.withdraw({}, '', changed)).kind, 'accepted', `${symbol} on ${key}`)
    }
  }
})

test('no exchange is believed that a transfer brings its sender money, or that its least is below nothing', async () => {
  const script = scriptedExchange()
  const [minimum, step, fee, below] = ['1', '0.000001', '0.5', '-5'].map((text) => Amount.parse(text))
  assert.ok(minimum && step && fee && below)
  const route = { networkKey: 'base', contract: '', decimals: 6, minimum, maximum: null, step, networkFee: fee }
  const whole = { ...route, exchangeFee: Amount.zero, enabled: true, estimatedSeconds: 60 }
  const odd = [{ networkFee: below }, { exchangeFee: below }, { minimum: below }, { step: below }]
  const routes = [...odd.map((change) => ({ ...whole, ...change })), whole]
  const quote = { adapterState: '', networkFee: fee, exchangeFee: Amount.zero, fromAddress: '', estimatedSeconds: 60 }
  let response = { ...quote, expiresInSeconds: null }
  const exchange = validated({
    ...script.exchange,
    holdings: async () => [{ symbol: 'USDC', name: 'USD Coin', available: minimum, routes }],
    quote: async () => response,
  })
  assert.deepEqual((await exchange.holdings({}, ''))[0]?.routes, [whole])
  assert.equal((await exchange.quote({}, '', order)).networkFee, fee)
  for (const change of odd.slice(0, 2)) {
    response = { ...quote, expiresInSeconds: null, ...change }
    await assert.rejects(exchange.quote({}, '', order), ExchangeFailure)
  }
})
