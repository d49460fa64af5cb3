// The adapter of OKX, call by call, over canned responses in the forms that the exchange publishes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { okx } from '../../../../../server/exchanges/okx/okx.ts'
import * as tables from '../../../../../server/exchanges/okx/tables.ts'
import {
  address,
  baseUsdc,
  bridgedUsdc,
  cannedExchange,
  clientReference,
  credentials,
  endOf,
  expectedEnd,
  failureOf,
  now,
  order,
  reference,
} from '../../../../support/canned-exchange.ts'

const canned = cannedExchange()
const { bodyOfOrder, respondWith } = canned
const adapter = () => canned.adapter(okx)

const data = (...list: unknown[]) => ({ code: '0', msg: '', data: list })
const chain = (name: string, more = {}) => ({
  ...{ ccy: 'USDC', name: 'USD Coin', chain: `USDC-${name}`, ctAddr: baseUsdc, canWd: true, canDep: true },
  ...{ minWd: '1', maxWd: '852150', wdTickSz: '6', fee: '0.04', burningFeeRate: '', needTag: false, ...more },
})
const row = {
  ...{ wdId: '15447421', ccy: 'USDC', chain: 'USDC-Base', amt: '25.5', fee: '0.04', feeCcy: 'USDC', to: address },
  ...{ clientId: reference, txId: '', state: '0', ts: String(now), toAddrType: '1' },
}
const ordering = (orderBody: unknown) =>
  respondWith({ '/asset/currencies': data(chain('Base')), '/asset/withdrawal': orderBody })

test('routes are its chains with a known name and contract, and a fixed fee', async () => {
  respondWith({
    '/asset/balances': data({
      ccy: 'USDC',
      bal: '123456789.123456789',
      frozenBal: '0.1',
      availBal: '123456789.023456789',
    }),
    '/asset/currencies': data(
      chain('Base'),
      chain('Arbitrum One (Bridged)', { ctAddr: bridgedUsdc }),
      chain('Arbitrum One', { ctAddr: bridgedUsdc }),
      chain('Polygon', { ctAddr: '5c3359', canWd: false }),
      chain('Optimism', { ctAddr: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', burningFeeRate: '0.05' }),
      chain('ERC20', { ctAddr: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', fee: '' }),
      chain('Avalanche C-Chain', { ctAddr: '' }),
      chain('OKTC'),
    ),
  })
  const [holding] = await adapter().holdings(credentials, '')
  assert.equal(holding?.available.toString(), '123456789.023456789')
  assert.deepEqual(
    holding?.routes.map(({ networkKey, enabled, step, networkFee }) => [
      networkKey,
      enabled,
      step.toString(),
      networkFee.toString(),
    ]),
    [
      ['base', true, '0.000001', '0.04'],
      ['polygon', false, '0.000001', '0.04'],
    ],
  )
})

test('an order names chain, amount and address as they are, under our reference, and goes on the chain', async () => {
  ordering(data({ wdId: '67485', ccy: 'USDC', amt: '25.5', clientId: reference, chain: 'USDC-Base' }))
  assert.equal(await endOf(adapter()), 'accepted')
  assert.deepEqual(bodyOfOrder('/asset/withdrawal'), {
    ...{ ccy: 'USDC', amt: '25.5', dest: '4', toAddr: address, chain: 'USDC-Base', clientId: reference },
  })
})

test('a tag that could be read as another place never leaves', async () => {
  ordering(data({ wdId: '1', clientId: reference }))
  assert.equal(await endOf(adapter(), { addressTag: 'a:b' }), 'rejected address_invalid')
  assert.deepEqual(
    canned.requests().filter(({ method }) => method === 'POST'),
    [],
  )
})

test('each error code is mapped by its table, and ignored in a 5xx response', async () => {
  for (const [code, meaning] of Object.entries(tables.outcomes)) {
    ordering({ code, msg: 'No.', data: [] })
    assert.equal(await endOf(adapter()), expectedEnd(meaning), code)
    ordering([503, { code, msg: 'No.', data: [] }])
    assert.equal(await endOf(adapter()), 'ambiguous', code)
  }
  for (const code of ['1', '50001', '50004', '50013', '50026', '58404', '99999', 'constructor']) {
    ordering({ code, msg: 'Perhaps.', data: [] })
    assert.equal(await endOf(adapter()), 'ambiguous', code)
  }
})

test('an acceptance of another order is ambiguous', async () => {
  for (const odd of [
    data({ wdId: '67485', clientId: 'somebodyelses' }),
    data({ wdId: '1', clientId: reference }, { wdId: '2', clientId: reference }),
    data(),
    data({ wdId: '' }),
    { code: '58350', msg: '', data: [{ wdId: '67485', clientId: reference }] },
    { data: [{ wdId: '67485', clientId: reference }] },
  ]) {
    ordering(odd)
    assert.equal(await endOf(adapter()), 'ambiguous', JSON.stringify(odd))
  }
})

test('without the list of exchanges no order names an institution', async () => {
  const extra = { destinationKind: 'exchange', destinationInstitution: 'Kraken', recipientFullName: 'Ada King' }
  const accepted = data({ wdId: '67485', clientId: reference })
  const listed = { '/asset/currencies': data(chain('Base')), '/asset/withdrawal': accepted }
  const half = data({ exchName: '1xbet', exchId: 'did:0' }, { exchName: 'Kraken' })
  for (const broken of [[503, {}], { code: '50013', msg: 'Busy.', data: [] }, half, data()]) {
    respondWith({ ...listed, '/asset/exchange-list': broken })
    assert.equal(await endOf(adapter(), { extra }), 'notSent', JSON.stringify(broken))
  }
  respondWith({ ...listed, '/asset/exchange-list': data({ exchName: 'Kraken', exchId: 'did:1' }) })
  assert.equal(await endOf(adapter(), { extra }), 'accepted')
})

test('each error code of a read is mapped by its table', async () => {
  for (const [code, meaning] of Object.entries(tables.failures)) {
    respondWith({ '/asset/withdrawal-history': { code, msg: 'No.', data: [] } })
    assert.equal(await failureOf(adapter().getWithdrawal(credentials, '', '1')), meaning, code)
  }
})

test('each state is mapped, and an unlisted one is unknown', async () => {
  const states = ['-3', '-2', '-1', '0', '1', '2', '4', '5', '6', '7', '8', '9', '10', '12', '15', '16', '17', '19']
  for (const state of [...states, '3', '99', 'toString']) {
    respondWith({ '/asset/withdrawal-history': data({ ...row, state }) })
    const withdrawal = await adapter().getWithdrawal(credentials, '', row.wdId)
    const expected = {
      '-2': 'canceled',
      '-1': 'failed',
      2: 'completed',
      3: 'unknown',
      99: 'unknown',
      toString: 'unknown',
    }
    const known: string = (Object.hasOwn(expected, state) && expected[state as '-2']) || 'pending'
    assert.equal(withdrawal?.state, known, state)
  }
})

test('a failure that names a transaction is none', async () => {
  for (const state of ['-1', '-2']) {
    respondWith({ '/asset/withdrawal-history': data({ ...row, state, txId: '0x35c1' }) })
    assert.equal((await adapter().getWithdrawal(credentials, '', row.wdId))?.state, 'unknown')
  }
})

test('a tag is found in each of its possible fields', async () => {
  const xrp = { ...row, ccy: 'XRP', chain: 'XRP-Ripple', to: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B' }
  const places = [
    { tag: '42' },
    { memo: '42' },
    { pmtId: '42' },
    { addrEx: { comment: '42' } },
    { to: `${xrp.to}:42` },
    { tag: '', memo: '42' },
  ]
  for (const place of places) {
    respondWith({ '/asset/withdrawal-history': data({ ...xrp, ...place }) })
    const withdrawal = await adapter().findWithdrawal(credentials, '', {
      ...order,
      clientReference,
      since: new Date(now),
    })
    assert.deepEqual(
      [withdrawal?.address, withdrawal?.addressTag, withdrawal?.networkKey],
      [xrp.to, '42', 'xrp'],
      JSON.stringify(place),
    )
  }
})

test('a listing is read until a page is not full, and a repeated page is an error', async () => {
  const rows = Array.from({ length: 230 }, (_, n) => ({ ...row, wdId: String(n), ts: String(now - n * 1000) }))
  respondWith({
    '/asset/withdrawal-history': (url: URL) => {
      const before = Number(url.searchParams.get('before'))
      const after = Number(url.searchParams.get('after') ?? now + 1)
      return data(...rows.filter(({ ts }) => Number(ts) > before && Number(ts) < after).slice(0, 100))
    },
  })
  assert.equal((await adapter().listWithdrawals(credentials, '', new Date(now - 500_000))).length, 230)
  respondWith({ '/asset/withdrawal-history': () => data(...rows.slice(0, 100)) })
  await assert.rejects(adapter().listWithdrawals(credentials, '', new Date(0)), { name: 'ExchangeFailure' })
})
