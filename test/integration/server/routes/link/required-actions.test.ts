// Actions that the exchange requires of its user before it sends, through the link's endpoints and the spec's, against the real sandbox
// exchange: each required action, how it is completed, and that it leads to one transfer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { atExchange, type LinkSession, openSession } from '../../../../support/link-session.ts'
import { execute, preview, signIn } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const recipient = {
  recipientFullName: 'Ada Byron',
  recipientRelation: 'self',
  recipientCountry: 'gb',
  recipientConfirmed: 'true',
}

async function previewed(username: string, amount = '25'): Promise<{ session: LinkSession; previewId: string }> {
  const session = await openSession(server)
  const response = await session.preview(await session.accountOf(username), amount)
  assert.equal(response.status, 200, response.text)
  return { session, previewId: response.body.content.preview.previewId }
}

/** All orders went under one reference and made one withdrawal. */
async function assertSentOnce(login: string, orders: number) {
  const sent = await atExchange(server, login).orders()
  const { clientId } = sent.at(-1)?.body ?? { clientId: '' }
  const own = sent.filter(({ body }) => body.clientId === clientId)
  assert.equal(own.length, orders)
  assert.deepEqual(
    own.map(({ answer }) => answer.startsWith('201')),
    [...Array(orders - 1).fill(false), true],
  )
}

test('an account that cannot send names the reason: a hold with its end, too little of everything, or its sign-in', async () => {
  const holdingsOf = async (username: string) => {
    const session = await openSession(server)
    return session.get(`holdings?accountId=${await session.accountOf(username)}`)
  }
  type Named = { symbol: string; ineligibilityReason: string; ineligibilityData: { until?: string } }
  const usdcOf = async (username: string): Promise<Named> =>
    (await holdingsOf(username)).body.content.holdings.find(({ symbol }: Named) => symbol === 'USDC')
  const held = await usdcOf('user_hold')
  assert.equal(held.ineligibilityReason, 'withdrawHold')
  assert.ok(Date.parse(held.ineligibilityData.until ?? '') > Date.now())
  assert.equal((await usdcOf('user_dust')).ineligibilityReason, 'amountNotSufficient')
  const { status, body } = await holdingsOf('user_readonly')
  assert.deepEqual([status, body.errorType], [403, 'missingExchangePermission'])
})

test('an e-mail to confirm: while it waits the exchange is polled and nothing is sent again', async () => {
  const { session, previewId } = await previewed('user_email_confirm')
  const first = (await session.execute(previewId)).body.content
  assert.deepEqual([first.outcome, first.transfer], ['emailConfirmationRequired', null])
  const url = `${server.exchangeUrl}/outbox`
  assert.deepEqual(first.errorData, { name: 'Sandbox Exchange', sentTo: 'u•••@example.com', url })
  for (const _ of [1, 2, 3]) {
    const again = (await session.execute(previewId)).body.content
    assert.deepEqual([again.outcome, again.errorData], [first.outcome, first.errorData])
  }
  assert.equal((await session.get('session')).body.content.pendingTransfer, null)
  await atExchange(server, 'user_email_confirm').openNewestLink()
  const done = (await session.execute(previewId)).body.content
  assert.deepEqual([done.outcome, done.errorType, done.transfer.status], ['succeeded', null, 'Pending'])
  await assertSentOnce('user_email_confirm', 2)
  const replayed = (await session.execute(previewId)).body.content
  assert.equal(replayed.transfer.transferId, done.transfer.transferId)
})

test('the mail to confirm is resent on request, and only while it waits', async () => {
  const { session, previewId } = await previewed('user_email_confirm')
  const resend = () => session.post('execute/resend', { previewId })
  assert.equal((await resend()).body.errorType, 'nothingToResend')
  await session.execute(previewId)
  const { length } = await atExchange(server, 'user_email_confirm').messages()
  const again = await resend()
  assert.equal(again.body.content.outcome, 'emailConfirmationRequired')
  assert.match(again.body.content.errorData.url, /\/outbox$/)
  assert.equal((await atExchange(server, 'user_email_confirm').messages()).length, length + 1)
  await atExchange(server, 'user_email_confirm').openNewestLink()
  assert.equal((await session.execute(previewId)).body.content.outcome, 'succeeded')
  assert.equal((await resend()).body.errorType, 'nothingToResend')
})

test('a device to approve on: an approved transfer is sent, a declined one is reported as declined', async () => {
  const user = atExchange(server, 'user_device')
  const { session, previewId } = await previewed('user_device')
  const first = (await session.execute(previewId)).body.content
  assert.equal(first.outcome, 'deviceConfirmationRequired')
  assert.match(first.errorData.url, /\/device$/)
  await user.decide('given')
  assert.equal((await session.execute(previewId)).body.content.outcome, 'succeeded')
  const other = await previewed('user_device', '26')
  await other.session.execute(other.previewId)
  await user.decide('declined')
  const refused = (await other.session.execute(other.previewId)).body.content
  assert.deepEqual([refused.outcome, refused.errorType], ['failed', 'exchangeRejected'])
  assert.equal(refused.errorData.reason, 'declined')
  assert.deepEqual([refused.transfer.errorType, refused.transfer.errorData.reason], ['exchangeRejected', 'declined'])
})

test('an address to save first: it is named with all that is needed, and once saved it stays', async () => {
  const { session, previewId } = await previewed('user_whitelist')
  const { outcome, errorData } = (await session.execute(previewId)).body.content
  assert.equal(outcome, 'addressWhitelistRequired')
  assert.match(errorData.url, /\/addresses$/)
  assert.deepEqual([errorData.network, errorData.symbol, errorData.addressTag], ['Base', 'USDC', ''])
  assert.equal((await session.execute(previewId)).body.content.outcome, outcome)
  await atExchange(server, 'user_whitelist').do('save-addresses')
  assert.equal((await session.execute(previewId)).body.content.outcome, 'succeeded')
  await assertSentOnce('user_whitelist', 2)
  const next = await previewed('user_whitelist', '26')
  assert.equal((await next.session.execute(next.previewId)).body.content.outcome, 'succeeded')
})

test('facts required by law: the fields are data, and wrong values are listed by field and leave the preview valid', async () => {
  const { session, previewId } = await previewed('user_travel_rule')
  const { outcome, fields } = (await session.execute(previewId)).body.content
  assert.equal(outcome, 'travelRuleRequired')
  assert.deepEqual(
    fields.map(({ name, kind, required }: Record<string, unknown>) => [name, kind, required]),
    [
      ['recipientFullName', 'text', true],
      ['recipientRelation', 'select', true],
      ['recipientCountry', 'country', true],
      ['recipientConfirmed', 'checkbox', true],
    ],
  )
  assert.equal((await session.execute(previewId)).body.content.outcome, outcome)
  const wrong: [object, string, string][] = [
    [{ recipientFullName: ' ' }, 'recipientFullName', 'required'],
    [{ recipientFullName: 'x'.repeat(101) }, 'recipientFullName', 'tooLong'],
    [{ recipientRelation: 'foe' }, 'recipientRelation', 'notAnOption'],
    [{ recipientCountry: 'Great Britain' }, 'recipientCountry', 'notACountry'],
    [{ recipientConfirmed: 'yes' }, 'recipientConfirmed', 'required'],
  ]
  for (const [change, field, reason] of wrong) {
    const refused = await session.execute(previewId, { extra: { ...recipient, ...change } })
    assert.deepEqual([refused.status, refused.body.errorType], [422, 'extraInvalid'], refused.text)
    assert.deepEqual([refused.body.errorData.field, refused.body.errorData.reason], [field, reason])
  }
  const done = await session.execute(previewId, { extra: recipient })
  assert.equal(done.body.content.outcome, 'succeeded', done.text)
  await assertSentOnce('user_travel_rule', 2)
  assert.doesNotMatch(server.logged(), /Ada Byron/)
})

test('after the facts a code may be required: both are sent together', async () => {
  const { session, previewId } = await previewed('user_travel_rule', '31.02')
  await session.execute(previewId)
  const prompted = (await session.execute(previewId, { extra: recipient })).body.content
  assert.deepEqual([prompted.outcome, prompted.attemptsLeft], ['mfaRequired', 5])
  const forgotten = (await session.execute(previewId, { code: '123456' })).body.content
  assert.equal(forgotten.outcome, 'travelRuleRequired')
  const again = (await session.execute(previewId, { extra: recipient, code: '123456' })).body.content
  assert.equal(again.outcome, 'succeeded')
})

test('a code: its methods, another one, its sending again, and the tries left', async () => {
  const { session, previewId } = await previewed('user_mfa_transfer')
  const first = (await session.execute(previewId)).body.content
  assert.deepEqual([first.mfaType, first.codeLength, first.codeSentTo], ['totp', 6, ''])
  assert.deepEqual(
    first.codeMethods.map(({ kind, to }: Record<string, unknown>) => [kind, to]),
    [
      ['totp', ''],
      ['phone', '•••• 4321'],
      ['email', 'u•••@example.com'],
    ],
  )
  for (const [kind, to] of [
    ['phone', '•••• 4321'],
    ['email', 'u•••@example.com'],
  ] as const) {
    const { content } = (await session.post('execute/resend', { previewId, kind })).body
    assert.deepEqual([content.outcome, content.mfaType, content.codeSentTo], ['mfaRequired', kind, to])
    const [message] = await atExchange(server, 'user_mfa_transfer').messages()
    assert.deepEqual([message?.kind, message?.code], [kind === 'phone' ? 'sms' : 'email', '123456'])
  }
  const wrong = (await session.execute(previewId, { code: '000000' })).body.content
  assert.deepEqual([wrong.outcome, wrong.mfaType, wrong.attemptsLeft], ['mfaFailed', 'email', 4])
  assert.deepEqual(wrong.errorData, { name: 'Sandbox Exchange', method: 'email', attemptsLeft: 4 })
  const late = (await session.execute(previewId, { code: '111111' })).body.content
  assert.deepEqual([late.outcome, late.errorType, late.errorData.attemptsLeft], ['mfaFailed', 'mfaCodeExpired', 4])
  assert.equal((await session.post('execute/resend', { previewId })).body.content.mfaType, 'email')
  assert.equal((await session.execute(previewId, { code: '123 456' })).body.content.outcome, 'succeeded')
})

test('the spec’s execute returns the same required actions, with its additions, and accepts `extra`', async () => {
  const token = await signIn(server, 'user_travel_rule')
  const { PreviewId } = (await preview(server, token, '27')).body.PreviewResult
  const prompted = await execute(server, token, PreviewId)
  assert.deepEqual(
    [prompted.status, prompted.body.Status, prompted.body.TransferResult],
    [200, 'TravelRuleRequired', null],
  )
  assert.equal(prompted.body.ExtraFields[1].Options[0].Value, 'self')
  const path = '/api/v1/transfers/managed/execute'
  const request = { fromAuthToken: token, fromType: 'sandbox', previewId: PreviewId }
  const wrong = await server.post(path, { ...request, extra: { ...recipient, recipientCountry: 'X' } })
  assert.deepEqual([wrong.status, wrong.body.ErrorType], [422, 'extraInvalid'])
  const inAnyCasing = Object.fromEntries(Object.entries(recipient).map(([name, value]) => [name.toUpperCase(), value]))
  const done = await server.post(path, { ...request, Extra: inAnyCasing })
  assert.deepEqual([done.status, done.body.Status], [200, 'Succeeded'], done.text)
  const words = [
    ['user_email_confirm', 'EmailConfirmationRequired'],
    ['user_device', 'DeviceConfirmationRequired'],
    ['user_mfa_transfer', 'MfaRequired'],
  ] as const
  for (const [login, word] of words) {
    const other = await signIn(server, login)
    const { body } = await preview(server, other, '28')
    const response = await execute(server, other, body.PreviewResult.PreviewId)
    assert.deepEqual([response.status, response.body.Status, response.body.TransferResult], [200, word, null])
    assert.match(response.body.ErrorMessage, /\.$/)
    assert.equal(response.body.ErrorData.name, 'Sandbox Exchange')
  }
})

test('a confirmation lengthens no preview, and the next preview is confirmed anew', async () => {
  const { session, previewId } = await previewed('user_device', '29')
  await session.execute(previewId)
  server.wait(301_000)
  await atExchange(server, 'user_device').decide('given')
  const late = await session.execute(previewId)
  assert.deepEqual([late.status, late.body.errorType], [410, 'previewExpired'])
  assert.equal((await session.post('execute/resend', { previewId })).body.errorType, 'nothingToResend')
  const next = await previewed('user_device', '29')
  assert.equal((await next.session.execute(next.previewId)).body.content.outcome, 'deviceConfirmationRequired')
})
