import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { redirectUri, startTestExchange, type TestExchange } from '../../../../../support/test-exchange.ts'
import { allScopes, beginSignIn, callToken, exchangeCode, isState, tokensOf } from '../oauth.ts'

const minuteMs = 60_000

describe('signing in on the Coinbase emulator’s own page', () => {
  let sandbox: TestExchange
  before(async () => {
    sandbox = await startTestExchange()
  })
  after(() => sandbox.close())

  const codeOf = async (login = 'user_good') => {
    const signIn = await beginSignIn(sandbox)
    await signIn.submit('sign-in', { username: login, password: 'pass_good' })
    const { location } = await signIn.submit('consent', { answer: 'allow' })
    return { ...signIn, location, code: location?.searchParams.get('code') ?? '' }
  }
  const wallets = async (token: string) => {
    const init = { headers: { authorization: `Bearer ${token}` } }
    return (await fetch(`${sandbox.url}/emulators/coinbase/v2/accounts`, init)).status
  }

  test('password, code by any method, consent with the send limit; the state comes back as it went', async () => {
    const signIn = await beginSignIn(sandbox, { 'meta[send_limit_amount]': '50' })
    assert.match(signIn.shown.text, /Password/)
    assert.match((await signIn.submit('sign-in', { username: 'user_mfa', password: 'x' })).text, /password is wrong/)
    const prompted = await signIn.submit('sign-in', { username: 'user_mfa', password: 'pass_good' })
    assert.match(prompted.text, /authenticator/)
    assert.match((await signIn.submit('method', { method: 'sms' })).text, /4321/)
    assert.match((await sandbox.call('GET', '/outbox?format=json')).body.messages[0].text, /user_mfa/)
    assert.match((await signIn.submit('code', { code: '000000' })).text, /code is wrong/)
    assert.match((await signIn.submit('code', { code: '111111' })).text, /expired/)
    const consent = await signIn.submit('code', { code: '123456' })
    assert.match(consent.text, /Send from your accounts[\s\S]*up to 50 USD a month/)
    const { status, location } = await signIn.submit('consent', { answer: 'allow' })
    assert.deepEqual([status, location?.href.split('?')[0]], [302, redirectUri])
    assert.ok(isState(location))
    const { body } = await exchangeCode(sandbox, location?.searchParams.get('code') ?? '', signIn.verifier)
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['bearer', 3600, allScopes.join(' ')])
    assert.equal(await wallets(body.access_token ?? ''), 200)
  })

  test('five wrong codes end the sign-in, and a later step cannot be taken first', async () => {
    const signIn = await beginSignIn(sandbox)
    assert.match((await signIn.submit('consent', { answer: 'allow' })).text, /it is over/)
    await signIn.submit('sign-in', { username: 'user_mfa', password: 'pass_good' })
    assert.match((await signIn.submit('consent', { answer: 'allow' })).text, /it is over/)
    for (let attempt = 0; attempt < 4; attempt++) await signIn.submit('code', { code: '000000' })
    assert.match((await signIn.submit('code', { code: '000000' })).text, /Too many wrong codes/)
    assert.match((await signIn.submit('code', { code: '123456' })).text, /it is over/)
  })

  test('a login that approves sign-ins does so first', async () => {
    const signIn = await beginSignIn(sandbox)
    await signIn.submit('sign-in', { username: 'user_device_login', password: 'pass_good' })
    assert.match((await signIn.submit('approval', {})).text, /not approved yet/)
    const [approval] = (await sandbox.call('GET', '/console/approvals')).body.approvals
    await sandbox.call('POST', `/console/approvals/${approval.id}`, { answer: 'given' })
    assert.match((await signIn.submit('approval', {})).text, /requests access to the account of/)
  })

  test('an address that is not registered, letter by letter, is no redirect; other errors are returned to the application', async () => {
    for (const wrong of [`${redirectUri}/`, `${redirectUri}?x=1`, 'http://localhost:4000/', 'https://evil.example/']) {
      const { shown } = await beginSignIn(sandbox, { redirect_uri: wrong })
      assert.deepEqual([shown.status, shown.location], [400, null], wrong)
    }
    assert.equal((await beginSignIn(sandbox, { client_id: 'nobody' })).shown.status, 400)
    for (const [more, error] of [
      [{ scope: 'wallet:everything' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ] as const) {
      const { location } = (await beginSignIn(sandbox, more)).shown
      assert.ok(isState(location))
      assert.equal(location?.searchParams.get('error'), error)
    }
    const denied = await beginSignIn(sandbox)
    await denied.submit('sign-in', { username: 'user_good', password: 'pass_good' })
    const { location } = await denied.submit('consent', { answer: 'deny' })
    assert.ok(isState(location))
    assert.equal(location?.searchParams.get('error'), 'access_denied')
  })

  test('a code needs its verifier, its address and its secret, lives ten minutes, and works once', async () => {
    for (const wrong of [{ code_verifier: 'x' }, { redirect_uri: 'x' }]) {
      const { code, verifier } = await codeOf()
      assert.equal((await exchangeCode(sandbox, code, verifier, wrong)).body.error, 'invalid_grant')
    }
    const late = await codeOf()
    assert.equal((await exchangeCode(sandbox, late.code, late.verifier, { client_secret: 'x' })).status, 401)
    sandbox.clock.now += 10 * minuteMs + 1
    assert.equal((await exchangeCode(sandbox, late.code, late.verifier)).body.error, 'invalid_grant')
    const { code, verifier } = await codeOf()
    const { body } = await exchangeCode(sandbox, code, verifier)
    assert.equal(await wallets(body.access_token ?? ''), 200)
    assert.equal((await exchangeCode(sandbox, code, verifier)).body.error, 'invalid_grant')
    assert.equal(await wallets(body.access_token ?? ''), 401)
  })

  test('a refresh token works once; a reused one revokes its token family', async () => {
    const first = await tokensOf(sandbox, 'user_good')
    const refresh = (token: string) => callToken(sandbox, { grant_type: 'refresh_token', refresh_token: token })
    const { body: second } = await refresh(first.refresh_token)
    assert.equal(await wallets(second.access_token ?? ''), 200)
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await wallets(second.access_token ?? ''), 401)
    assert.equal((await refresh(second.refresh_token ?? '')).status, 400)
  })

  test('a revoked token is over, and without offline_access there is nothing to refresh', async () => {
    const { access_token } = await tokensOf(sandbox, 'user_good')
    assert.equal((await callToken(sandbox, { token: access_token }, 'revoke')).status, 200)
    assert.equal(await wallets(access_token), 401)
    const brief = await tokensOf(sandbox, 'user_good', { scope: 'wallet:accounts:read' })
    assert.equal(brief.refresh_token, undefined)
    assert.equal((await tokensOf(sandbox, 'user_no_refresh')).refresh_token, undefined)
  })

  test('the record of requests holds no password, code or token', async () => {
    await tokensOf(sandbox, 'user_good')
    const { requests } = (await sandbox.call('GET', '/console/emulators/coinbase/requests')).body
    const recorded = JSON.stringify(requests.map(({ body }: { body: string }) => body))
    assert.doesNotMatch(recorded, /pass_good|123456|sandbox-coinbase-secret|[0-9a-f]{64}/)
  })
})
