// The adapter of Bybit, call by call, over canned responses in the forms that the exchange publishes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectionData } from '../../../../../server/accounts/call-exchange.ts'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import * as tables from '../../../../../server/exchanges/bybit/tables.ts'
import {
  address,
  baseUsdc,
  bridgedUsdc,
  cannedExchange,
  credentials,
  endOf,
  expectedEnd,
  failureOf,
  now,
  reference,
} from '../../../../support/canned-exchange.ts'

const canned = cannedExchange()
const { bodyOfOrder, respondWith } = canned
const adapter = () => canned.adapter(bybit)

const result = (value: unknown) => ({ retCode: 0, retMsg: 'success', result: value, retExtInfo: {}, time: now })
const chain = (name: string, more = {}) => ({
  ...{ chain: name, chainType: name, confirmation: '6', withdrawFee: '0.04', depositMin: '0', withdrawMin: '1' },
  ...{ minAccuracy: '4', chainDeposit: '1', chainWithdraw: '1', withdrawPercentageFee: '0' },
  ...{ contractAddress: baseUsdc, safeConfirmNumber: '64', withdrawMax: '-1', ...more },
})
const coin = (...chains: unknown[]) => result({ rows: [{ name: 'USDC', coin: 'USDC', remainAmount: '', chains }] })
const row = {
  ...{ coin: 'USDC', chain: 'BASE', amount: '25.5', txID: '', status: 'SecurityCheck', toAddress: address, tag: '' },
  ...{ withdrawFee: '0.04', createTime: String(now), updateTime: String(now), withdrawId: '9976', withdrawType: 0 },
}
const ordering = (orderBody: unknown) =>
  respondWith({ '/coin/query-info': coin(chain('BASE')), '/withdraw/create': orderBody })

test('an empty row of a chain is no route without a fee, and a percentage is no fee', async () => {
  respondWith({
    '/query-account-coins-balance': result({
      ...{ memberId: '533285', accountType: 'FUND' },
      balance: [{ coin: 'USDC', transferBalance: '1010.000001', walletBalance: '1011', bonus: '' }],
    }),
    '/coin/query-info': coin(
      chain('BASE'),
      chain('OMNI', { withdrawFee: '', withdrawMin: '', chainWithdraw: '' }),
      chain('ETH', { withdrawFee: '', withdrawMin: '', chainWithdraw: '' }),
      chain('OP', { contractAddress: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', withdrawPercentageFee: '0.022' }),
      chain('ARBI', { contractAddress: bridgedUsdc }),
      chain('MATIC', { contractAddress: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', chainWithdraw: '0' }),
      chain('SOL', { contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', minAccuracy: '30' }),
    ),
  })
  const [holding] = await adapter().holdings(credentials, '')
  assert.equal(holding?.available.toString(), '1010.000001')
  assert.deepEqual(
    holding?.routes.map(({ networkKey, enabled, step }) => [networkKey, enabled, step.toString()]),
    [
      ['base', true, '0.0001'],
      ['polygon', false, '0.0001'],
      ['solana', true, '0.000001'],
    ],
  )
})

test('the limits of a chain are its own, and a chain without limits still has a route', async () => {
  const limits: [object, string, string | undefined][] = [
    [{ withdrawMax: '10000000' }, '1', '10000000'],
    [{ withdrawMax: '0' }, '1', '0'],
    [{ withdrawMax: '-1' }, '1', undefined],
    [{ withdrawMax: '' }, '1', undefined],
    [{ withdrawMax: undefined }, '1', undefined],
    [{ withdrawMax: null, withdrawMin: '' }, '0', undefined],
    [{ withdrawMin: undefined }, '0', undefined],
  ]
  for (const [more, minimum, maximum] of limits) {
    respondWith({
      '/query-account-coins-balance': result({
        balance: [{ coin: 'USDC', transferBalance: '5', walletBalance: '5' }],
      }),
      '/coin/query-info': result({ rows: [{ name: 'USDC', coin: 'USDC', chains: [chain('BASE', more)] }] }),
    })
    const [route] = (await adapter().holdings(credentials, ''))[0]?.routes ?? []
    assert.deepEqual([route?.minimum.toString(), route?.maximum?.toString()], [minimum, maximum], JSON.stringify(more))
  }
})

test('an order states that the fee comes on top and that it goes on the chain, and expires in time', async () => {
  let window = 0
  ordering((_url: URL, headers: Record<string, unknown>) => {
    window = Number(headers['x-bapi-recv-window'])
    return result({ id: '10195' })
  })
  assert.equal(await endOf(adapter()), 'accepted')
  assert.deepEqual(bodyOfOrder('/withdraw/create'), {
    ...{ coin: 'USDC', chain: 'BASE', address, amount: '25.5', timestamp: now, forceChain: 1, accountType: 'FUND' },
    ...{ feeType: 0, requestId: reference },
  })
  assert.ok(window > 0 && window <= 20_000, `${window}`)
})

test('each error code is mapped by its table, and ignored in a 5xx response', async () => {
  const sentences: Record<string, string> = {
    '131001 balance': 'the available balance is not sufficient to cover the handling fee',
    '131002 timestamp': 'params err: timestamp out of invalid window',
  }
  for (const [code, meaning] of Object.entries(tables.outcomes)) {
    const retMsg = sentences[code] ?? 'No.'
    const rejection = { retCode: Number.parseInt(code, 10), retMsg, result: {}, retExtInfo: {}, time: now }
    ordering(rejection)
    assert.equal(await endOf(adapter()), expectedEnd(meaning), code)
    ordering([502, rejection])
    assert.equal(await endOf(adapter()), 'ambiguous', code)
  }
  for (const retCode of [10_000, 10_014, 10_016, 131_001, 131_003, 131_082, 131_099, 131_200, 131_201, 999_999]) {
    ordering({ retCode, retMsg: 'openapi svc error', result: {}, retExtInfo: {}, time: now })
    assert.equal(await endOf(adapter()), 'ambiguous', String(retCode))
  }
  for (const odd of [
    result({}),
    result({ id: '' }),
    { result: { id: '10195' } },
    { retCode: 131_085, result: { id: '1' } },
  ]) {
    ordering(odd)
    assert.equal(await endOf(adapter()), 'ambiguous', JSON.stringify(odd))
  }
})

test('each error code of a read is mapped by its table', async () => {
  for (const [code, meaning] of Object.entries(tables.failures)) {
    respondWith({ '/withdraw/query-record': { retCode: Number(code), retMsg: 'No.', result: {} } })
    assert.equal(await failureOf(adapter().getWithdrawal(credentials, '', '1')), meaning, code)
  }
})

test('each state is mapped, and an unlisted one is unknown, as is the exchange’s own “unknown”', async () => {
  const states = {
    ...{ SecurityCheck: 'pending', Pending: 'pending', MoreInformationRequired: 'pending', success: 'completed' },
    ...{ BlockchainConfirmed: 'sent', CancelByUser: 'canceled', Reject: 'failed', Fail: 'failed' },
    ...{ Unknown: 'unknown', Success: 'unknown', constructor: 'unknown' },
  }
  for (const [status, state] of Object.entries(states)) {
    respondWith({ '/withdraw/query-record': result({ rows: [{ ...row, status }], nextPageCursor: '' }) })
    assert.equal((await adapter().getWithdrawal(credentials, '', row.withdrawId))?.state, state, status)
  }
})

test('an unknown key and a restricted region have distinct reasons', async () => {
  const signIn = (retCode: number, site: string) => {
    respondWith({ '/user/query-api': { retCode, retMsg: 'No.', result: {}, time: now } })
    return adapter().startSignIn({ ...credentials, site }, { url: 'http://localhost/back', state: 's' })
  }
  assert.deepEqual(await signIn(10_003, 'kz'), { state: 'failed', reason: 'keyNotFoundAtSite', site: 'bybit.kz' })
  await assert.rejects(signIn(10_009, 'global'), { kind: 'rejected', code: 'region_restricted' })
  ordering({ retCode: 10_009, retMsg: 'Service Restricted', result: {}, retExtInfo: {}, time: now })
  assert.equal(await endOf(adapter()), 'rejected region_restricted')
  assert.match(String(rejectionData('Bybit', 'region_restricted').detail), /region/)
})

test('a record of a transfer inside Bybit has no transaction, whatever its hash field contains', async () => {
  for (const txID of ['', 'df2b0b74f2ed4e1a83c4e8c5ee5d2a3f']) {
    respondWith({
      '/withdraw/query-record': result({ rows: [{ ...row, withdrawType: 1, txID, status: 'success' }] }),
    })
    const { isInternal, hash, state } = (await adapter().getWithdrawal(credentials, '', row.withdrawId)) ?? {}
    assert.deepEqual([isInternal, hash, state], [true, '', 'completed'])
  }
})

test('a listing longer than thirty days is requested in parts, each to its last page', async () => {
  const requested: [number, number][] = []
  const day = 86_400_000
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...row,
    withdrawId: String(n),
    createTime: String(now - n * day),
  }))
  respondWith({
    '/withdraw/query-record': (url: URL) => {
      const read = (name: string) => Number(url.searchParams.get(name))
      const [start, end, from] = [read('startTime'), read('endTime'), read('cursor')]
      assert.ok(end - start <= 30 * day)
      if (from === 0) requested.push([start, end])
      const within = rows.filter(({ createTime }) => Number(createTime) >= start && Number(createTime) <= end)
      const page = within.slice(from, from + 20)
      return result({ rows: page, nextPageCursor: page.length === 0 ? '' : String(from + page.length) })
    },
  })
  const listed = await adapter().listWithdrawals(credentials, '', new Date(now - 100 * day))
  assert.equal(new Set(listed.map(({ id }) => id)).size, 101)
  assert.ok(requested.length >= 4)
  // None between the parts is left out.
  for (const [n, [start]] of requested.entries()) if (n > 0) assert.ok(start <= (requested[n - 1]?.[1] ?? 0))
})

test('a page that is full and names no next one is no whole listing', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => ({ ...row, withdrawId: String(n) }))
  respondWith({ '/withdraw/query-record': result({ rows, nextPageCursor: '' }) })
  await assert.rejects(adapter().listWithdrawals(credentials, '', new Date(now)), { name: 'ExchangeFailure' })
  respondWith({ '/withdraw/query-record': result({ rows, nextPageCursor: 'again' }) })
  await assert.rejects(adapter().listWithdrawals(credentials, '', new Date(now)), { name: 'ExchangeFailure' })
})
