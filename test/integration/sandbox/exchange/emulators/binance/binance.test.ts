import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { proofSuite } from '../../../../../support/length.ts'
import { address, startTestExchange, type TestExchange, until } from '../../../../../support/test-exchange.ts'
import { binanceClient, keyOf } from '../ccxt.ts'

const dayMs = 86_400_000
type Row = Record<string, string | number>

proofSuite('the Binance emulator, with ccxt as its client', () => {
  let sandbox: TestExchange
  // biome-ignore lint/suspicious/noExplicitAny: ccxt
  let binance: any
  before(async () => {
    sandbox = await startTestExchange()
    binance = await binanceClient(sandbox, await keyOf(sandbox, 'binance', 'user_good'))
  })
  after(() => {
    assert.deepEqual(sandbox.exchange.ledger.check(), [])
    sandbox.close()
  })

  const clientOf = async (login: string) => binanceClient(sandbox, await keyOf(sandbox, 'binance', login))
  const order = (fields: object = {}) => ({ coin: 'USDC', network: 'BASE', address, amount: '25', ...fields })
  const withdraw = (fields: object = {}) => binance.sapiPostCapitalWithdrawApply(order(fields))

  test('a key lists its permissions, and one response shows balances, networks, fees and limits', async () => {
    const rights = await binance.sapiGetAccountApiRestrictions()
    assert.deepEqual([rights.enableWithdrawals, rights.ipRestrict], [true, false])
    assert.equal((await (await clientOf('user_readonly')).sapiGetAccountApiRestrictions()).enableWithdrawals, false)
    const coins = await binance.sapiGetCapitalConfigGetall()
    const usdc = coins.find(({ coin }: { coin: string }) => coin === 'USDC')
    assert.equal(usdc.free, '20000.5')
    const onBase = usdc.networkList.find(({ network }: { network: string }) => network === 'BASE')
    assert.deepEqual(
      [onBase.withdrawFee, onBase.withdrawMin, onBase.withdrawIntegerMultiple, onBase.contractAddress],
      ['0.04', '1.04', '0.000001', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    )
    const currencies = await binance.fetchCurrencies()
    assert.deepEqual(Object.keys(currencies.USDC.networks).sort(), ['BASE', 'ERC20'])
    assert.equal((await binance.publicGetTickerPrice({ symbol: 'ETHUSDT' })).price, '3100.25000000')
  })

  test('a withdrawal takes its fee out of the amount, and is found by the client’s own id', async () => {
    const { id } = await withdraw({ amount: '25.125', withdrawOrderId: 'mine-1' })
    assert.match(id, /^[0-9a-f]{32}$/)
    const find = (): Promise<Row[]> => binance.sapiGetCapitalWithdrawHistory({ withdrawOrderId: 'mine-1' })
    const [done] = await until(find, ([first]) => first?.status === 6)
    assert.deepEqual(
      [done?.id, done?.amount, done?.transactionFee, done?.network, done?.withdrawOrderId],
      [id, '25.085', '0.04', 'BASE', 'mine-1'],
    )
    assert.match(String(done?.txId), /^hash of/)
    assert.deepEqual(await binance.sapiGetCapitalWithdrawHistory({ withdrawOrderId: 'mine-2' }), [])
    const [read] = await binance.fetchWithdrawals('USDC')
    assert.deepEqual([read.id, read.status, read.amount, read.network], [id, 'ok', 25.085, 'BASE'])
  })

  test('the history comes by limit and offset, inside a window of time', async () => {
    for (const amount of ['2', '3', '4']) await withdraw({ amount })
    const all = await binance.sapiGetCapitalWithdrawHistory()
    const pages = await Promise.all([
      binance.sapiGetCapitalWithdrawHistory({ limit: 2 }),
      binance.sapiGetCapitalWithdrawHistory({ limit: 2, offset: 2 }),
    ])
    assert.deepEqual(pages.flat(), all.slice(0, 4))
    const { now } = sandbox.clock
    assert.deepEqual(await binance.sapiGetCapitalWithdrawHistory({ startTime: now - dayMs, endTime: now - 1000 }), [])
    const tooLong = { withdrawOrderId: 'mine-1', startTime: now - 8 * dayMs, endTime: now }
    await assert.rejects(binance.sapiGetCapitalWithdrawHistory(tooLong), /-4047/)
  })

  test('a wrong signature, a time outside its window, a foreign address and a missing right are refused', async () => {
    const { key } = await keyOf(sandbox, 'binance', 'user_good')
    await assert.rejects((await binanceClient(sandbox, { key, secret: 'x' })).sapiGetAccountStatus(), /-1022/)
    await assert.rejects((await binanceClient(sandbox, { key: 'x', secret: 'x' })).sapiGetAccountStatus(), /-2015/)
    const { now } = sandbox.clock
    binance.nonce = () => now - 10_001
    await assert.rejects(withdraw(), /-1021/)
    binance.nonce = () => now + 1000
    await assert.rejects(withdraw(), /-1021/)
    binance.nonce = () => sandbox.clock.now
    await assert.rejects(withdraw({ recvWindow: 60_001 }), /-1131/)
    await sandbox.call('PATCH', '/console/api-keys', { key, addresses: ['203.0.113.7'] })
    await assert.rejects(withdraw(), /-2015/)
    await sandbox.call('PATCH', '/console/api-keys', { key, addresses: [] })
    await assert.rejects((await clientOf('user_readonly')).sapiPostCapitalWithdrawApply(order()), /-2015/)
  })

  test('an invalid order is refused with Binance’s error codes', async () => {
    const cases: [object, RegExp][] = [
      [{ amount: '1.03' }, /-4022/],
      [{ amount: '5.1234567' }, /-4021/],
      [{ amount: '30000' }, /-4026/],
      [{ amount: '2000000' }, /-4023/],
      [{ coin: 'NOPE' }, /-4018/],
      [{ network: 'TRX' }, /-4019/],
      [{ address: '0x12' }, /-4007/],
      [{ addressTag: '7' }, /-4106/],
      [{ address: `${address}&amount=999` }, /-1101/],
    ]
    const before = (await binance.sapiGetCapitalWithdrawHistory()).length
    for (const [fields, code] of cases) await assert.rejects(withdraw(fields), code, JSON.stringify(fields))
    assert.equal((await binance.sapiGetCapitalWithdrawHistory()).length, before)
  })

  test('a login with an allowlist is refused until the address is saved, and one under the travel rule gives the questionnaire', async () => {
    const saving = await clientOf('user_whitelist')
    await assert.rejects(saving.sapiPostCapitalWithdrawApply(order()), /-4035/)
    const [unverified] = (await sandbox.call('GET', '/console/addresses')).body.addresses
    assert.equal(unverified.verified, false)
    await sandbox.call('PATCH', `/console/addresses/${unverified.id}`, { verified: true })
    assert.ok((await saving.sapiPostCapitalWithdrawApply(order())).id)
    assert.equal((await saving.sapiGetCapitalWithdrawAddressList())[0].whiteStatus, true)

    const lawful = await clientOf('user_travel_rule')
    await assert.rejects(lawful.sapiPostCapitalWithdrawApply(order()), /-4104/)
    assert.equal(
      (await lawful.request('localentity/questionnaire-requirements', 'sapi')).questionnaireCountryCode,
      'EU',
    )
    const apply = (questionnaire: object) =>
      lawful.request('localentity/withdraw/apply', 'sapi', 'POST', {
        ...order(),
        questionnaire: JSON.stringify(questionnaire),
      })
    const self = { isAddressOwner: 1, sendTo: 1, declaration: true }
    assert.equal((await apply(self)).accpted, true)
    const person = { ...self, isAddressOwner: 2, bnfType: 0, bnfFirstName: 'Ada', bnfLastName: 'L', country: 'gb' }
    assert.equal((await apply(person)).accpted, true)
    for (const wrong of [
      { ...self, declaration: false },
      { ...self, sendTo: 2 },
      { ...self, sendTo: 2, vasp: 'unlisted' },
      { ...self, isAddressOwner: 2 },
      { ...person, country: 'GB' },
      { ...person, bnfType: 1 },
    ])
      await assert.rejects(apply(wrong), /-1000/, JSON.stringify(wrong))
    const list = await lawful.request('localentity/withdraw/history', 'sapiV2', 'GET', {})
    assert.deepEqual([list.length, (await lawful.sapiGetCapitalWithdrawHistory()).length], [2, 0])
    await assert.rejects((await clientOf('user_hold')).sapiPostCapitalWithdrawApply(order()), /-4017/)
  })

  test('a network with tags requires one, stores it, and has its own form of transaction ids', async () => {
    const client = await clientOf('user_networks')
    const xrp = { coin: 'XRP', network: 'XRP', address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', amount: '25' }
    await assert.rejects(client.sapiPostCapitalWithdrawApply(xrp), /-4008/)
    await assert.rejects(client.sapiPostCapitalWithdrawApply({ ...xrp, addressTag: 'seven' }), /-4008/)
    await client.sapiPostCapitalWithdrawApply({ ...xrp, addressTag: '7' })
    const list = async (): Promise<Row[]> => {
      sandbox.clock.now += 2000
      return client.sapiGetCapitalWithdrawHistory({ coin: 'XRP' })
    }
    const [done] = await until(list, ([first]) => first?.status === 6)
    assert.deepEqual([done?.network, done?.addressTag, done?.amount], ['XRP', '7', '24.8'])
    assert.match(String(done?.txId), /^[0-9A-F]{64}$/)
  })

  test('every order is on record with its whole body, without its signature', async () => {
    await withdraw({ withdrawOrderId: 'recorded', amount: '7' })
    const { requests } = (await sandbox.call('GET', '/console/emulators/binance/requests?reference=recorded')).body
    assert.equal(requests.length, 1)
    assert.deepEqual([requests[0].login, requests[0].answer, requests[0].kind], ['user_good', '200', 'withdraw'])
    assert.match(requests[0].body, /^timestamp=\d+&coin=USDC&.*amount=7&withdrawOrderId=recorded/)
    assert.doesNotMatch(requests[0].body, /signature/)
  })

  test('the same id twice is two withdrawals, and the count of orders shows it', async () => {
    for (const amount of ['8', '9']) await withdraw({ withdrawOrderId: 'twice', amount })
    await assert.rejects(withdraw({ withdrawOrderId: 'never', amount: '0.5' }))
    const { orders } = (await sandbox.call('GET', '/console/emulators/binance/orders')).body
    const counts = (name: string) => orders.find(({ order }: { order: string }) => order === name)
    assert.deepEqual(counts('twice'), { login: 'user_good', order: 'twice', requests: 2, withdrawals: 2 })
    assert.deepEqual(counts('never'), { login: 'user_good', order: 'never', requests: 1, withdrawals: 0 })
  })
})
