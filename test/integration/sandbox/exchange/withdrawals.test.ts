import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type ExchangeResponse,
  order,
  startTestExchange,
  type TestExchange,
  until,
} from '../../../support/test-exchange.ts'

describe('withdrawing from the sandbox exchange', () => {
  let sandbox: TestExchange
  let path: string
  let token: string
  before(async () => {
    sandbox = await startTestExchange()
    const signedIn = await sandbox.signIn('user_good')
    token = signedIn.token
    path = `/v1/accounts/${signedIn.accountId}`
  })
  after(() => {
    assert.deepEqual(sandbox.exchange.ledger.check(), [])
    sandbox.close()
  })

  const withdraw = (fields: Record<string, unknown> = {}) =>
    sandbox.call('POST', `${path}/withdrawals`, order(sandbox.clock.now, fields), token)
  const quote = (fields: Record<string, unknown>) =>
    sandbox.call('POST', `${path}/quotes`, order(sandbox.clock.now, fields), token)
  const read = async (id: string) =>
    (await sandbox.call('GET', `${path}/withdrawals/${id}`, undefined, token)).body.withdrawal
  const held = async () => {
    const { body } = await sandbox.call('GET', `${path}/balances`, undefined, token)
    return body.balances[0].held as string
  }
  const codeOf = ({ status, body }: ExchangeResponse) => [status, body.error.code]
  const finished = (id: string) =>
    until(
      () => read(id),
      ({ status }) => status === 'completed' || status === 'failed',
    )

  test('an ordinary one is held, then completed with its hash', async () => {
    const { status, body } = await withdraw({ amount: '25.125' })
    assert.equal(status, 201)
    assert.deepEqual([body.withdrawal.status, body.withdrawal.hash, body.withdrawal.fee], ['pending', '', '1.2'])
    const done = await finished(body.withdrawal.id)
    assert.equal(done.status, 'completed')
    assert.match(done.hash, /^hash of/)
    assert.equal(await held(), '0')
  })

  test('an impossible order is refused with the reason, and nothing is held', async () => {
    const cases: [Record<string, unknown>, number, string][] = [
      [{ amount: '20000' }, 422, 'insufficient_funds'],
      [{ amount: '0.5' }, 422, 'below_minimum'],
      [{ amount: '1000000.5' }, 422, 'above_maximum'],
      [{ amount: '5.1234567' }, 422, 'too_many_decimals'],
      [{ network: 'solana' }, 422, 'network_unsupported'],
      [{ asset: 'XMR', network: 'monero' }, 422, 'network_unsupported'],
      [{ asset: 'TEST', network: 'base' }, 422, 'network_unsupported'],
      [{ address: '0xDF979ae7B879210cD0c28acd5827F59d7c8Bc25d' }, 422, 'address_invalid'],
      [{ address: `0x${'0'.repeat(40)}` }, 422, 'address_invalid'],
      [{ quoteId: 'none' }, 422, 'quote_expired'],
      [{ validUntil: new Date(sandbox.clock.now - 1).toISOString() }, 408, 'stale_request'],
      [{ amount: 25 }, 400, 'bad_request'],
      [{ amount: '1e3' }, 400, 'bad_request'],
      [{ clientId: '' }, 400, 'bad_request'],
    ]
    for (const [fields, status, code] of cases) {
      assert.deepEqual(codeOf(await withdraw(fields)), [status, code], JSON.stringify(fields))
    }
    assert.equal(await held(), '0')
  })

  test('the same clientId is carried out once, and a repetition names the first, even when it comes late', async () => {
    const first = await withdraw({ clientId: 'mine' })
    const again = await withdraw({ clientId: 'mine', amount: '99' })
    assert.deepEqual(codeOf(again), [409, 'duplicate_client_id'])
    assert.equal(again.body.error.withdrawalId, first.body.withdrawal.id)
    const late = await withdraw({ clientId: 'mine', validUntil: new Date(sandbox.clock.now - 1).toISOString() })
    assert.equal(late.status, 409)
    const { body } = await sandbox.call('GET', `${path}/withdrawals?clientId=mine`, undefined, token)
    assert.deepEqual(
      body.withdrawals.map(({ id }: { id: string }) => id),
      [first.body.withdrawal.id],
    )
  })

  test('.01 is rejected', async () => {
    assert.deepEqual(codeOf(await withdraw({ amount: '25.010' })), [422, 'rejected'])
    assert.equal((await withdraw({ amount: '25.011' })).status, 201)
  })

  test('.02 requires a code: none, wrong, expired, right', async () => {
    const clientId = 'with-code'
    const prompted = await withdraw({ amount: '25.02', clientId })
    assert.deepEqual(codeOf(prompted), [402, 'code_required'])
    assert.equal(prompted.body.error.method, 'totp')
    assert.deepEqual(codeOf(await withdraw({ amount: '25.02', clientId, code: '000000' })), [401, 'wrong_code'])
    assert.deepEqual(codeOf(await withdraw({ amount: '25.02', clientId, code: '111111' })), [410, 'code_expired'])
    assert.equal((await withdraw({ amount: '25.02', clientId, code: '123456' })).status, 201)
  })

  test('.03 stays pending until the console releases it', async () => {
    const { body } = await withdraw({ amount: '25.03' })
    const { id } = body.withdrawal
    sandbox.clock.now += 3600_000
    token = (await sandbox.signIn('user_good')).token
    await finished((await withdraw()).body.withdrawal.id)
    assert.equal((await read(id)).status, 'pending')
    const state = await sandbox.call('GET', '/console/state')
    assert.deepEqual(
      state.body.held.map((row: { id: string }) => row.id),
      [id],
    )
    await sandbox.call('POST', `/console/withdrawals/${id}/release`)
    assert.equal((await finished(id)).status, 'completed')
    assert.equal((await sandbox.call('POST', `/console/withdrawals/${id}/release`)).status, 404)
  })

  test('.04 gets a quote that lives five seconds, others one of five minutes', async () => {
    for (const [amount, seconds] of [
      ['25.04', 5],
      ['25.4', 300],
    ] as const) {
      const { body } = await quote({ amount })
      assert.equal(body.expiresInSeconds, seconds)
      sandbox.clock.now += seconds * 1000 - 1
      assert.equal((await withdraw({ amount, quoteId: body.quoteId })).status, 201)
      sandbox.clock.now += 1
      assert.deepEqual(codeOf(await withdraw({ amount, quoteId: body.quoteId })), [422, 'quote_expired'])
    }
  })

  test('a quote is valid for its own terms alone', async () => {
    const { body } = await quote({ amount: '30' })
    assert.deepEqual(codeOf(await withdraw({ amount: '31', quoteId: body.quoteId })), [422, 'quote_expired'])
    assert.equal((await withdraw({ amount: '30.0', quoteId: body.quoteId })).status, 201)
  })

  test('.05 is pending, then fails, and the amount comes back', async () => {
    const before = await sandbox.exchange.ledger.balance('good-main', 'USDC').available
    const { body } = await withdraw({ amount: '25.05' })
    assert.equal((await read(body.withdrawal.id)).status, 'pending')
    sandbox.clock.now += 1500
    const failed = await finished(body.withdrawal.id)
    assert.equal(failed.status, 'failed')
    assert.match(failed.reason, /available again/)
    assert.equal(sandbox.exchange.ledger.balance('good-main', 'USDC').available, before)
  })

  test('.06 costs twice the fee on every further quote, and the withdrawal pays its quoted fee', async () => {
    const fees = []
    let last = ''
    for (let time = 0; time < 3; time++) {
      const { body } = await quote({ amount: '25.06' })
      fees.push(body.fee)
      last = body.quoteId
    }
    assert.deepEqual(fees, ['1.2', '2.4', '2.4'])
    const { body } = await withdraw({ amount: '25.06', quoteId: last })
    assert.equal(body.withdrawal.fee, '2.4')
    sandbox.clock.now += 10 * 60_000
    assert.equal((await quote({ amount: '25.06' })).body.fee, '1.2')
  })

  test('.07 is carried out although the connection breaks', async () => {
    await assert.rejects(withdraw({ amount: '25.07', clientId: 'lost' }))
    const { body } = await sandbox.call('GET', `${path}/withdrawals?clientId=lost`, undefined, token)
    assert.equal((await finished(body.withdrawals[0].id)).status, 'completed')
  })

  test('user_mfa_transfer needs the code for every amount', async () => {
    const other = await sandbox.signIn('user_mfa_transfer')
    const send = (fields: object) => {
      const body = order(sandbox.clock.now, { clientId: 'mfa', ...fields })
      return sandbox.call('POST', `/v1/accounts/${other.accountId}/withdrawals`, body, other.token)
    }
    assert.deepEqual(codeOf(await send({})), [402, 'code_required'])
    assert.equal((await send({ code: '123456' })).status, 201)
  })

  test('the list goes from oldest to newest, page by page', async () => {
    const seen: string[] = []
    let cursor: string | null = '0'
    while (cursor !== null) {
      const { body }: ExchangeResponse = await sandbox.call(
        'GET',
        `${path}/withdrawals?limit=3&cursor=${cursor}`,
        undefined,
        token,
      )
      seen.push(...body.withdrawals.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
    }
    const all = sandbox.exchange.withdrawals.all().filter((row) => row.account_id === 'good-main')
    assert.deepEqual(seen, all.map(({ id }) => id).reverse())
  })

  test('the console lists every order that arrived, without its code', async () => {
    const { body } = await sandbox.call('GET', '/console/requests')
    const mine = body.requests.filter(
      (request: { body: { clientId: string } }) => request.body.clientId === 'with-code',
    )
    assert.deepEqual(
      mine.map(({ answer }: { answer: string }) => answer),
      ['402 code_required', '401 wrong_code', '410 code_expired', '201'],
    )
    assert.ok(mine.every((request: { body: object }) => !('code' in request.body)))
  })
})
