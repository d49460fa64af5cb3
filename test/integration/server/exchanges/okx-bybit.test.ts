// The adapters of OKX and Bybit, call by call, over canned responses in the forms that the exchanges publish.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusalData } from '../../../../server/accounts/call-exchange.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { bybit } from '../../../../server/exchanges/bybit/bybit.ts'
import * as bybitTables from '../../../../server/exchanges/bybit/tables.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../../../server/exchanges/kit/tools.ts'
import { okx } from '../../../../server/exchanges/okx/okx.ts'
import * as okxTables from '../../../../server/exchanges/okx/tables.ts'
import type { WithdrawalOrder } from '../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('sandbox'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret', passphrase: 'passphrase' }
const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
const reference = clientReference.replaceAll('-', '')
const order: WithdrawalOrder = {
  ...{ symbol: 'USDC', networkKey: 'base', address, addressTag: '', amount: Amount.parse('25.500000') },
  ...{ clientReference, adapterState: '0.04', mfaCode: null, extra: {}, validUntil: new Date(now + 20_000) },
}
const baseUsdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const bridgedUsdc = '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

type Canned = (url: URL, headers: Record<string, unknown>) => unknown

/** By the end of a path: a body, a status and a body, or a function of the request that returns one. */
function respondWith(bodies: Record<string, unknown>): void {
  server.respondWith((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const found = Object.keys(bodies).find((end) => url.pathname.endsWith(end))
    const value = found === undefined ? [599, {}] : bodies[found]
    const given = typeof value === 'function' ? (value as Canned)(url, request.headers) : value
    const [status, body] = Array.isArray(given) ? given : [200, given]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

function made(adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange): Exchange {
  return adapter(tools, { baseUrl: server.url, timeouts: { readMs: 5_000, sendMs: 5_000 } })
}

async function endOf(exchange: Exchange, changed: Partial<WithdrawalOrder> = {}): Promise<string> {
  const { kind, ...more } = await exchange.withdraw(credentials, '', { ...order, ...changed })
  return 'code' in more ? `${kind} ${more.code}` : kind
}
const expectedEnd = (meaning: unknown) =>
  typeof meaning === 'string' ? `rejected ${meaning}` : (meaning as { kind: string }).kind
const bodyOfOrder = (path: string) => {
  const sent = server.requests.filter((request) => request.method === 'POST' && request.path.endsWith(path))
  assert.equal(sent.length, 1)
  return JSON.parse(sent[0]?.body ?? '{}')
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { kind?: string; code?: string }) => (error.kind === 'rejected' ? error.code : error.kind),
  )

describe('OKX', () => {
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
    const [holding] = await made(okx).holdings(credentials, '')
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
    assert.equal(await endOf(made(okx)), 'accepted')
    assert.deepEqual(bodyOfOrder('/asset/withdrawal'), {
      ...{ ccy: 'USDC', amt: '25.5', dest: '4', toAddr: address, chain: 'USDC-Base', clientId: reference },
    })
  })

  test('a tag that could be read as another place never leaves', async () => {
    ordering(data({ wdId: '1', clientId: reference }))
    assert.equal(await endOf(made(okx), { addressTag: 'a:b' }), 'rejected address_invalid')
    assert.deepEqual(
      server.requests.filter(({ method }) => method === 'POST'),
      [],
    )
  })

  test('each error code is mapped by its table, and ignored in a 5xx response', async () => {
    for (const [code, meaning] of Object.entries(okxTables.refusals)) {
      ordering({ code, msg: 'No.', data: [] })
      assert.equal(await endOf(made(okx)), expectedEnd(meaning), code)
      ordering([503, { code, msg: 'No.', data: [] }])
      assert.equal(await endOf(made(okx)), 'ambiguous', code)
    }
    for (const code of ['1', '50001', '50004', '50013', '50026', '58404', '99999', 'constructor']) {
      ordering({ code, msg: 'Perhaps.', data: [] })
      assert.equal(await endOf(made(okx)), 'ambiguous', code)
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
      assert.equal(await endOf(made(okx)), 'ambiguous', JSON.stringify(odd))
    }
  })

  test('without the list of exchanges no order names an institution', async () => {
    const extra = { destinationKind: 'exchange', destinationInstitution: 'Kraken', recipientFullName: 'Ada King' }
    const accepted = data({ wdId: '67485', clientId: reference })
    const listed = { '/asset/currencies': data(chain('Base')), '/asset/withdrawal': accepted }
    const half = data({ exchName: '1xbet', exchId: 'did:0' }, { exchName: 'Kraken' })
    for (const broken of [[503, {}], { code: '50013', msg: 'Busy.', data: [] }, half, data()]) {
      respondWith({ ...listed, '/asset/exchange-list': broken })
      assert.equal(await endOf(made(okx), { extra }), 'rejected not_sent', JSON.stringify(broken))
    }
    respondWith({ ...listed, '/asset/exchange-list': data({ exchName: 'Kraken', exchId: 'did:1' }) })
    assert.equal(await endOf(made(okx), { extra }), 'accepted')
  })

  test('each error code of a read is mapped by its table', async () => {
    for (const [code, meaning] of Object.entries(okxTables.failures)) {
      respondWith({ '/asset/withdrawal-history': { code, msg: 'No.', data: [] } })
      assert.equal(await failureOf(made(okx).getWithdrawal(credentials, '', '1')), meaning, code)
    }
  })

  test('each state is mapped, and an unlisted one is unknown', async () => {
    const states = ['-3', '-2', '-1', '0', '1', '2', '4', '5', '6', '7', '8', '9', '10', '12', '15', '16', '17', '19']
    for (const state of [...states, '3', '99', 'toString']) {
      respondWith({ '/asset/withdrawal-history': data({ ...row, state }) })
      const withdrawal = await made(okx).getWithdrawal(credentials, '', row.wdId)
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
      assert.equal((await made(okx).getWithdrawal(credentials, '', row.wdId))?.state, 'unknown')
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
      const withdrawal = await made(okx).findWithdrawal(credentials, '', {
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
    assert.equal((await made(okx).listWithdrawals(credentials, '', new Date(now - 500_000))).length, 230)
    respondWith({ '/asset/withdrawal-history': () => data(...rows.slice(0, 100)) })
    await assert.rejects(made(okx).listWithdrawals(credentials, '', new Date(0)), { name: 'ExchangeFailure' })
  })
})

describe('Bybit', () => {
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
    const [holding] = await made(bybit).holdings(credentials, '')
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
      const [route] = (await made(bybit).holdings(credentials, ''))[0]?.routes ?? []
      assert.deepEqual(
        [route?.minimum.toString(), route?.maximum?.toString()],
        [minimum, maximum],
        JSON.stringify(more),
      )
    }
  })

  test('an order states that the fee comes on top and that it goes on the chain, and expires in time', async () => {
    let window = 0
    ordering((_url: URL, headers: Record<string, unknown>) => {
      window = Number(headers['x-bapi-recv-window'])
      return result({ id: '10195' })
    })
    assert.equal(await endOf(made(bybit)), 'accepted')
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
    for (const [code, meaning] of Object.entries(bybitTables.refusals)) {
      const retMsg = sentences[code] ?? 'No.'
      const refusal = { retCode: Number.parseInt(code, 10), retMsg, result: {}, retExtInfo: {}, time: now }
      ordering(refusal)
      assert.equal(await endOf(made(bybit)), expectedEnd(meaning), code)
      ordering([502, refusal])
      assert.equal(await endOf(made(bybit)), 'ambiguous', code)
    }
    for (const retCode of [10_000, 10_014, 10_016, 131_001, 131_003, 131_082, 131_099, 131_200, 131_201, 999_999]) {
      ordering({ retCode, retMsg: 'openapi svc error', result: {}, retExtInfo: {}, time: now })
      assert.equal(await endOf(made(bybit)), 'ambiguous', String(retCode))
    }
    for (const odd of [
      result({}),
      result({ id: '' }),
      { result: { id: '10195' } },
      { retCode: 131_085, result: { id: '1' } },
    ]) {
      ordering(odd)
      assert.equal(await endOf(made(bybit)), 'ambiguous', JSON.stringify(odd))
    }
  })

  test('each error code of a read is mapped by its table', async () => {
    for (const [code, meaning] of Object.entries(bybitTables.failures)) {
      respondWith({ '/withdraw/query-record': { retCode: Number(code), retMsg: 'No.', result: {} } })
      assert.equal(await failureOf(made(bybit).getWithdrawal(credentials, '', '1')), meaning, code)
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
      assert.equal((await made(bybit).getWithdrawal(credentials, '', row.withdrawId))?.state, state, status)
    }
  })

  test('an unknown key and a restricted region have distinct reasons', async () => {
    const signIn = (retCode: number, site: string) => {
      respondWith({ '/user/query-api': { retCode, retMsg: 'No.', result: {}, time: now } })
      return made(bybit).startSignIn({ ...credentials, site }, { url: 'http://localhost/back', state: 's' })
    }
    assert.deepEqual(await signIn(10_003, 'kz'), { state: 'failed', reason: 'keyNotFoundAtSite', site: 'bybit.kz' })
    await assert.rejects(signIn(10_009, 'global'), { kind: 'rejected', code: 'region_restricted' })
    ordering({ retCode: 10_009, retMsg: 'Service Restricted', result: {}, retExtInfo: {}, time: now })
    assert.equal(await endOf(made(bybit)), 'rejected region_restricted')
    assert.match(String(refusalData('Bybit', 'region_restricted').detail), /region/)
  })

  test('a record of a transfer inside Bybit has no transaction, whatever its hash field contains', async () => {
    for (const txID of ['', 'df2b0b74f2ed4e1a83c4e8c5ee5d2a3f']) {
      respondWith({
        '/withdraw/query-record': result({ rows: [{ ...row, withdrawType: 1, txID, status: 'success' }] }),
      })
      const { isInternal, hash, state } = (await made(bybit).getWithdrawal(credentials, '', row.withdrawId)) ?? {}
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
    const listed = await made(bybit).listWithdrawals(credentials, '', new Date(now - 100 * day))
    assert.equal(new Set(listed.map(({ id }) => id)).size, 101)
    assert.ok(requested.length >= 4)
    // None between the parts is left out.
    for (const [n, [start]] of requested.entries()) if (n > 0) assert.ok(start <= (requested[n - 1]?.[1] ?? 0))
  })

  test('a page that is full and names no next one is no whole listing', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...row, withdrawId: String(n) }))
    respondWith({ '/withdraw/query-record': result({ rows, nextPageCursor: '' }) })
    await assert.rejects(made(bybit).listWithdrawals(credentials, '', new Date(now)), { name: 'ExchangeFailure' })
    respondWith({ '/withdraw/query-record': result({ rows, nextPageCursor: 'again' }) })
    await assert.rejects(made(bybit).listWithdrawals(credentials, '', new Date(now)), { name: 'ExchangeFailure' })
  })
})
