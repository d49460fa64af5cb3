// Responses with optional fields missing or null, or with a number where others write a text: no other field of them
// is lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import { binance } from '../../../../server/exchanges/binance/binance.ts'
import { bybit } from '../../../../server/exchanges/bybit/bybit.ts'
import { coinbase } from '../../../../server/exchanges/coinbase/coinbase.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../../../server/exchanges/kit/tools.ts'
import { kraken } from '../../../../server/exchanges/kraken/kraken.ts'
import { okx } from '../../../../server/exchanges/okx/okx.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'
import { patientTimeouts } from '../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = {
  apiKey: 'c5dcfbf1f3a7cafe',
  apiSecret: 'c2VjcmV0',
  passphrase: 'passphrase',
  accessToken: 'token',
}

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

/** By the end of a path. */
function respondWith(bodies: Record<string, unknown>): void {
  server.respondWith((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const found = Object.keys(bodies).find((end) => pathname.endsWith(end))
    response.writeHead(found === undefined ? 599 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found === undefined ? {} : bodies[found]))
  })
}

function made(adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange): Exchange {
  return adapter(tools, { baseUrl: server.url, timeouts: patientTimeouts })
}

async function heldAt(exchange: Exchange): Promise<string[]> {
  const holdings = await exchange.holdings(credentials, '')
  return holdings.map(({ symbol, name, available, routes }) => {
    const ways = routes.map(({ networkKey, networkFee }) => `${networkKey} ${networkFee.toString()}`)
    return [symbol, name, available.toString(), ...ways].join(', ')
  })
}

test('Bybit: a native coin may come without a contract, a token may not', async () => {
  const chain = (name: string, more = {}) => ({
    ...{ chain: name, withdrawFee: '0.000085', withdrawMin: '0.000085', minAccuracy: '8', chainWithdraw: '1', ...more },
  })
  const coin = (name: string, ...chains: unknown[]) => ({ name, coin: name, remainAmount: '5370', chains })
  const held = (name: string) => ({ coin: name, walletBalance: '1', transferBalance: '1' })
  respondWith({
    '/query-account-coins-balance': { retCode: 0, result: { balance: [held('BTC'), held('ETH'), held('USDT')] } },
    '/coin/query-info': {
      retCode: 0,
      result: {
        rows: [
          coin('BTC', chain('BTC', { withdrawPercentageFee: null })),
          coin('ETH', chain('ETH'), chain('ARBI', { contractAddress: null }), chain('BSC'), chain('SOL')),
          coin('USDT', chain('ETH'), chain('TRX', { contractAddress: null })),
        ],
      },
    },
  })
  assert.deepEqual(await heldAt(made(bybit)), [
    'BTC, BTC, 1, bitcoin 0.000085',
    'ETH, ETH, 1, ethereum 0.000085, arbitrum 0.000085',
    'USDT, USDT, 1',
  ])
})

test('OKX: a row without a fee has the minimum one, and a row without either is no route', async () => {
  const chain = (ccy: string, name: string, more = {}) => ({
    ...{ ccy, name: ccy, chain: `${ccy}-${name}`, canWd: true, minWd: '0.001', maxWd: '500', wdTickSz: '8', ...more },
  })
  respondWith({
    '/asset/balances': { code: '0', data: [{ ccy: 'BTC', bal: '1', availBal: '1' }] },
    '/asset/currencies': {
      code: '0',
      data: [
        chain('BTC', 'Bitcoin', { minFee: '0.00017', maxFee: '0.00034', needTag: null }),
        chain('BTC', 'Lightning', { minFee: '0.000001' }),
      ],
    },
  })
  assert.deepEqual(await heldAt(made(okx)), ['BTC, BTC, 1, bitcoin 0.00017'])
  respondWith({
    '/asset/balances': { code: '0', data: ['BTC', 'ETH', 'USDT'].map((ccy) => ({ ccy, bal: '1', availBal: '1' })) },
    '/asset/currencies': {
      code: '0',
      data: [
        chain('BTC', 'Bitcoin'),
        chain('ETH', 'ERC20', { fee: '0.002', minFee: '', ctAddr: null }),
        chain('ETH', 'Arbitrum One', { fee: '', minFee: '0.001' }),
        chain('USDT', 'ERC20', { fee: '3' }),
      ],
    },
  })
  assert.deepEqual(await heldAt(made(okx)), ['BTC, BTC, 1', 'ETH, ETH, 1, ethereum 0.002', 'USDT, USDT, 1'])
})

test('Binance: a row without a contract, a time of arrival or a word on its state is one all the same', async () => {
  const network = {
    ...{ network: 'BTC', withdrawEnable: true, busy: null, withdrawFee: 0.0001, withdrawMin: '0.00015' },
    ...{ withdrawMax: '4000', withdrawIntegerMultiple: 1e-8, contractAddress: null, estimatedArrivalTime: null },
  }
  const coin = { coin: 'BTC', name: 'Bitcoin', free: '1', locked: null, freeze: null, withdrawAllEnable: true }
  respondWith({ '/capital/config/getall': [{ ...coin, networkList: [network] }] })
  assert.deepEqual(await heldAt(made(binance)), ['BTC, Bitcoin, 1, bitcoin 0.0001'])
})

const addressOf = (key: string, more: object) => ({
  ...{ address: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', asset: 'XXLM', method: 'Stellar XLM', key },
  ...{ verified: true, ...more },
})
const lumens = {
  ...{ asset: 'XXLM', method: 'Stellar XLM', network: 'Stellar', minimum: '1', limits: null },
  fee: { asset: 'XXLM', fee: '0.00002' },
}
const lumenTerms = { symbol: 'XLM', networkKey: 'stellar', address: addressOf('', {}).address }

test('Kraken: amounts not held, lent or saved may be null', async () => {
  respondWith({
    '/BalanceEx': { error: [], result: { XXLM: { balance: 10, hold_trade: null, credit: null, credit_used: null } } },
    '/WithdrawMethods': { error: [], result: [lumens] },
  })
  assert.deepEqual(await heldAt(made(kraken)), ['XLM, Stellar Lumens, 10, stellar 0.00002'])
})

test('Kraken: an address saved with a memo is never the one without, also where its tag is empty', async () => {
  respondWith({
    '/WithdrawMethods': { error: [], result: [lumens] },
    '/WithdrawAddresses': { error: [], result: [addressOf('with memo', { tag: '', memo: '123' })] },
    '/WithdrawStatus': {
      error: [],
      result: [
        {
          ...{ refid: 'R1', asset: 'XXLM', network: 'Stellar', info: lumenTerms.address, amount: '1', fee: '0.00002' },
          ...{ time: 1795176000, status: 'Success', key: 'with memo', txid: null, 'status-prop': null },
        },
      ],
    },
  })
  const order = { clientReference: '3f0c4b1e-0000-4000-8000-000000000001', ...lumenTerms, amount: Amount.parse('1') }
  assert.equal(await made(kraken).isWaitingForUser?.(credentials, '', { ...order, addressTag: '' }), true)
  assert.equal(await made(kraken).isWaitingForUser?.(credentials, '', { ...order, addressTag: '123' }), false)
  const [listed] = await made(kraken).listWithdrawals(credentials, '', new Date(0))
  assert.equal(listed?.addressTag, '123')
})

test('Coinbase: one wallet with little in it hides no other one, and a page may end with nothing', async () => {
  const wallet = (id: string, code: string, more = {}) => ({
    ...{ id, name: null, primary: null, type: 'wallet', balance: { amount: 2, currency: code } },
    ...{ currency: { code, name: null, type: null }, allow_withdrawals: null, ...more },
  })
  const bitcoin = { id: 'bitcoin', status: 'online', contract_address: null, min_withdrawal_amount: null }
  const currency = { id: 'BTC', name: 'Bitcoin', status: 'online', max_precision: '0.00000001' }
  const send = {
    ...{ id: 't1', type: 'send', status: 'pending', amount: { amount: '-1.5', currency: 'BTC' }, idem: null },
    ...{ created_at: '2026-11-20T11:00:00Z', network: { status: null, hash: null, network_name: null } },
    to: { address: null, address_info: null },
  }
  respondWith({
    '/v2/accounts': { data: [wallet('a', 'BTC'), wallet('b', 'XYZ')], pagination: { next_starting_after: '' } },
    '/currencies': [{ ...currency, supported_networks: [bitcoin] }],
    '/v2/exchange-rates': { data: { rates: { BTC: '0.00001' } } },
    '/accounts/a/transactions': { data: [send], pagination: {} },
    '/accounts/b/transactions': { data: [], pagination: {} },
  })
  const exchange = made((given, settings) => coinbase(given, { clientId: 'id', clientSecret: 'secret' }, settings))
  assert.deepEqual(await heldAt(exchange), ['BTC, BTC, 2, bitcoin 0.00003', 'XYZ, XYZ, 2'])
  const listed = await exchange.listWithdrawals(credentials, '', new Date(0))
  assert.deepEqual(
    listed.map(({ id, state, amount, hash, address }) => [id, state, amount.toString(), hash, address]),
    [['a:t1', 'pending', '1.5', '', null]],
  )
})

test('Coinbase and Kraken: a failure that names a transaction is none, and one that names none is', async () => {
  const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
  const states = async (hash: string | null) => {
    const send = {
      ...{ id: 't1', type: 'send', status: 'failed', amount: { amount: '-1.5', currency: 'ETH' } },
      ...{ created_at: '2026-11-20T03:00:00-08:00', network: { network_name: 'ethereum', hash }, to: { address } },
    }
    const row = {
      ...{ refid: 'R1', asset: 'XETH', network: 'Ethereum', info: address, amount: '1.5', fee: '0.001', txid: hash },
      ...{ time: 1795176000, status: 'Failure', 'status-prop': 'canceled' },
    }
    respondWith({ '/accounts/a/transactions/t1': { data: send }, '/WithdrawStatus': { error: [], result: [row] } })
    const exchange = made((given, settings) => coinbase(given, { clientId: 'id', clientSecret: 'secret' }, settings))
    const withdrawals = [
      await exchange.getWithdrawal(credentials, '', 'a:t1'),
      await made(kraken).getWithdrawal(credentials, '', 'R1'),
    ]
    return withdrawals.map((withdrawal) => withdrawal?.state)
  }
  assert.deepEqual(await states('ab'.repeat(32)), ['unknown', 'unknown'])
  assert.deepEqual(await states(null), ['failed', 'canceled'])
})
