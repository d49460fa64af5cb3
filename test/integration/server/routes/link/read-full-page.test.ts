// The rights of a session's token once its link has moved to a full page: it reads the transfer sent there, and nothing else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { reissueCode, sessionByToken } from '../../../../../server/links/sessions.ts'
import { endpoints } from '../../../../../server/routes/routes.ts'
import { type LinkSession, openSession } from '../../../../support/link-session.ts'
import { baseId, ethereumId } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const open = (authCode: string) => server.post('/api/v1/link/session', { authCode }, {})
const sessionOf = (token: string) => ({
  get: (path: string) => server.inSession(token, 'GET', `/api/v1/link/${path}`),
  post: (path: string, body: object) => server.inSession(token, 'POST', `/api/v1/link/${path}`, body),
  end: () => server.inSession(token, 'DELETE', '/api/v1/link/session'),
})
const usdc = (accountId: string, amount: string) => ({ accountId, networkId: baseId, symbol: 'USDC', amount })

/** A frame with an account, its link moved to a full page. */
async function movedFrame(amount = '21.5') {
  const frame = await openSession(server)
  const accountId = await frame.accountOf('user_good')
  const requested = await frame.post('full-page', { transfer: usdc(accountId, amount) })
  const { url, returnCode } = requested.body.content
  const opened = await open(new URL(url).searchParams.get('auth_code') ?? '')
  const { sessionToken, ...content } = opened.body.content
  return { frame, accountId, returnCode: returnCode as string, content, page: sessionOf(sessionToken) }
}

type Page = ReturnType<typeof sessionOf>
async function send(page: Page, accountId: string, amount: string): Promise<string> {
  const { previewId } = (await page.post('preview', usdc(accountId, amount))).body.content.preview
  return (await page.post('execute', { previewId })).body.content.transfer.transferId
}

const fullPageState = async (frame: LinkSession) => (await frame.get('full-page')).body.content

test('the full page opens with the prepared transfer', async () => {
  const { content, accountId } = await movedFrame('021.50')
  assert.equal(content.account.accountId, accountId)
  assert.deepEqual(content.continued, usdc(accountId, '21.5'))
})

test('a link that opens for the first time continues nothing', async () => {
  const frame = await openSession(server)
  const { url } = (await frame.post('full-page')).body.content
  const { content } = (await open(new URL(url).searchParams.get('auth_code') ?? '')).body
  assert.equal(content.continued, null)
})

test('only a transfer that the session may preview continues', async () => {
  const frame = await openSession(server)
  const other = await openSession(server)
  const accountId = await frame.accountOf('user_good')
  const foreign = await other.accountOf('user_good')
  const refusals = [
    [usdc(foreign, '1'), 'accountNotFound'],
    [{ ...usdc(accountId, '1'), networkId: ethereumId }, 'toAddressNotConfigured'],
    [usdc(accountId, '-1'), 'invalidAmount'],
  ] as const
  for (const [transfer, errorType] of refusals)
    assert.equal((await frame.post('full-page', { transfer })).body.errorType, errorType)
})

test('every other endpoint refuses the token of a session that moved', async () => {
  const { frame } = await movedFrame()
  const mayUse = ['followFullPage', 'endLinkSession']
  const refused = endpoints.filter(({ security, id }) => security === 'session' && !mayUse.includes(id))
  assert.ok(refused.length > 15)
  for (const { method, path, body } of refused) {
    const address = path.replaceAll(/:\w+/g, 'dc1b7b8e-4d6e-4f43-8a4c-6d4b8d7d8a01')
    const sent = body === undefined ? undefined : (body.example as object)
    const response = await server.inSession(frame.token, method.toUpperCase(), address, sent)
    assert.deepEqual([response.status, response.body.errorType], [401, 'sessionEnded'], `${method} ${path}`)
  }
})

test('the frame reads the transfer sent on the full page, and the state of that one alone', async () => {
  const { frame, accountId, page } = await movedFrame()
  assert.deepEqual(await fullPageState(frame), { state: 'open', transfer: null })
  const transferId = await send(page, accountId, '21.5')
  const { state, transfer } = await fullPageState(frame)
  assert.deepEqual([state, transfer.transferId, transfer.amount], ['open', transferId, '21.5'])
  assert.equal((await frame.get(`transfer/${transferId}`)).status, 401)
  // Its user has left the full page: the transfer goes on, and the site hears of it.
  await page.end()
  const after = await fullPageState(frame)
  assert.deepEqual([after.state, after.transfer.transferId], ['ended', transferId])
})

test('before the full page is opened the session is as it was', async () => {
  const frame = await openSession(server)
  await frame.post('full-page')
  assert.deepEqual(await fullPageState(frame), { state: 'notOpened', transfer: null })
  assert.equal((await frame.get('session')).status, 200)
})

test('neither a transfer of another link nor one from before the move is read', async () => {
  const earlier = await openSession(server)
  const earlierAccount = await earlier.accountOf('user_good')
  const frame = await openSession(server)
  const accountId = await frame.accountOf('user_good')
  const { previewId } = (await frame.preview(accountId, '3')).body.content.preview
  await frame.execute(previewId)
  server.wait(1000)
  const transfer = usdc(accountId, '4')
  const { url } = (await frame.post('full-page', { transfer })).body.content
  await open(new URL(url).searchParams.get('auth_code') ?? '')
  const other = (await earlier.preview(earlierAccount, '5')).body.content.preview
  await earlier.execute(other.previewId)
  assert.equal((await fullPageState(frame)).transfer, null)
})

test('an order that may have been sent before the move is read too', async () => {
  const frame = await openSession(server)
  const accountId = await frame.accountOf('user_good')
  const { previewId } = (await frame.preview(accountId, '3')).body.content.preview
  const { transferId } = (await frame.execute(previewId)).body.content.transfer
  const { url } = (await frame.post('full-page')).body.content
  const { content } = (await open(new URL(url).searchParams.get('auth_code') ?? '')).body
  assert.equal(content.pendingTransfer.transferId, transferId)
  assert.equal((await fullPageState(frame)).transfer.transferId, transferId)
})

test('the right to read ends when the session would have, and when its user leaves', async () => {
  const { frame } = await movedFrame()
  const left = await movedFrame()
  await server.inSession(left.frame.token, 'DELETE', '/api/v1/link/session')
  assert.equal((await left.frame.get('full-page')).body.errorType, 'sessionEnded')
  assert.equal((await left.page.get('session')).status, 200)
  server.wait(3_540_000)
  assert.equal((await frame.get('full-page')).status, 200)
  server.wait(61_000)
  assert.equal((await frame.get('full-page')).body.errorType, 'sessionEnded')
})

test('a session that did not request the full page reads nothing after it has ended', async () => {
  const { page, frame, returnCode } = await movedFrame()
  assert.equal((await open(returnCode)).status, 200)
  // Taken back: neither the full page nor the earlier token has any right.
  assert.equal((await page.get('session')).body.errorType, 'sessionEnded')
  assert.equal((await page.get('full-page')).body.errorType, 'sessionEnded')
  assert.equal((await frame.get('full-page')).body.errorType, 'sessionEnded')
})

test('the return code opens the link here again, once, with the prepared transfer', async () => {
  const { returnCode, accountId } = await movedFrame()
  const { content } = (await open(returnCode)).body
  assert.deepEqual(content.continued, usdc(accountId, '21.5'))
  assert.equal((await sessionOf(content.sessionToken).get(`holdings?accountId=${accountId}`)).status, 200)
  assert.equal((await open(returnCode)).body.errorType, 'linkExpired')
})

test('the return code opens nothing before the move, nor after the user has left the full page', async () => {
  const frame = await openSession(server)
  const { returnCode } = (await frame.post('full-page')).body.content
  assert.equal((await open(returnCode)).body.errorType, 'linkExpired')
  assert.equal((await frame.get('session')).status, 200)
  const moved = await movedFrame()
  await moved.page.end()
  assert.equal((await open(moved.returnCode)).body.errorType, 'linkExpired')
  // Refused, it is not spent on anything: the frame goes on reading.
  assert.equal((await fullPageState(moved.frame)).state, 'ended')
})

const slowBy = (ms: number) =>
  fetch(`${server.exchangeUrl}/console/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ms === 0 ? {} : { slow: ms }),
  })

test('an order of the full page is not sent once the link was taken back', async () => {
  const { page, accountId, returnCode } = await movedFrame('22.5')
  const { previewId } = (await page.post('preview', usdc(accountId, '22.5'))).body.content.preview
  await slowBy(600)
  const sending = page.post('execute', { previewId })
  await setTimeout(200)
  const { content } = (await open(returnCode)).body
  const { body } = await sending
  await slowBy(0)
  assert.deepEqual([body.errorType, body.content], ['sessionEnded', null])
  const { pendingTransfer } = (await sessionOf(content.sessionToken).get('session')).body.content
  assert.notEqual(pendingTransfer?.linkId, content.linkId)
})

test('an executed transfer continues after its user has left', async () => {
  const { page, accountId } = await movedFrame('23.5')
  const { previewId } = (await page.post('preview', usdc(accountId, '23.5'))).body.content.preview
  await slowBy(600)
  const sending = page.post('execute', { previewId })
  await setTimeout(200)
  await page.end()
  const { body } = await sending
  await slowBy(0)
  assert.equal(body.content.outcome, 'succeeded')
})

test('a session that moved gets no further code, however long ago it was requested', async () => {
  const { token } = await openSession(server)
  // As a request has read it just before the move.
  const session = await sessionByToken(server.deps, token)
  const { authCode } = await reissueCode(server.deps, session, null)
  await open(authCode)
  await assert.rejects(reissueCode(server.deps, session, null), { type: 'sessionEnded' })
})
