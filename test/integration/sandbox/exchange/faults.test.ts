import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { faultRules as emulatorFaultRules } from '../../../../sandbox/exchange/emulators/faults.ts'
import { faultRules } from '../../../../sandbox/exchange/faults.ts'
import { order, startTestExchange, type TestExchange } from '../../../support/test-exchange.ts'

describe('faults of the sandbox exchange', () => {
  let sandbox: TestExchange
  let path: string
  let token: string
  before(async () => {
    sandbox = await startTestExchange()
    const signedIn = await sandbox.signIn('user_good')
    token = signedIn.token
    path = `/v1/accounts/${signedIn.accountId}`
  })
  beforeEach(() => faults({}))
  after(() => sandbox.close())

  const faults = (body: object) => sandbox.call('PUT', '/console/faults', body)
  const withdraw = (clientId: string) =>
    sandbox.call('POST', `${path}/withdrawals`, order(sandbox.clock.now, { clientId }), token)
  const happened = (clientId: string) =>
    sandbox.exchange.withdrawals.findByClientId('good-main', clientId) !== undefined

  test('faults before the withdrawal leave nothing behind', async () => {
    await faults({ down: true })
    await assert.rejects(withdraw('down'))
    await faults({ error500Before: 'on', scope: 'withdraw' })
    assert.equal((await withdraw('before')).status, 500)
    await faults({ hang: true })
    await assert.rejects(fetch(`${sandbox.url}/v1/health`, { signal: AbortSignal.timeout(50) }))
    assert.ok(!happened('down') && !happened('before'))
  })

  test('faults after it lose the response alone', async () => {
    await faults({ loseAnswer: true })
    await assert.rejects(withdraw('lose'))
    await faults({ error500After: true })
    assert.equal((await withdraw('after')).status, 500)
    await faults({ halfAnswer: true })
    await assert.rejects(withdraw('half'))
    assert.ok(happened('lose') && happened('after') && happened('half'))
  })

  test('wrong responses have an unknown code, too much, other types, another withdrawal or other terms', async () => {
    await faults({ unknownCodeBefore: true })
    assert.equal((await withdraw('code-before')).body.error.code, 'please_see_our_notice')
    await faults({ unknownCodeAfter: true })
    assert.equal((await withdraw('code-after')).status, 422)
    await faults({ wrongTypedAnswer: true })
    assert.equal(typeof (await withdraw('wrong-typed')).body.withdrawal.amount, 'number')
    await faults({ foreignAnswer: true })
    assert.equal((await withdraw('foreign')).body.withdrawal.clientId, 'of-another')
    await faults({ foreignTerms: true })
    assert.equal((await withdraw('terms')).body.withdrawal.clientId, 'terms')
    await faults({ hugeAnswer: true })
    assert.equal((await withdraw('huge')).status, 201)
    assert.ok(!happened('code-before'))
    for (const id of ['code-after', 'wrong-typed', 'foreign', 'terms', 'huge']) assert.ok(happened(id), id)
  })

  test('a lagging list shows no withdrawal, neither in the list nor by its id', async () => {
    const { id } = (await withdraw('lagging')).body.withdrawal
    const read = (rest: string) => sandbox.call('GET', `${path}/withdrawals${rest}`, undefined, token)
    await faults({ laggingList: { on: true, times: 3 } })
    assert.equal((await withdraw('beside')).status, 201)
    assert.deepEqual((await read('')).body.withdrawals, [])
    assert.deepEqual((await read('?clientId=lagging')).body.withdrawals, [])
    assert.equal((await read(`/${id}`)).status, 404)
    assert.equal((await read(`/${id}`)).status, 200)
  })

  test('a fault applies to its scope alone, and ends after its number of times', async () => {
    await faults({ error500Before: true, scope: 'list', times: 1 })
    assert.equal((await withdraw('scoped')).status, 201)
    const list = () => sandbox.call('GET', `${path}/withdrawals`, undefined, token)
    assert.equal((await list()).status, 500)
    assert.equal((await list()).status, 200)
  })

  test('slow responds late, and the health page reports a degraded service', async () => {
    await faults({ slow: 80 })
    const startedAt = performance.now()
    assert.equal((await sandbox.call('GET', '/v1/health')).body.status, 'degraded')
    assert.ok(performance.now() - startedAt >= 75)
  })

  test('a request that was slowed past its validUntil is not carried out', async () => {
    await faults({ slow: 30, scope: 'withdraw' })
    const late = withdraw('stale')
    sandbox.clock.now += 60_000
    assert.equal((await late).status, 408)
    assert.ok(!happened('stale'))
  })

  test('an unknown fault is refused', async () => {
    for (const body of [
      { nonsense: true },
      { down: true, scope: 'moon' },
      { down: true, times: 0 },
      { slow: 'x', times: -1 },
    ]) {
      assert.equal((await faults(body)).status, 400)
    }
  })

  test('pages of other origins and other host names are refused', async () => {
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${sandbox.url}/console/state`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.once('error', reject).end()
      })
    assert.equal(await status({ origin: 'https://evil.example' }), 403)
    assert.equal(await status({ origin: 'null' }), 403)
    assert.equal(await status({ host: 'evil.example' }), 403)
    assert.equal(await status({ origin: sandbox.url }), 200)
  })

  test('both consoles explain each fault in a sentence and mark what is active', async () => {
    await sandbox.call('PUT', '/console/faults', { slow: true, scope: 'list', times: 2 })
    for (const [path, rules] of [
      ['/console', faultRules],
      ['/console/emulators/kraken', emulatorFaultRules],
    ] as const) {
      const page = await (await fetch(sandbox.url + path)).text()
      for (const [name, { about }] of Object.entries(rules)) {
        assert.match(about, /^[A-Z].+\.$/, name)
        assert.ok(page.includes(`<code>${name}</code><p>${about}</p>`), name)
      }
    }
    const page = await (await fetch(`${sandbox.url}/console`)).text()
    assert.match(page, /aria-label="slow: Look-ups" aria-pressed="true"/)
    assert.match(page, /On, 2 more/)
    await sandbox.call('PUT', '/console/faults', {})
  })

  test('foreign input is text on the pages', async () => {
    const { token: other, accountId } = await sandbox.signIn('user_accounts')
    const body = order(sandbox.clock.now, { amount: '26.03' })
    await sandbox.call('POST', `/v1/accounts/${accountId}/withdrawals`, body, other)
    sandbox.exchange.database.prepare("update withdrawal set reason = '<img src=x onerror=alert(1)>'").run()
    const page = await (await fetch(`${sandbox.url}/console`)).text()
    assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;') && !page.includes('<img'))
  })
})
