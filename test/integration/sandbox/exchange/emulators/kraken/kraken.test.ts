import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { address, startTestExchange, type TestExchange, until } from '../../../../../support/test-exchange.ts'
import { keyOf, krakenClient } from '../ccxt.ts'

interface ListedWithdrawal {
  id: string
  status: string
  amount: number
  fee: { cost: number }
  address: string
  txid: string
}

describe('the Kraken emulator, with ccxt as its client', () => {
  let sandbox: TestExchange
  // biome-ignore lint/suspicious/noExplicitAny: ccxt
  let kraken: any
  before(async () => {
    sandbox = await startTestExchange()
    kraken = await krakenClient(sandbox, await keyOf(sandbox, 'kraken', 'user_good'))
  })
  after(() => {
    assert.deepEqual(sandbox.exchange.ledger.check(), [])
    sandbox.close()
  })

  const clientOf = async (login: string) => krakenClient(sandbox, await keyOf(sandbox, 'kraken', login))
  const save = (label: string, more: object = {}) =>
    sandbox.call('POST', '/console/addresses', { login: 'user_good', label, network: 'base', address, ...more })
  const ordered = async () =>
    (await sandbox.call('GET', '/console/emulators/kraken/requests?kind=withdraw')).body.requests.length
  const happened = async () =>
    (await sandbox.call('GET', '/console/withdrawals')).body.withdrawals.filter(
      ({ accountId }: { accountId: string }) => accountId === 'good-main',
    ).length

  test('a key lists its permissions, and shows the balances in at most ten decimals under Kraken’s own names', async () => {
    const { result } = await kraken.privatePostGetApiKeyInfo()
    assert.deepEqual(result.permissions, ['query-funds', 'withdraw-funds'])
    const readOnly = await (await clientOf('user_readonly')).privatePostGetApiKeyInfo()
    assert.deepEqual(readOnly.result.permissions, ['query-funds'])
    const { result: held } = await kraken.privatePostBalanceEx()
    assert.deepEqual(held.XETH, { balance: '12.3456789012', hold_trade: '0.0000000000' })
    const balance = await kraken.fetchBalance()
    assert.equal(balance.total.USDC, 20000.5)
    assert.equal((await kraken.fetchTicker('ETH/USD')).last, 3100.25)
  })

  test('methods name network, fee and least amount; saved addresses state whether they are verified', async () => {
    const { result: methods } = await kraken.privatePostWithdrawMethods({ asset: 'USDC' })
    const onBase = methods.find(({ network }: { network: string }) => network === 'Base')
    assert.deepEqual([onBase.method, onBase.fee.fee, onBase.minimum], ['USDC - Base (Unified)', '0.040000', '1.000000'])
    await save('not yet', { verified: false, address: `0x${'11'.repeat(20)}` })
    await save('mine')
    const { result: saved } = await kraken.privatePostWithdrawAddresses({ asset: 'USDC', method: onBase.method })
    assert.deepEqual(
      saved.map(({ key, verified }: { key: string; verified: boolean }) => [key, verified]),
      [
        ['not yet', false],
        ['mine', true],
      ],
    )
    await assert.rejects(kraken.withdraw('USDC', 5, address, { key: 'not yet' }), /Unknown withdraw key/)
    await assert.rejects(
      kraken.withdraw('USDC', 5, `0x${'22'.repeat(20)}`, { key: 'mine' }),
      /Invalid withdrawal address/,
    )
  })

  test('a withdrawal takes its fee out of the amount, and is found by its terms', async () => {
    await save('mine')
    const { result: info } = await kraken.privatePostWithdrawInfo({ asset: 'USDC', key: 'mine', amount: '25.125' })
    assert.deepEqual([info.amount, info.fee, info.limit], ['25.085000', '0.040000', '20000.460000'])
    const { id } = await kraken.withdraw('USDC', '25.125', address, { key: 'mine' })
    assert.match(id, /^FT\w{5}-\w{22}$/)
    const [done] = await until(
      (): Promise<ListedWithdrawal[]> => kraken.fetchWithdrawals('USDC'),
      ([first]) => first?.status === 'ok',
    )
    assert.deepEqual([done?.id, done?.amount, done?.fee.cost, done?.address], [id, 25.085, 0.04, address])
    assert.match(done?.txid ?? '', /^hash of/)
    assert.equal((await kraken.fetchBalance()).total.USDC, 20000.5 - 25.125)
  })

  test('the list comes in pages, the newest first', async () => {
    const before = await happened()
    for (const amount of ['2', '3', '4']) await kraken.withdraw('USDC', amount, address, { key: 'mine' })
    const seen: string[] = []
    let cursor = 'true'
    while (cursor !== '') {
      const { result } = await kraken.privatePostWithdrawStatus({ asset: 'USDC', cursor, limit: '2' })
      assert.ok(result.withdrawals.length <= 2)
      seen.push(...result.withdrawals.map((each: { refid: string }) => each.refid))
      cursor = result.next_cursor
    }
    assert.equal(new Set(seen).size, before + 3)
  })

  test('a wrong signature, a replayed nonce, a foreign address, a missing code and a missing right are refused', async () => {
    const { key, secret } = await keyOf(sandbox, 'kraken', 'user_good')
    const forger = await krakenClient(sandbox, { key, secret: Buffer.from('wrong').toString('base64') })
    await assert.rejects(forger.privatePostBalance(), /EAPI:Invalid signature/)
    const nonce = kraken.nonce()
    const replaying = await krakenClient(sandbox, { key, secret })
    replaying.nonce = () => nonce
    await replaying.privatePostBalance()
    await assert.rejects(replaying.privatePostBalance(), /EAPI:Invalid nonce/)
    await sandbox.call('PATCH', '/console/api-keys', { key, addresses: ['203.0.113.7'] })
    await assert.rejects(kraken.privatePostBalance(), /EGeneral:Permission denied/)
    await sandbox.call('PATCH', '/console/api-keys', { key, addresses: [] })
    const withCode = await clientOf('user_mfa_transfer')
    await assert.rejects(withCode.privatePostBalance(), /EAPI:Invalid signature/)
    await withCode.privatePostBalance({ otp: '123456' })
    const readOnly = await clientOf('user_readonly')
    await assert.rejects(readOnly.privatePostWithdraw({ asset: 'USDC', key: 'mine', amount: '5' }), /Permission denied/)
    await assert.rejects((await clientOf('user_locked')).privatePostBalance(), /Temporary lockout/)
    await assert.rejects(kraken.privatePostBalance({ nonce: '1' }))
  })

  test('an invalid order is refused with Kraken’s errors, and nothing is held', async () => {
    const before = await happened()
    const cases: [Record<string, string>, RegExp][] = [
      [{ amount: '1' }, /EFunding:Invalid amount/],
      [{ amount: '0.00' }, /EFunding:Invalid amount/],
      [{ amount: '5.1234567' }, /EFunding:Invalid amount/],
      [{ amount: '30000' }, /EFunding:Insufficient funds/],
      [{ asset: 'NOPE' }, /EFunding:Unknown asset/],
      [{ key: 'nobody' }, /EFunding:Unknown withdraw key/],
    ]
    for (const [fields, words] of cases) {
      const order = { asset: 'USDC', key: 'mine', amount: '5', ...fields }
      await assert.rejects(kraken.privatePostWithdraw(order), words, JSON.stringify(fields))
    }
    assert.equal(await happened(), before)
  })

  test('a hold shows in the limits, and an order under review is on hold until the console releases it', async () => {
    const held = await clientOf('user_hold')
    const { result: methods } = await held.privatePostWithdrawMethods({ asset: 'USDC', network: 'Base' })
    assert.equal(methods[0].limits[0].limits['86400'].remaining, '0')
    await save('lawful', { login: 'user_travel_rule' })
    const lawful = await clientOf('user_travel_rule')
    await lawful.privatePostWithdraw({ asset: 'USDC', key: 'lawful', amount: '9' })
    const [waiting] = (await lawful.privatePostWithdrawStatus({ asset: 'USDC' })).result
    assert.deepEqual([waiting.status, waiting['status-prop'], waiting.txid], ['Pending', 'onhold', null])
    const [row] = (await sandbox.call('GET', '/console/state')).body.held
    await sandbox.call('POST', `/console/withdrawals/${row.id}/release`, {})
    await until(
      (): Promise<ListedWithdrawal[]> => lawful.fetchWithdrawals('USDC'),
      ([first]) => first?.status === 'ok',
    )
  })

  test('every order is on record with its whole body, without codes', async () => {
    const before = await ordered()
    await kraken.withdraw('USDC', '6', address, { key: 'mine', otp: '123456' })
    const { requests } = (await sandbox.call('GET', '/console/emulators/kraken/requests?kind=withdraw')).body
    assert.equal(requests.length, before + 1)
    const last = requests.at(-1)
    assert.deepEqual([last.login, last.answer], ['user_good', '200'])
    assert.match(last.body, /^nonce=\d+&asset=USDC&amount=6&address=0x\w+&key=mine&otp=…$/)
    assert.ok(last.withdrawalId !== '')
    const { orders } = (await sandbox.call('GET', '/console/emulators/kraken/orders')).body
    const order = orders.find(({ order }: { order: string }) => /amount=6&/.test(order))
    assert.deepEqual([order.requests, order.withdrawals], [1, 1])
  })
})
