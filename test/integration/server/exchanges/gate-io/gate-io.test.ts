// The adapter of Gate, call by call, over canned responses in the forms that the exchange publishes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateIo } from '../../../../../server/exchanges/gate-io/gate-io.ts'
import * as tables from '../../../../../server/exchanges/gate-io/tables.ts'
import type { Withdrawal } from '../../../../../server/exchanges/withdrawal.ts'
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
  order,
  reasonOf,
  since,
  terms,
} from '../../../../support/canned-exchange.ts'

const canned = cannedExchange()
const { respondWith } = canned
const adapter = () => canned.adapter(gateIo)

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
    return reasonOf(adapter())
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
  const exchange = adapter()
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
    '/withdraw_status': [{ ...status, currency: 'Usdc', withdraw_fix_on_chains: lower(status.withdraw_fix_on_chains) }],
    '/currency_chains': chains.map((each) => ({ ...each, chain: each.chain.toLowerCase() })),
  })
  const [usdc] = await adapter().holdings(credentials, '')
  assert.equal(usdc?.symbol, 'USDC')
  // The share of OPETH is listed in upper case: the route is excluded all the same.
  assert.deepEqual(
    usdc?.routes.map(({ networkKey }) => networkKey),
    ['base', 'ethereum'],
  )
})

test('an order is of the amount and the fee, and carries our reference in the letters that it takes', async () => {
  respondWith({ ...world, '/withdrawals': row })
  assert.equal(await endOf(adapter()), 'accepted')
  assert.deepEqual(JSON.parse(canned.requests().at(-1)?.body ?? ''), {
    ...{ currency: 'USDC', address, amount: '25.54', chain: 'BASEEVM' },
    withdraw_order_id: clientReference.replaceAll('-', ''),
  })
  respondWith({ ...world, '/withdrawals': { ...row, withdraw_order_id: 'another' } })
  assert.equal(await endOf(adapter()), 'ambiguous')
  respondWith({ ...world, '/withdraw_status': [{ ...status, withdraw_fix_on_chains: { BASEEVM: '0.05' } }] })
  assert.equal(await endOf(adapter()), 'rejected quote_expired')
})

test('every label of its table is returned by name; one of a second order, or an unknown one, is ambiguous', async () => {
  const exchange = adapter()
  const ends = (label: string, message = '') => {
    respondWith({ ...world, '/withdrawals': [400, { label, message }] })
    return endOf(exchange)
  }
  for (const [label, meaning] of Object.entries(tables.outcomes)) {
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
    return adapter().isWaitingForUser?.(credentials, '', order)
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
  const exchange = adapter()
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

test('it sends on every network of our catalogue', () => {
  const { networkKeys } = adapter()
  for (const key of networkKeys) assert.ok(catalogue.byKey(key) !== undefined, key)
  assert.equal(networkKeys.length, catalogue.all.length)
})
