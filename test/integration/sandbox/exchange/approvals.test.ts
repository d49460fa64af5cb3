// Actions that the exchange requires of a user, each completed on the exchange's own pages.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  address,
  type ExchangeResponse,
  order,
  startTestExchange,
  type TestExchange,
} from '../../../support/test-exchange.ts'

let sandbox: TestExchange
before(async () => {
  sandbox = await startTestExchange()
})
after(() => sandbox.close())

const codeOf = ({ status, body }: ExchangeResponse): unknown[] => [status, body.error?.code]
const login = (username: string) => sandbox.call('POST', '/v1/login', { username, password: 'pass_good' })
const page = async (path: string) => (await fetch(sandbox.url + path)).text()
const newestMail = async () => (await sandbox.call('GET', '/outbox?format=json')).body.messages[0]
const ownPath = (link: string) => new URL(link).pathname

async function approvalOf(name: string) {
  const { body } = await sandbox.call('GET', '/console/approvals')
  return body.approvals.find((approval: { login: string }) => approval.login === name)
}

async function signedIn(username: string) {
  const { token, accountId } = await sandbox.signIn(username)
  const path = `/v1/accounts/${accountId}`
  const send = (body: object) => sandbox.call('POST', `${path}/withdrawals`, body, token)
  const waits = async (clientId: unknown) => {
    const query = new URLSearchParams({ clientId: String(clientId), network: 'ethereum', address, tag: '' })
    return (await sandbox.call('GET', `${path}/approvals?${query}`, undefined, token)).body.waiting
  }
  const resend = (body: object) => sandbox.call('POST', `${path}/approvals/resend`, body, token)
  const balances = () => sandbox.call('GET', `${path}/balances`, undefined, token)
  const quote = (body: object) => sandbox.call('POST', `${path}/quotes`, body, token)
  return { token, send, waits, resend, balances, quote }
}

describe('a sign-in that waits for approval', () => {
  test('by e-mail: the link of the mail signs in, once', async () => {
    const { body } = await login('user_email_login')
    assert.deepEqual([body.state, body.by, body.to], ['approval_required', 'email', 'u•••@example.com'])
    assert.equal(body.page, 'http://localhost:4002/outbox')
    const read = () => sandbox.call('GET', `/v1/login/challenge/${body.challengeId}`)
    assert.equal((await read()).body.state, 'approval_required')
    assert.match(await page(ownPath((await newestMail()).link)), /Confirmed/)
    assert.equal((await read()).body.state, 'authenticated')
    assert.deepEqual(codeOf(await read()), [404, 'challenge_unknown'])
  })

  test('on a device: it can be declined, and approved in time only', async () => {
    const first = (await login('user_device_login')).body
    assert.match(await page('/device'), /New sign-in as user_device_login/)
    await sandbox.call('POST', `/console/approvals/${first.challengeId}`, { answer: 'declined' })
    assert.deepEqual(codeOf(await sandbox.call('GET', `/v1/login/challenge/${first.challengeId}`)), [403, 'declined'])
    const second = (await login('user_device_login')).body
    sandbox.clock.now += 5 * 60_000 + 1
    const late = await sandbox.call('GET', `/v1/login/challenge/${second.challengeId}`)
    assert.deepEqual(codeOf(late), [410, 'approval_expired'])
  })

  test('the mail is resent on request', async () => {
    const { challengeId } = (await login('user_email_login')).body
    const before = (await sandbox.call('GET', '/outbox?format=json')).body.messages.length
    assert.equal((await sandbox.call('POST', `/v1/login/challenge/${challengeId}/resend`, {})).status, 200)
    assert.equal((await sandbox.call('GET', '/outbox?format=json')).body.messages.length, before + 1)
  })
})

describe('a withdrawal that waits for its user', () => {
  test('user_email_confirm: the same order goes through once its mail was opened', async () => {
    const { send, waits, resend } = await signedIn('user_email_confirm')
    const body = order(sandbox.clock.now)
    const refused = await send(body)
    assert.deepEqual(codeOf(refused), [402, 'email_confirmation_required'])
    assert.equal(refused.body.error.to, 'u•••@example.com')
    assert.equal(await waits(body.clientId), true)
    assert.deepEqual((await resend({ clientId: body.clientId })).body, {
      approval: 'email',
      to: 'u•••@example.com',
      page: 'http://localhost:4002/outbox',
    })
    await page(ownPath((await newestMail()).link))
    assert.equal(await waits(body.clientId), false)
    assert.equal((await send(body)).status, 201)
    assert.deepEqual(codeOf(await send(order(sandbox.clock.now))), [402, 'email_confirmation_required'])
  })

  test('user_device: a withdrawal declined on the device is refused for good', async () => {
    const { send, waits } = await signedIn('user_device')
    const body = order(sandbox.clock.now)
    assert.deepEqual(codeOf(await send(body)), [402, 'device_confirmation_required'])
    const { id } = await approvalOf('user_device')
    await sandbox.call('POST', `/console/approvals/${id}`, { answer: 'declined' })
    assert.equal(await waits(body.clientId), false)
    assert.deepEqual(codeOf(await send(body)), [422, 'declined'])
  })

  test('user_whitelist: an address that was saved stays valid for every order, until it is removed', async () => {
    const { send, waits } = await signedIn('user_whitelist')
    const first = await send(order(sandbox.clock.now))
    assert.deepEqual(codeOf(first), [402, 'address_not_saved'])
    assert.match(first.body.error.page, /^http:\/\/localhost:\d+\/addresses$/)
    assert.equal(await waits('any'), true)
    assert.match(await page('/addresses'), new RegExp(address))
    await sandbox.call('POST', '/console/logins/user_whitelist/save-addresses', {})
    assert.equal(await waits('any'), false)
    for (const _ of [1, 2]) assert.equal((await send(order(sandbox.clock.now))).status, 201)
    assert.deepEqual(codeOf(await send(order(sandbox.clock.now, { network: 'base' }))), [402, 'address_not_saved'])
    await sandbox.call('POST', '/console/logins/user_whitelist/reset', {})
    assert.deepEqual(codeOf(await send(order(sandbox.clock.now))), [402, 'address_not_saved'])
  })

  test('user_travel_rule: the recipient is required, and checked', async () => {
    const { send } = await signedIn('user_travel_rule')
    const body = order(sandbox.clock.now)
    assert.deepEqual(codeOf(await send(body)), [402, 'recipient_required'])
    const recipient = { fullName: 'Ada Byron', relation: 'self', country: 'GB', confirmed: true }
    const wrong = await send({ ...body, recipient: { ...recipient, country: 'Great Britain' } })
    assert.deepEqual([...codeOf(wrong), wrong.body.error.field], [422, 'recipient_invalid', 'country'])
    assert.equal((await send({ ...body, recipient })).status, 201)
    const { requests } = (await sandbox.call('GET', '/console/requests')).body
    assert.doesNotMatch(JSON.stringify(requests), /Ada Byron/)
  })

  test('user_mfa_transfer: the code is sent by another method on request', async () => {
    const { send, resend } = await signedIn('user_mfa_transfer')
    const body = order(sandbox.clock.now)
    assert.deepEqual(codeOf(await resend({ clientId: body.clientId })), [404, 'not_found'])
    assert.deepEqual(codeOf(await send(body)), [402, 'code_required'])
    const resent = await resend({ clientId: body.clientId, kind: 'sms' })
    assert.deepEqual([resent.body.code.method, resent.body.code.to], ['sms', '•••• 4321'])
    assert.deepEqual([(await newestMail()).kind, (await newestMail()).code], ['sms', '123456'])
    assert.equal((await send(body)).body.error.method, 'sms')
    assert.equal((await send({ ...body, code: '123456' })).status, 201)
  })
})

describe('an account that cannot withdraw', () => {
  test('user_kyc sees nothing until the verification is finished on its page', async () => {
    const { send, balances } = await signedIn('user_kyc')
    const refused = await balances()
    assert.deepEqual(codeOf(refused), [403, 'verification_required'])
    assert.match(await page(ownPath(refused.body.error.page)), /user_kyc/)
    await sandbox.call('POST', '/console/logins/user_kyc/verify', {})
    assert.equal((await balances()).status, 200)
    assert.equal((await send(order(sandbox.clock.now))).status, 201)
  })

  test('user_hold sees its balances and when the hold ends; time or the console ends it', async () => {
    const { send, balances, quote } = await signedIn('user_hold')
    const { heldUntil } = (await balances()).body
    assert.equal(Date.parse(heldUntil) - sandbox.clock.now, 86_400_000)
    for (const attempt of [send, quote]) {
      const refused = await attempt(order(sandbox.clock.now))
      assert.deepEqual([...codeOf(refused), refused.body.error.until], [423, 'withdrawal_hold', heldUntil])
    }
    await sandbox.call('POST', '/console/logins/user_hold/end-hold', {})
    assert.equal((await balances()).body.heldUntil, null)
    assert.equal((await send(order(sandbox.clock.now))).status, 201)
  })

  test('user_readonly is marked as read-only beside its balances', async () => {
    const { balances, quote } = await signedIn('user_readonly')
    assert.equal((await balances()).body.withdrawals, 'locked')
    assert.deepEqual(codeOf(await quote(order(sandbox.clock.now))), [423, 'withdrawals_locked'])
  })
})

test('the pages list pending approvals, and a login’s name can carry no markup', async () => {
  for (const path of ['/', '/outbox', '/device', '/addresses', '/verification', '/console']) {
    assert.match(await page(path), /<h1>/, path)
  }
  assert.match(await page('/console'), /data-login="user_hold" data-action="reset"/)
  assert.deepEqual(codeOf(await sandbox.call('POST', '/console/logins/user_hold/toString', {})), [400, 'bad_request'])
  assert.deepEqual(codeOf(await sandbox.call('POST', '/console/approvals/none', { answer: 'given' })), [
    404,
    'not_found',
  ])
})
