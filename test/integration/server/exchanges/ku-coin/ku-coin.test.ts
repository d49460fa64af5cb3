// The adapter of KuCoin, call by call, over canned responses in the forms that the exchange publishes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kuCoin } from '../../../../../server/exchanges/ku-coin/ku-coin.ts'
import * as tables from '../../../../../server/exchanges/ku-coin/tables.ts'
import {
  address,
  baseUsdc,
  cannedExchange,
  catalogue,
  clientReference,
  credentials,
  endOf,
  expectedEnd,
  now,
  reasonOf,
  since,
  terms,
} from '../../../../support/canned-exchange.ts'

const canned = cannedExchange()
const { respondWith } = canned
const adapter = () => canned.adapter(kuCoin)

const data = (value: unknown) => ({ code: '200000', data: value })
const quota = { currency: 'USDC', remainAmount: '1000', withdrawMinFee: '0.04', isWithdrawEnabled: true }
const row = {
  ...{ id: '67e6515f7960ba0007b42025', currency: 'USDC', chain: 'base', status: 'PROCESSING', address, memo: '' },
  ...{
    isInner: false,
    amount: '25.50000000',
    fee: '0.04000000',
    walletTxId: null,
    createdAt: now,
    remark: clientReference,
  },
}
const page = (items: unknown[], more = {}) =>
  data({ currentPage: 1, pageSize: 500, totalNum: 1, totalPage: 1, items, ...more })

test('a key that may not withdraw, or not from here, is refused with the reason', async () => {
  const key = (permission: string) => ({ '/user/api-key': data({ uid: 165_111_215, permission }) })
  respondWith(key('General,Spot,InnerTransfer,Earn'))
  assert.equal(await reasonOf(adapter()), 'missingExchangePermission')
  respondWith(key('General,Futures,Spot,Earn,InnerTransfer,Transfer,Margin'))
  assert.equal(await reasonOf(adapter()), 'connected')
  for (const [code, reason] of [
    ['400006', 'keyAddressRefused'],
    ['400004', 'signInRejected'],
    ['400003', 'keyNotFoundAtSite'],
    ['400007', 'missingExchangePermission'],
  ]) {
    respondWith({ '/user/api-key': [401, { code, msg: 'No.' }] })
    assert.equal(await reasonOf(adapter()), reason, code)
  }
})

test('only balances of the main account have routes, and only those with a known network, contract and fee', async () => {
  const chain = (chainId: string, contractAddress: string, more = {}) => ({
    ...{ chainId, contractAddress, chainName: chainId, withdrawalMinSize: '1', withdrawalMinFee: '0.04' },
    ...{ withdrawFeeRate: '0', isWithdrawEnabled: true, withdrawPrecision: 6, maxWithdraw: null, ...more },
  })
  respondWith({
    '/accounts': data([
      { id: '1', currency: 'USDC', type: 'trade', balance: '26.66759503', available: '26.66759503', holds: '0' },
      {
        id: '2',
        currency: 'USDC',
        type: 'main',
        balance: '123456789.12345678',
        available: '123456789.1',
        holds: '0',
      },
      { id: '3', currency: 'BTC', type: 'main', balance: '0', available: '0', holds: '0' },
    ]),
    '/currencies': data([
      {
        currency: 'USDC',
        fullName: 'USD Coin',
        precision: 8,
        chains: [
          chain('base', baseUsdc, { withdrawPrecision: null }),
          chain('kcc', '0x980a5afef3d17ad98635f6c5aebcbaeded3c3430'),
          chain('arbitrum', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'),
          chain('optimism', '0x0b2c639c533813f4aa9d7837caf62653d097ff85', { withdrawFeeRate: '0.001' }),
          chain('eth', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', { isWithdrawEnabled: false, needTag: true }),
          { ...chain('matic', ''), withdrawalMinFee: '' },
        ],
      },
    ]),
  })
  const exchange = adapter()
  const [main, trade, ...rest] = await exchange.holdings(credentials, '')
  assert.equal(rest.length, 0)
  assert.equal(main?.available.toString(), '123456789.1')
  assert.deepEqual(
    main?.routes.map(({ networkKey, enabled, step, tagRequired }) => [networkKey, enabled, `${step}`, tagRequired]),
    [
      ['base', true, '0.000001', false],
      ['ethereum', false, '0.000001', true],
    ],
  )
  assert.deepEqual([trade?.name, trade?.routes], ['USD Coin (trade)', []])
})

test('every rejection of its table is returned by name, and any other code is ambiguous', async () => {
  const exchange = adapter()
  for (const [code, meaning] of Object.entries(tables.outcomes)) {
    const [number = '', msg = 'No.'] = code.split(': ')
    respondWith({ '/withdrawals/quotas': data(quota), '/v3/withdrawals': [400, { code: number, msg }] })
    assert.equal(await endOf(exchange), expectedEnd(meaning), code)
  }
  for (const odd of [{ code: '408000', msg: 'Network timeout' }, { code: '200000', msg: 'Unsuccessful!' }, {}, []]) {
    respondWith({ '/withdrawals/quotas': data(quota), '/v3/withdrawals': odd })
    assert.equal(await endOf(exchange), 'ambiguous', JSON.stringify(odd))
  }
})

test('an order requests the fee on top, and carries our reference as its remark', async () => {
  respondWith({ '/withdrawals/quotas': data(quota), '/v3/withdrawals': data({ withdrawalId: row.id }) })
  assert.equal(await endOf(adapter()), 'accepted')
  assert.deepEqual(JSON.parse(canned.requests().at(-1)?.body ?? ''), {
    ...{ currency: 'USDC', withdrawType: 'ADDRESS', toAddress: address, chain: 'base', amount: '25.5' },
    ...{ feeDeductType: 'EXTERNAL', isInner: false, remark: clientReference },
  })
  respondWith({ '/withdrawals/quotas': data({ ...quota, withdrawMinFee: '0.05' }) })
  assert.equal(await endOf(adapter()), 'rejected quote_expired')
})

test('an amount above today’s limit is reported before an order is made', async () => {
  respondWith({ '/withdrawals/quotas': data({ ...quota, remainAmount: '25.4' }) })
  await assert.rejects(adapter().quote(credentials, '', terms), { code: 'above_maximum' })
  respondWith({ '/withdrawals/quotas': data({ ...quota, isWithdrawEnabled: false }) })
  await assert.rejects(adapter().quote(credentials, '', terms), { code: 'network_unsupported' })
})

test('its absence is accepted only when every other withdrawal names another order', async () => {
  const exchange = adapter()
  const find = () => exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
  const other = { ...row, id: '1', remark: '3f0c4b1e-0000-4000-8000-00000000ffff' }
  respondWith({ '/withdrawals': page([other]) })
  assert.equal(await find(), undefined)
  respondWith({ '/withdrawals': page([other, row]) })
  assert.equal((await find())?.id, row.id)
  for (const remark of ['', null, clientReference.slice(0, 20), clientReference.replaceAll('-', '')]) {
    respondWith({ '/withdrawals': page([{ ...row, remark }]) })
    await assert.rejects(find(), { kind: 'unavailable' }, String(remark))
  }
})

test('a withdrawal listed without an id is found again by its time and its remark', async () => {
  const exchange = adapter()
  const { id: _, ...nameless } = row
  const other = { ...nameless, remark: '3f0c4b1e-0000-4000-8000-00000000ffff' }
  respondWith({ '/withdrawals': page([other, nameless]) })
  const found = await exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
  assert.equal(found?.id, `USDC:${now}:${clientReference}`)
  respondWith({ '/withdrawals': page([other, { ...nameless, status: 'SUCCESS' }]) })
  const withdrawal = await exchange.getWithdrawal(credentials, '', found?.id ?? '')
  assert.deepEqual(
    [withdrawal?.id, withdrawal?.state, withdrawal?.clientReference],
    [found?.id, 'completed', clientReference],
  )
  respondWith({ '/withdrawals': page([other]) })
  assert.equal(await exchange.getWithdrawal(credentials, '', found?.id ?? ''), undefined)
})

test('a list is read to its last page, and a page without its number proves nothing', async () => {
  const rowOf = (n: number) => ({ ...row, id: `id${n}`, remark: clientReference.replace(/.{4}$/, String(1000 + n)) })
  const pages = [Array.from({ length: 500 }, (_, n) => rowOf(n)), [rowOf(500), row]]
  respondWith({
    '/withdrawals': (url: URL) => {
      if (url.searchParams.get('currency') !== 'USDC') return page([])
      const currentPage = Number(url.searchParams.get('currentPage'))
      return page(pages[currentPage - 1] ?? [], { currentPage, totalPage: 2 })
    },
  })
  const exchange = adapter()
  const find = () => exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
  assert.equal((await exchange.listWithdrawals(credentials, '', since)).length, 502)
  assert.equal((await find())?.id, row.id)
  for (const more of [{ currentPage: 2 }, { totalPage: 1, items: pages[0] }, { totalPage: 'many' }]) {
    respondWith({ '/withdrawals': page([], more) })
    await assert.rejects(find(), { name: 'ExchangeFailure' })
  }
})

test('states are mapped by its table, hashes written as on their chain', async () => {
  const exchange = adapter()
  const hash = 'AB'.repeat(32)
  const withdrawalFrom = (more: object) => {
    const { chain, ...single } = row
    respondWith({ [row.id]: data({ ...single, chainId: chain, uid: 1, ...more }) })
    return exchange.getWithdrawal(credentials, '', row.id)
  }
  const states = {
    REVIEW: 'pending',
    WALLET_PROCESSING: 'pending',
    SUCCESS: 'completed',
    FAILURE: 'failed',
    ODD: 'unknown',
  }
  for (const [status, state] of Object.entries(states)) assert.equal((await withdrawalFrom({ status }))?.state, state)
  assert.equal((await withdrawalFrom({ walletTxId: `${hash}@${address}` }))?.hash, `0x${hash.toLowerCase()}`)
  assert.equal((await withdrawalFrom({ walletTxId: '5bbb57386d99522d9f954c5a@test004' }))?.hash, '')
  assert.equal((await withdrawalFrom({ status: 'FAILURE', walletTxId: hash }))?.state, 'unknown')
  assert.equal((await withdrawalFrom({ status: 'FAILURE', walletTxId: '3e2414d82acce78d38be7fe9' }))?.state, 'failed')
  assert.equal((await withdrawalFrom({ chainId: 'kcc' }))?.networkKey, '')
  await assert.rejects(withdrawalFrom({ id: 'another' }), { kind: 'unavailable' })
})

test('it sends on every network of our catalogue', () => {
  const { networkKeys } = adapter()
  for (const key of networkKeys) assert.ok(catalogue.byKey(key) !== undefined, key)
  assert.equal(networkKeys.length, catalogue.all.length)
})
