// The adapters of KuCoin, Gate and Bitget, call by call, over canned responses in the forms that the exchanges publish.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import { bitget } from '../../../../server/exchanges/bitget/bitget.ts'
import * as bitgetTables from '../../../../server/exchanges/bitget/tables.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { gateIo } from '../../../../server/exchanges/gate-io/gate-io.ts'
import * as gateIoTables from '../../../../server/exchanges/gate-io/tables.ts'
import type { AdapterSettings } from '../../../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../../../server/exchanges/kit/tools.ts'
import { kuCoin } from '../../../../server/exchanges/ku-coin/ku-coin.ts'
import * as kuCoinTables from '../../../../server/exchanges/ku-coin/tables.ts'
import type { Withdrawal } from '../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const catalogue = networkCatalogue('sandbox')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: catalogue,
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret', passphrase: 'passphrase' }
const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
const terms = { symbol: 'USDC', networkKey: 'base', address, addressTag: '', amount: Amount.parse('25.5') }
const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
const order = {
  ...terms,
  ...{ clientReference, adapterState: '0.04', mfaCode: null, extra: {}, validUntil: new Date(now + 40_000) },
}
const since = new Date(now - 60_000)
const baseUsdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

type Canned = unknown | ((url: URL, body: string) => unknown)

/** Bodies by the end of a path. A path without one is a mistake of the test. A status other than 200 precedes it in an array. */
function respondWith(bodies: Record<string, Canned>): void {
  server.respondWith((request, response, n) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const found = Object.keys(bodies).find((end) => url.pathname.endsWith(end))
    const value = found === undefined ? [599, url.pathname] : bodies[found]
    const given = typeof value === 'function' ? value(url, server.requests[n]?.body ?? '') : value
    const [status, body] = isStatus(given) ? given : [200, given]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

function isStatus(given: unknown): given is [number, unknown] {
  return Array.isArray(given) && given.length === 2 && typeof given[0] === 'number'
}

function made(adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange): Exchange {
  return adapter(tools, { baseUrl: server.url, timeouts: { readMs: 3_000, sendMs: 3_000 } })
}

const redirect = { url: 'http://localhost/back', state: 's' }
const reasonOf = async (exchange: Exchange) => {
  const result = await exchange.startSignIn(credentials, redirect)
  return 'reason' in result ? result.reason : result.state
}
/** The outcome of an order: its name, and its code where there is one. */
const endOf = async (exchange: Exchange) => {
  const { kind, ...more } = await exchange.withdraw(credentials, '', order)
  return 'code' in more ? `${kind} ${more.code}` : kind
}
const expectedEnd = (meaning: unknown) =>
  typeof meaning === 'string' ? `rejected ${meaning}` : (meaning as { kind: string }).kind

describe('KuCoin', () => {
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
    assert.equal(await reasonOf(made(kuCoin)), 'missingExchangePermission')
    respondWith(key('General,Futures,Spot,Earn,InnerTransfer,Transfer,Margin'))
    assert.equal(await reasonOf(made(kuCoin)), 'connected')
    for (const [code, reason] of [
      ['400006', 'keyAddressRefused'],
      ['400004', 'signInRejected'],
      ['400003', 'keyNotFoundAtSite'],
      ['400007', 'missingExchangePermission'],
    ]) {
      respondWith({ '/user/api-key': [401, { code, msg: 'No.' }] })
      assert.equal(await reasonOf(made(kuCoin)), reason, code)
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
    const exchange = made(kuCoin)
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
    const exchange = made(kuCoin)
    for (const [code, meaning] of Object.entries(kuCoinTables.refusals)) {
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
    assert.equal(await endOf(made(kuCoin)), 'accepted')
    assert.deepEqual(JSON.parse(server.requests.at(-1)?.body ?? ''), {
      ...{ currency: 'USDC', withdrawType: 'ADDRESS', toAddress: address, chain: 'base', amount: '25.5' },
      ...{ feeDeductType: 'EXTERNAL', isInner: false, remark: clientReference },
    })
    respondWith({ '/withdrawals/quotas': data({ ...quota, withdrawMinFee: '0.05' }) })
    assert.equal(await endOf(made(kuCoin)), 'rejected quote_expired')
  })

  test('an amount above today’s limit is reported before an order is made', async () => {
    respondWith({ '/withdrawals/quotas': data({ ...quota, remainAmount: '25.4' }) })
    await assert.rejects(made(kuCoin).quote(credentials, '', terms), { code: 'above_maximum' })
    respondWith({ '/withdrawals/quotas': data({ ...quota, isWithdrawEnabled: false }) })
    await assert.rejects(made(kuCoin).quote(credentials, '', terms), { code: 'network_unsupported' })
  })

  test('its absence is accepted only when every other withdrawal names another order', async () => {
    const exchange = made(kuCoin)
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
    const exchange = made(kuCoin)
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
    const exchange = made(kuCoin)
    const find = () => exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
    assert.equal((await exchange.listWithdrawals(credentials, '', since)).length, 502)
    assert.equal((await find())?.id, row.id)
    for (const more of [{ currentPage: 2 }, { totalPage: 1, items: pages[0] }, { totalPage: 'many' }]) {
      respondWith({ '/withdrawals': page([], more) })
      await assert.rejects(find(), { name: 'ExchangeFailure' })
    }
  })

  test('states are mapped by its table, hashes written as on their chain', async () => {
    const exchange = made(kuCoin)
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
})

describe('Gate', () => {
  const row = {
    ...{ id: 'w1879219868', currency: 'USDC', address, amount: '25.54', fee: '0.04', txid: '', chain: 'BASEEVM' },
    ...{ timestamp: String(now / 1000), status: 'REQUEST', withdraw_order_id: clientReference.replaceAll('-', '') },
    ...{ block_number: '0', memo: '' },
  }
  const status = {
    ...{ currency: 'USDC', name: 'USD Coin', deposit: '0', withdraw_percent: '0%', withdraw_fix: '2' },
    ...{ withdraw_day_limit: '1000', withdraw_day_limit_remain: '900', withdraw_amount_mini: '1.5' },
    withdraw_eachtime_limit: '1000',
    withdraw_fix_on_chains: { BASEEVM: '0.04', ETH: '2', ARBEVM: '0.1', HECO: '1', OPETH: '0.1' },
    withdraw_percent_on_chains: { ETH: '0%', OPETH: '0.1%' },
  }
  const chain = (name: string, contract_address: string, more = {}) => ({
    ...{ chain: name, name_en: name, contract_address, is_disabled: 0, is_deposit_disabled: 0 },
    ...{ is_withdraw_disabled: 0, decimal: '6', ...more },
  })
  const chains = [
    chain('BASEEVM', baseUsdc),
    chain('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { is_withdraw_disabled: 1 }),
    chain('ARBEVM', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'),
    chain('OPETH', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
    chain('HECO', '0x9362bbef4b8313a8aa9f0c9808b80577aa26b73b'),
  ]
  const world = {
    '/withdraw_status': [status],
    '/currency_chains': chains,
    '/spot/accounts': [{ currency: 'USDC', available: '968.8', locked: '0', update_id: 98 }],
    '/account/detail': { user_id: 1_667_201_533, ip_whitelist: [], key: { mode: 1 } },
  }

  test('the key is looked up among those of its account, and refused where it may not withdraw', async () => {
    const key = (name: string, read_only: boolean, masked = 'c5dcfbf1f3a7*****') => ({
      ...{ state: 1, mode: 1, name: 'test1', user_id: 1, key: masked },
      perms: [
        { name: 'spot', read_only: true },
        { name, read_only },
      ],
    })
    const signInWith = async (keys: unknown) => {
      respondWith({ ...world, '/main_keys': keys })
      return reasonOf(made(gateIo))
    }
    const other = key('withdraw', false, '52fd0035f665*****')
    assert.equal(await signInWith([other, key('withdraw', false)]), 'connected')
    assert.equal(await signInWith({ ...key('withdrawal', false), key: { mode: 1 } }), 'connected')
    assert.equal(await signInWith([other, key('withdraw', true)]), 'missingExchangePermission')
    assert.equal(await signInWith([other, key('wallet', false)]), 'missingExchangePermission')
    assert.equal(await signInWith([other]), 'missingExchangePermission')
    for (const perms of [null, undefined]) {
      assert.equal(await signInWith([other, { ...key('withdraw', true), perms }]), 'connected', 'nothing is known')
    }
    assert.equal(await signInWith([other, { ...key('withdraw', true), perms: [] }]), 'missingExchangePermission')
    assert.equal(await signInWith([key('withdraw', false), key('wallet', false)]), 'missingExchangePermission')
    assert.equal(await signInWith([403, { label: 'FORBIDDEN', message: 'No.' }]), 'missingExchangePermission')
    assert.equal(await signInWith([403, { label: 'IP_FORBIDDEN', message: 'No.' }]), 'keyAddressRefused')
    assert.equal(await signInWith([401, { label: 'INVALID_SIGNATURE', message: 'No.' }]), 'signInRejected')
  })

  test('routes are those whose chain, contract and fixed fee are known, up to today’s limit', async () => {
    respondWith(world)
    const exchange = made(gateIo)
    const [usdc] = await exchange.holdings(credentials, '')
    assert.deepEqual(
      usdc?.routes.map(({ networkKey, enabled, networkFee, minimum, maximum, step }) =>
        [networkKey, enabled, networkFee, minimum, maximum, step].map(String),
      ),
      [
        ['base', 'true', '0.04', '1.5', '899.96', '0.000001'],
        ['ethereum', 'false', '2', '1.5', '898', '0.000001'],
      ],
    )
  })

  test('currencies and chains are compared in upper case', async () => {
    const lower = (words: Record<string, string>) =>
      Object.fromEntries(Object.entries(words).map(([name, word]) => [name.toLowerCase(), word]))
    respondWith({
      ...world,
      '/spot/accounts': [{ currency: 'usdc', available: '968.8', locked: '0' }],
      '/withdraw_status': [
        { ...status, currency: 'Usdc', withdraw_fix_on_chains: lower(status.withdraw_fix_on_chains) },
      ],
      '/currency_chains': chains.map((each) => ({ ...each, chain: each.chain.toLowerCase() })),
    })
    const [usdc] = await made(gateIo).holdings(credentials, '')
    assert.equal(usdc?.symbol, 'USDC')
    // The share of OPETH is listed in upper case: the route is excluded all the same.
    assert.deepEqual(
      usdc?.routes.map(({ networkKey }) => networkKey),
      ['base', 'ethereum'],
    )
  })

  test('an order is of the amount and the fee, and carries our reference in the letters that it takes', async () => {
    respondWith({ ...world, '/withdrawals': row })
    assert.equal(await endOf(made(gateIo)), 'accepted')
    assert.deepEqual(JSON.parse(server.requests.at(-1)?.body ?? ''), {
      ...{ currency: 'USDC', address, amount: '25.54', chain: 'BASEEVM' },
      withdraw_order_id: clientReference.replaceAll('-', ''),
    })
    respondWith({ ...world, '/withdrawals': { ...row, withdraw_order_id: 'another' } })
    assert.equal(await endOf(made(gateIo)), 'ambiguous')
    respondWith({ ...world, '/withdraw_status': [{ ...status, withdraw_fix_on_chains: { BASEEVM: '0.05' } }] })
    assert.equal(await endOf(made(gateIo)), 'rejected quote_expired')
  })

  test('every label of its table is returned by name; one of a second order, or an unknown one, is ambiguous', async () => {
    const exchange = made(gateIo)
    const ends = (label: string, message = '') => {
      respondWith({ ...world, '/withdrawals': [400, { label, message }] })
      return endOf(exchange)
    }
    for (const [label, meaning] of Object.entries(gateIoTables.refusals)) {
      assert.equal(await ends(label), expectedEnd(meaning), label)
    }
    const unused = 'Error: only used addresses or verified addresses are allowed for api withdrawal'
    assert.equal(await ends('INVALID_PARAM_VALUE', unused), 'addressWhitelistRequired')
    for (const label of ['ORDER_EXISTS', 'DUPLICATE_REQUEST', 'TOO_BUSY', 'SERVER_ERROR', 'constructor']) {
      assert.equal(await ends(label), 'ambiguous', label)
    }
  })

  test('an order waits for its user until the address is saved, verified or not, for its chain and tag', async () => {
    const saved = {
      currency: 'usdc',
      chain: 'BASEEVM',
      address: address.toLowerCase(),
      name: 'x',
      tag: '',
      verified: '1',
    }
    const waits = (rows: unknown[]) => {
      respondWith({ '/saved_address': rows })
      return made(gateIo).isWaitingForUser?.(credentials, '', order)
    }
    for (const change of [{}, { verified: '0' }, { chain: 'BaseEvm' }]) {
      assert.equal(await waits([{ ...saved, ...change }]), false, JSON.stringify(change))
    }
    for (const change of [
      { currency: 'usdt' },
      { chain: 'ETH' },
      { tag: '7' },
      { address: `${address.slice(0, -1)}0` },
    ]) {
      assert.equal(await waits([{ ...saved, ...change }]), true, JSON.stringify(change))
    }
  })

  test('a withdrawal is returned without its fee, and is completed when its block is known', async () => {
    const exchange = made(gateIo)
    const withdrawalFrom = async (more: object) => {
      respondWith({ '/wallet/withdrawals': [{ ...row, ...more }] })
      return exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
    }
    assert.equal((await withdrawalFrom({}))?.amount.toString(), '25.5')
    const states: [object, Withdrawal['state']][] = [
      [{ status: 'DONE', block_number: '0' }, 'sent'],
      [{ status: 'DONE', block_number: '41575382' }, 'completed'],
      [{ status: 'DONE', txid: 'Internal transaction 260594131' }, 'completed'],
      [{ status: 'EXTPEND' }, 'sent'],
      [{ status: 'FAIL' }, 'pending'],
      [{ status: 'MANUAL' }, 'pending'],
      [{ status: 'CANCEL' }, 'canceled'],
      [{ status: 'REJECT' }, 'failed'],
      [{ status: 'BCODE' }, 'unknown'],
      [{ status: 'CANCEL', txid: 'ab'.repeat(32) }, 'unknown'],
    ]
    for (const [more, state] of states) assert.equal((await withdrawalFrom(more))?.state, state, JSON.stringify(more))
    await assert.rejects(withdrawalFrom({ withdraw_order_id: 'another' }), { kind: 'unavailable' })
    const odd = await withdrawalFrom({ currency: 'usdc', chain: 'BaseEvm' })
    assert.deepEqual([odd?.symbol, odd?.networkKey, odd?.charged?.toString()], ['USDC', 'base', '25.54'])
    for (const chain of ['', null]) assert.equal((await withdrawalFrom({ chain }))?.networkKey, null)
    assert.equal((await withdrawalFrom({ chain: 'HECO' }))?.networkKey, '')
    const inside = await withdrawalFrom({ status: 'DONE', fee: '0', txid: 'Internal transaction 260594131' })
    assert.deepEqual(
      [inside?.isInternal, inside?.state, inside?.hash, `${inside?.amount}`, `${inside?.charged}`],
      [true, 'completed', '', '25.54', '25.54'],
    )
    respondWith({ '/wallet/withdrawals': [[{ ...row }]] })
    assert.equal((await exchange.getWithdrawal(credentials, '', row.id))?.clientReference, row.withdraw_order_id)
  })
})

describe('Bitget', () => {
  const data = (value: unknown) => ({ code: '00000', msg: 'success', requestTime: now, data: value })
  const row = {
    ...{ orderId: '1094957867615789056', tradeId: '', coin: 'USDC', dest: 'on_chain', clientOid: clientReference },
    ...{ type: 'withdraw', tag: '', size: '25.54000000', fee: '-0.04000000', status: 'pending', toAddress: address },
    ...{ fromAddress: null, confirm: '100', chain: 'base', cTime: String(now), uTime: String(now) },
  }
  const chain = (name: string, contractAddress: string | null, more = {}) => ({
    ...{ chain: name, needTag: 'false', withdrawable: 'true', withdrawFee: '0.04', extraWithdrawFee: '0' },
    ...{ minWithdrawAmount: '1.5', contractAddress, withdrawStep: '0', withdrawMinScale: '8', ...more },
  })
  const chains = [
    chain('BASE', baseUsdc),
    chain('ERC20', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', { withdrawable: 'false', withdrawFee: '3' }),
    chain('ArbitrumOne', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'),
    chain('Optimism', '0x0b2c639c533813f4aa9d7837caf62653d097ff85', { extraWithdrawFee: '0.1' }),
    chain('Polygon', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', { withdrawStep: '1' }),
    chain('Aptos', '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'),
  ]
  const asset = { coin: 'usdc', available: '968.80000001', frozen: '0', locked: '0', limitAvailable: '0' }
  const world = {
    '/account/settings': [400, { code: '40084', msg: 'You are in Classic Account mode', data: null }],
    '/public/coins': data([{ coinId: '1', coin: 'USDC', transfer: 'true', chains }]),
    '/account/assets': data([asset]),
    '/funding-assets': data([{ ...asset, coin: 'USDC', available: '7.5' }]),
  }

  test('a key that may not withdraw, or not from here, is refused with the reason', async () => {
    const signInWith = async (account: unknown) => {
      respondWith({ ...world, '/account/info': account })
      return reasonOf(made(bitget))
    }
    const info = (...authorities: string[]) => data({ userId: '7000001', ips: '', authorities, parentId: 1 })
    assert.equal(await signInWith(info('stor', 'wtow', 'wwow')), 'connected')
    assert.equal(await signInWith(info('stow', 'wtow')), 'missingExchangePermission')
    for (const [code, reason] of Object.entries({
      40014: 'missingExchangePermission',
      40018: 'keyAddressRefused',
      40038: 'keyAddressRefused',
      40012: 'signInRejected',
    })) {
      assert.equal(await signInWith([400, { code, msg: 'No.', data: null }]), reason, code)
    }
  })

  test('only the spot account has routes: those whose chain, contract, fee and step are known', async () => {
    respondWith(world)
    const [spot, funding] = await made(bitget).holdings(credentials, '')
    assert.equal(spot?.available.toString(), '968.80000001')
    assert.deepEqual(
      spot?.routes.map(({ networkKey, enabled, networkFee, step }) => [
        networkKey,
        enabled,
        `${networkFee}`,
        `${step}`,
      ]),
      [
        ['base', true, '0.04', '0.000001'],
        ['ethereum', false, '3', '0.000001'],
      ],
    )
    assert.deepEqual([funding?.symbol, funding?.available.toString(), funding?.routes], ['USDC', '7.5', []])
  })

  test('an order is of the amount and the fee, on the chain, under our reference', async () => {
    respondWith({ ...world, '/withdrawal': data({ orderId: row.orderId, clientOid: clientReference }) })
    assert.equal(await endOf(made(bitget)), 'accepted')
    assert.deepEqual(JSON.parse(server.requests.at(-1)?.body ?? ''), {
      ...{ coin: 'USDC', transferType: 'on_chain', address, chain: 'BASE', size: '25.54', clientOid: clientReference },
    })
    respondWith({ ...world, '/withdrawal': data({ orderId: row.orderId, clientOid: 'another' }) })
    assert.equal(await endOf(made(bitget)), 'ambiguous')
    respondWith({
      '/public/coins': data([{ coin: 'USDC', chains: [chain('BASE', baseUsdc, { withdrawFee: '0.05' })] }]),
    })
    assert.equal(await endOf(made(bitget)), 'rejected quote_expired')
  })

  test('every code of its table is returned by name; one of a second order, or an unknown one, is ambiguous', async () => {
    const exchange = made(bitget)
    const ends = (code: string, msg = 'No.') => {
      respondWith({ ...world, '/withdrawal': [400, { code, msg, requestTime: now, data: null }] })
      return endOf(exchange)
    }
    for (const [code, meaning] of Object.entries(bitgetTables.refusals)) {
      assert.equal(await ends(code), expectedEnd(meaning), code)
    }
    assert.equal(await ends('43111', '参数错误 address not in address book'), 'addressWhitelistRequired')
    for (const code of ['43118', '45034', '40010', '40015', '40725', '99999']) {
      assert.equal(await ends(code), 'ambiguous', code)
    }
  })

  test('a withdrawal is returned without its fee, by the states of its table', async () => {
    const exchange = made(bitget)
    const withdrawalFrom = async (more: object) => {
      respondWith({ '/withdrawal-records': data([{ ...row, ...more }]) })
      return exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
    }
    const withdrawal = await withdrawalFrom({})
    assert.deepEqual(
      [withdrawal?.amount.toString(), withdrawal?.networkKey, withdrawal?.id],
      ['25.5', 'base', row.orderId],
    )
    const states = { pending: 'pending', success: 'completed', fail: 'failed', elsewhere: 'unknown' }
    for (const [status, state] of Object.entries(states))
      assert.equal((await withdrawalFrom({ status }))?.state, state, status)
    const hash = 'cd'.repeat(32)
    assert.equal((await withdrawalFrom({ tradeId: hash }))?.hash, `0x${hash}`)
    assert.equal((await withdrawalFrom({ tradeId: hash, dest: 'internal_transfer' }))?.hash, '')
    assert.equal((await withdrawalFrom({ tradeId: hash, status: 'fail' }))?.state, 'unknown')
    await assert.rejects(withdrawalFrom({ clientOid: 'another' }), { kind: 'unavailable' })
  })

  test('a list is read to its end by the last id of each page', async () => {
    const rowOf = (n: number) => ({ ...row, orderId: String(10_000 - n), clientOid: `c${n}` })
    const all = Array.from({ length: 205 }, (_, n) => rowOf(n))
    respondWith({
      '/withdrawal-records': (url: URL) => {
        const after = url.searchParams.get('idLessThan')
        const start = after === null ? 0 : all.findIndex(({ orderId }) => orderId === after) + 1
        return data(all.slice(start, start + 100))
      },
    })
    assert.equal((await made(bitget).listWithdrawals(credentials, '', since)).length, 205)
    respondWith({ '/withdrawal-records': data(all.slice(0, 100)) })
    await assert.rejects(made(bitget).listWithdrawals(credentials, '', since), { kind: 'unavailable' })
  })
})

test('each sends on every network of our catalogue', () => {
  for (const { networkKeys } of [made(kuCoin), made(gateIo), made(bitget)]) {
    for (const key of networkKeys) assert.ok(catalogue.byKey(key) !== undefined, key)
    assert.equal(networkKeys.length, catalogue.all.length)
  }
})
