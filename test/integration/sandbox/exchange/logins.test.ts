import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ExchangeResponse, order, startTestExchange, type TestExchange } from '../../../support/test-exchange.ts'

describe('signing in at the sandbox exchange', () => {
  let sandbox: TestExchange
  before(async () => {
    sandbox = await startTestExchange()
  })
  after(() => sandbox.close())

  const login = (username: string, password = 'pass_good') => sandbox.call('POST', '/v1/login', { username, password })
  const challenge = async () => (await login('user_mfa')).body.challengeId as string
  const enter = (challengeId: string, code: string) => sandbox.call('POST', '/v1/login/code', { challengeId, code })
  const balances = async (username: string) => {
    const { token, accountId } = await sandbox.signIn(username)
    const { body } = await sandbox.call('GET', `/v1/accounts/${accountId}/balances`, undefined, token)
    return body.balances as { asset: string; available: string; networks: { network: string }[] }[]
  }
  const codeOf = ({ status, body }: ExchangeResponse) => [status, body.error.code]

  test('user_good signs in at once and has the seeded portfolio to the digit', async () => {
    const { status, body } = await login('user_good')
    assert.equal(status, 200)
    assert.equal(body.state, 'authenticated')
    assert.equal(typeof body.refreshToken, 'string')
    const found = (await balances('user_good')).map(({ asset, available, networks }) => {
      return [asset, available, ...networks.map(({ network }) => network)]
    })
    assert.deepEqual(found, [
      ['USDC', '20000.5', 'ethereum', 'base'],
      ['ETH', '12.345678901234567891', 'ethereum', 'base'],
      ['TEST', '12345678.901234567890123456', 'ethereum'],
      ['XMR', '42.5', 'monero'],
    ])
  })

  test('a wrong password and an unknown user get the same response', async () => {
    const wrong = await login('user_good', 'pass_bad')
    assert.deepEqual(codeOf(wrong), [401, 'bad_credentials'])
    assert.deepEqual(await login('user_nobody'), wrong)
  })

  test('user_mfa is asked for a code, and the right one signs in', async () => {
    const { body } = await login('user_mfa')
    assert.equal(body.state, 'code_required')
    assert.equal(body.method, 'totp')
    assert.deepEqual(
      body.methods.map(({ kind }: { kind: string }) => kind),
      ['totp', 'sms', 'email'],
    )
    const entered = await enter(body.challengeId, '123456')
    assert.equal(entered.body.state, 'authenticated')
    assert.deepEqual(codeOf(await enter(body.challengeId, '123456')), [404, 'challenge_unknown'])
  })

  test('an expired code may be tried again, the fifth wrong one ends the sign-in', async () => {
    const id = await challenge()
    assert.deepEqual(codeOf(await enter(id, '111111')), [410, 'code_expired'])
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { status, body } = await enter(id, '000000')
      assert.deepEqual([status, body.error.code, body.error.attemptsLeft], [401, 'wrong_code', attemptsLeft])
    }
    assert.deepEqual(codeOf(await enter(id, '000000')), [429, 'too_many_codes'])
    assert.deepEqual(codeOf(await enter(id, '123456')), [429, 'too_many_codes'])
  })

  test('a sign-in that waits for its code for more than five minutes has expired', async () => {
    const id = await challenge()
    sandbox.clock.now += 5 * 60_000 + 1
    assert.deepEqual(codeOf(await enter(id, '123456')), [410, 'code_expired'])
  })

  test('SMS and e-mail codes go to the outbox, newest first; the authenticator sends nothing', async () => {
    const id = await challenge()
    for (const kind of ['sms', 'email', 'totp']) {
      const { body } = await sandbox.call('POST', `/v1/login/challenge/${id}/method`, { kind })
      assert.equal(body.method, kind)
    }
    const { body } = await sandbox.call('GET', '/outbox?format=json')
    const messages = body.messages as { kind: string; code: string }[]
    assert.deepEqual(
      messages.map(({ kind, code }) => [kind, code]),
      [
        ['email', '123456'],
        ['sms', '123456'],
      ],
    )
    assert.deepEqual(codeOf(await sandbox.call('POST', '/v1/login/challenge/none/method', { kind: 'sms' })), [
      404,
      'challenge_unknown',
    ])
  })

  test('user_accounts has three accounts, and only Trading sends TEST on Base', async () => {
    const { body } = await login('user_accounts')
    const accounts = body.accounts as { id: string; name: string }[]
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Main', 'Trading', 'Savings'],
    )
    for (const { id, name } of accounts) {
      const response = await sandbox.call('GET', `/v1/accounts/${id}/balances`, undefined, body.accessToken)
      const test = response.body.balances.find(({ asset }: { asset: string }) => asset === 'TEST')
      assert.equal(test.networks.length, name === 'Trading' ? 2 : 1, name)
    }
  })

  test('user_empty, user_ineligible and user_dust hold nothing, nothing common, and too little', async () => {
    assert.deepEqual(await balances('user_empty'), [])
    assert.deepEqual(
      (await balances('user_ineligible')).map(({ asset }) => asset),
      ['XMR', 'ZEC'],
    )
    const { token, accountId } = await sandbox.signIn('user_dust')
    const body = order(sandbox.clock.now, { amount: '0.4' })
    const response = await sandbox.call('POST', `/v1/accounts/${accountId}/withdrawals`, body, token)
    assert.deepEqual(codeOf(response), [422, 'below_minimum'])
  })

  test('user_locked is refused, user_down gets no response, user_slow a late one', async () => {
    assert.deepEqual(codeOf(await login('user_locked')), [423, 'account_locked'])
    await assert.rejects(login('user_down'))
    const { token } = await sandbox.signIn('user_slow')
    const startedAt = performance.now()
    assert.equal((await sandbox.call('GET', '/v1/accounts', undefined, token)).status, 200)
    assert.ok(performance.now() - startedAt >= 55)
  })

  test('user_no_refresh gets no refresh token, user_readonly cannot withdraw', async () => {
    assert.equal((await login('user_no_refresh')).body.refreshToken, null)
    const { token, accountId } = await sandbox.signIn('user_readonly')
    const path = `/v1/accounts/${accountId}/withdrawals`
    assert.deepEqual(codeOf(await sandbox.call('POST', path, order(sandbox.clock.now), token)), [
      423,
      'withdrawals_locked',
    ])
  })

  test('a refresh token works once and an access token for an hour', async () => {
    const { body } = await login('user_good')
    const refresh = () => sandbox.call('POST', '/v1/token/refresh', { refreshToken: body.refreshToken })
    const renewed = await refresh()
    assert.equal(renewed.status, 200)
    assert.deepEqual(codeOf(await refresh()), [401, 'token_invalid'])
    const accounts = (token: string) => sandbox.call('GET', '/v1/accounts', undefined, token)
    assert.equal((await accounts(renewed.body.accessToken)).status, 200)
    sandbox.clock.now += 3600_000
    assert.deepEqual(codeOf(await accounts(renewed.body.accessToken)), [401, 'token_invalid'])
    assert.deepEqual(codeOf(await accounts('sxa_nothing')), [401, 'token_invalid'])
  })

  test('no user sees the account of another', async () => {
    const { token } = await sandbox.signIn('user_good')
    const response = await sandbox.call('GET', '/v1/accounts/empty-main/balances', undefined, token)
    assert.deepEqual(codeOf(response), [404, 'not_found'])
  })
})
