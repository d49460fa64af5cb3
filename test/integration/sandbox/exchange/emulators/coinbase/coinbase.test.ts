import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { proofSuite } from '../../../../../support/length.ts'
import { address, startTestExchange, type TestExchange, until } from '../../../../../support/test-exchange.ts'
import { coinbaseClient } from '../ccxt.ts'
import { tokensOf } from '../oauth.ts'

proofSuite('the Coinbase emulator, with ccxt as its client', () => {
  let sandbox: TestExchange
  // biome-ignore lint/suspicious/noExplicitAny: ccxt
  let coinbase: any
  let wallet: string
  before(async () => {
    sandbox = await startTestExchange()
    coinbase = await clientOf('user_good')
    wallet = await walletOf(coinbase, 'USDC')
  })
  after(() => {
    assert.deepEqual(sandbox.exchange.ledger.check(), [])
    sandbox.close()
  })

  const clientOf = async (login: string, more: Record<string, string> = {}) =>
    coinbaseClient(sandbox, (await tokensOf(sandbox, login, more)).access_token)
  // biome-ignore lint/suspicious/noExplicitAny: ccxt
  const walletOf = async (client: any, code: string) =>
    (await client.v2PrivateGetAccountsAccountId({ account_id: code })).data.id
  // biome-ignore lint/suspicious/noExplicitAny: ccxt
  const send = async (fields: object = {}, client: any = coinbase) => {
    const account_id = client === coinbase ? wallet : await walletOf(client, 'USDC')
    const order = { type: 'send', to: address, amount: '25', currency: 'USDC', network: 'base', ...fields }
    return (await client.v2PrivatePostAccountsAccountIdTransactions({ account_id, ...order })).data
  }
  const sent = async (): Promise<Record<string, string>[]> =>
    (await coinbase.v2PrivateGetAccountsAccountIdTransactions({ account_id: wallet, limit: '100' })).data

  test('accounts come in pages, one per asset, each with the address of the next page', async () => {
    const seen: { id: string; type: string; balance: { amount: string; currency: string } }[] = []
    let query: Record<string, string> = { limit: '2' }
    for (;;) {
      const { data, pagination } = await coinbase.v2PrivateGetAccounts(query)
      assert.ok(data.length <= 2)
      seen.push(...data)
      if (pagination.next_uri === null) break
      const [path, text] = pagination.next_uri.split('?')
      assert.equal(path, '/v2/accounts')
      query = Object.fromEntries(new URLSearchParams(text))
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
    const eth = seen.find(({ balance }) => balance.currency === 'ETH')
    assert.equal(eth?.balance.amount, '12.34567890')
    assert.equal(seen.filter(({ type }) => type === 'fiat').length, 1)
    assert.equal((await coinbase.fetchBalance({ v3: false })).total.USDC, 20000.5)
    const { data: auth } = await coinbase.v2PrivateGetUserAuth()
    assert.ok(auth.scopes.includes('wallet:transactions:send'))
    assert.equal((await coinbase.v2PublicGetPricesSymbolSpot({ symbol: 'ETH-USD' })).data.amount, '3100.25')
  })

  test('a send takes its fee on top; completed means that it left, and the chain’s status is in network', async () => {
    const made = await send({ amount: '25.125', idem: 'first' })
    assert.deepEqual([made.status, made.amount.amount, made.idem], ['pending', '-25.165000', 'first'])
    assert.deepEqual(made.network, { status: 'pending' })
    const show = async () =>
      (
        await coinbase.v2PrivateGetAccountsAccountIdTransactionsTransactionId({
          account_id: wallet,
          transaction_id: made.id,
        })
      ).data
    const done = await until(show, ({ network }) => network.status === 'confirmed')
    assert.deepEqual(
      [done.status, done.network.transaction_fee.amount, done.network.network_name],
      ['completed', '0.040000', 'base'],
    )
    assert.match(done.network.hash, /^hash of/)
    const [listed] = await coinbase.fetchDepositsWithdrawals('USDC', undefined, 5, {
      currencyType: 'crypto',
      account_id: wallet,
    })
    assert.deepEqual([listed.id, listed.status, listed.addressTo], [made.id, 'ok', address])
  })

  test('the same idem again is the same transaction', async () => {
    const before = (await sent()).length
    const [one, two] = [await send({ idem: 'once' }), await send({ idem: 'once', amount: '99' })]
    assert.equal(one.id, two.id)
    assert.equal((await sent()).length, before + 1)
    assert.equal((await sent())[0]?.idem, 'once')
    const { requests } = (
      await sandbox.call('GET', '/console/emulators/coinbase/requests?kind=withdraw&reference=once')
    ).body
    assert.equal(requests.length, 2)
    const { orders } = (await sandbox.call('GET', '/console/emulators/coinbase/orders')).body
    assert.equal(orders.find(({ order }: { order: string }) => order === 'once').withdrawals, 1)
  })

  test('a login with two-step verification is asked for a code, sent by SMS; with it the same request goes through', async () => {
    const careful = await clientOf('user_mfa_transfer')
    await assert.rejects(send({ idem: 'coded' }, careful), /two_factor_required/)
    assert.match((await sandbox.call('GET', '/outbox?format=json')).body.messages[0].text, /It sends 25 USDC/)
    careful.headers = { 'CB-2FA-TOKEN': '000000' }
    await assert.rejects(send({ idem: 'coded' }, careful), /That code was invalid/)
    careful.headers = { 'CB-2FA-TOKEN': '123456' }
    assert.equal((await send({ idem: 'coded' }, careful)).idem, 'coded')
  })

  test('a scope that was not granted, a foreign token and an expired one are refused', async () => {
    const readOnly = await clientOf('user_good', { scope: 'wallet:accounts:read' })
    await assert.rejects(send({}, readOnly), /invalid_scope/)
    await assert.rejects((await coinbaseClient(sandbox, 'nonsense')).v2PrivateGetAccounts(), /invalid_token/)
    const early = await clientOf('user_good')
    sandbox.clock.now += 3600_000
    await assert.rejects(early.v2PrivateGetAccounts(), /expired_token/)
    sandbox.clock.now -= 3600_000
  })

  test('an invalid order is refused with Coinbase’s errors', async () => {
    const before = (await sent()).length
    const cases: [object, RegExp][] = [
      [{ amount: '30000' }, /You don't have that much/],
      [{ amount: '0.5' }, /too small/],
      [{ amount: '5.1234567' }, /too many decimals/],
      [{ network: 'tron' }, /network is not supported/],
      [{ to: '0x12' }, /valid address/],
      [{ currency: 'ETH' }, /does not hold ETH/],
      [{ to: '' }, /param_required/],
    ]
    for (const [fields, words] of cases) await assert.rejects(send(fields), words, JSON.stringify(fields))
    assert.equal((await sent()).length, before)
    await assert.rejects(send({}, await clientOf('user_hold')), /on hold/)
    await assert.rejects(send({}, await clientOf('user_whitelist')), /allowlist/)
    const lawful = await clientOf('user_travel_rule')
    await assert.rejects(send({}, lawful), /travel_rule_data/)
    const data = {
      beneficiary_wallet_type: 'WALLET_TYPE_EXCHANGE',
      is_self: 'IS_SELF_TRUE',
      beneficiary_name: 'Ada Lovelace',
      beneficiary_address: { country: 'GB' },
    }
    await assert.rejects(send({ travel_rule_data: { ...data, is_self: true } }, lawful), /travel_rule_data/)
    await assert.rejects(send({ travel_rule_data: data }, lawful), /beneficiary_financial_institution/)
    const institution = { beneficiary_financial_institution: '536fbe59-38da-4b99-be4b-5ecf865e78d8' }
    assert.ok((await send({ travel_rule_data: { ...data, ...institution } }, lawful)).id)
  })

  test('a request without a version gets a warning', async () => {
    const { access_token } = await tokensOf(sandbox, 'user_good')
    const requestUser = async (headers: Record<string, string>) => {
      const init = { headers: { authorization: `Bearer ${access_token}`, ...headers } }
      const response = await fetch(`${sandbox.url}/emulators/coinbase/v2/user`, init)
      return {
        version: response.headers.get('cb-version'),
        body: (await response.json()) as { warnings?: { id: string }[] },
      }
    }
    assert.equal((await requestUser({})).body.warnings?.[0]?.id, 'missing_version')
    const named = await requestUser({ 'cb-version': '2024-11-01' })
    assert.deepEqual([named.version, named.body.warnings], ['2024-11-01', undefined])
  })
})
