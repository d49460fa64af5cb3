// The adapter of Bitget, call by call, over canned responses in the forms that the exchange publishes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bitget } from '../../../../../server/exchanges/bitget/bitget.ts'
import * as tables from '../../../../../server/exchanges/bitget/tables.ts'
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
const adapter = () => canned.adapter(bitget)

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
    return reasonOf(adapter())
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
  const [spot, funding] = await adapter().holdings(credentials, '')
  assert.equal(spot?.available.toString(), '968.80000001')
  assert.deepEqual(
    spot?.routes.map(({ networkKey, enabled, networkFee, step }) => [networkKey, enabled, `${networkFee}`, `${step}`]),
    [
      ['base', true, '0.04', '0.000001'],
      ['ethereum', false, '3', '0.000001'],
    ],
  )
  assert.deepEqual([funding?.symbol, funding?.available.toString(), funding?.routes], ['USDC', '7.5', []])
})

test('an order is of the amount and the fee, on the chain, under our reference', async () => {
  respondWith({ ...world, '/withdrawal': data({ orderId: row.orderId, clientOid: clientReference }) })
  assert.equal(await endOf(adapter()), 'accepted')
  assert.deepEqual(JSON.parse(canned.requests().at(-1)?.body ?? ''), {
    ...{ coin: 'USDC', transferType: 'on_chain', address, chain: 'BASE', size: '25.54', clientOid: clientReference },
  })
  respondWith({ ...world, '/withdrawal': data({ orderId: row.orderId, clientOid: 'another' }) })
  assert.equal(await endOf(adapter()), 'ambiguous')
  respondWith({
    '/public/coins': data([{ coin: 'USDC', chains: [chain('BASE', baseUsdc, { withdrawFee: '0.05' })] }]),
  })
  assert.equal(await endOf(adapter()), 'rejected quote_expired')
})

test('every code of its table is returned by name; one of a second order, or an unknown one, is ambiguous', async () => {
  const exchange = adapter()
  const ends = (code: string, msg = 'No.') => {
    respondWith({ ...world, '/withdrawal': [400, { code, msg, requestTime: now, data: null }] })
    return endOf(exchange)
  }
  for (const [code, meaning] of Object.entries(tables.outcomes)) {
    assert.equal(await ends(code), expectedEnd(meaning), code)
  }
  assert.equal(await ends('43111', '参数错误 address not in address book'), 'addressWhitelistRequired')
  for (const code of ['43118', '45034', '40010', '40015', '40725', '99999']) {
    assert.equal(await ends(code), 'ambiguous', code)
  }
})

test('a withdrawal is returned without its fee, by the states of its table', async () => {
  const exchange = adapter()
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
  assert.equal((await adapter().listWithdrawals(credentials, '', since)).length, 205)
  respondWith({ '/withdrawal-records': data(all.slice(0, 100)) })
  await assert.rejects(adapter().listWithdrawals(credentials, '', since), { kind: 'unavailable' })
})

test('it sends on every network of our catalogue', () => {
  const { networkKeys } = adapter()
  for (const key of networkKeys) assert.ok(catalogue.byKey(key) !== undefined, key)
  assert.equal(networkKeys.length, catalogue.all.length)
})
