import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectWallet, sessionByToken } from '../../../../../server/links/sessions.ts'
import { type LinkSession, openSession } from '../../../../support/link-session.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('a frame continues once on a full page, in the same link and with the same account', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_good')
  await session.get(`holdings?accountId=${accountId}`)
  const { linkId } = (await session.get('session')).body.content
  const { url, expiresIn } = (await session.post('full-page')).body.content
  assert.equal(expiresIn, 120)
  assert.match(new URL(url).pathname, /^\/[\da-f-]{36}\/broker-connect$/)
  const authCode = new URL(url).searchParams.get('auth_code')
  const open = () => server.post('/api/v1/link/session', { authCode }, {})
  const { content } = (await open()).body
  assert.deepEqual([content.linkId, content.account.accountId], [linkId, accountId])
  assert.equal(
    (await server.inSession(content.sessionToken, 'GET', `/api/v1/link/holdings?accountId=${accountId}`)).status,
    200,
  )
  assert.equal((await open()).body.errorType, 'linkExpired')
})

test('the session moves to the full page: from then on the frame can do nothing', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_good')
  const { previewId } = (await session.preview(accountId, '21')).body.content
  const authCode = await codeOf(session)
  // A code that is not opened changes nothing.
  assert.equal((await session.get('session')).status, 200)
  const { content } = (await server.post('/api/v1/link/session', { authCode }, {})).body
  assert.equal((await session.execute(previewId)).body.errorType, 'sessionEnded')
  assert.equal((await session.post('full-page')).body.errorType, 'sessionEnded')
  assert.ok(content.expiresIn <= 3600)
})

test('the full page expects the wallet account that the session expected', async () => {
  const session = await openSession(server)
  const address = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'
  const { id } = await sessionByToken(server.deps, session.token)
  await expectWallet(server.deps, id, address)
  const { content } = (await server.post('/api/v1/link/session', { authCode: await codeOf(session) }, {})).body
  assert.equal((await sessionByToken(server.deps, content.sessionToken)).expectedWallet, address)
})

test('of two codes of one session the later opens, and none after the user has left', async () => {
  const session = await openSession(server)
  const open = (authCode: string) => server.post('/api/v1/link/session', { authCode }, {})
  const first = await codeOf(session)
  const second = await codeOf(session)
  assert.equal((await open(first)).body.errorType, 'linkExpired')
  await server.inSession(session.token, 'DELETE', '/api/v1/link/session')
  assert.equal((await open(second)).body.errorType, 'linkExpired')
})

test('a moved session lives no longer than the first', async () => {
  const session = await openSession(server)
  const before = (await session.get('session')).body.content.expiresIn
  server.wait(600_000)
  const { content } = (await server.post('/api/v1/link/session', { authCode: await codeOf(session) }, {})).body
  assert.ok(content.expiresIn <= before - 600)
})

test('only a link session gets a full page', async () => {
  assert.equal((await server.post('/api/v1/link/full-page', {}, {})).status, 401)
})

async function codeOf(session: LinkSession): Promise<string> {
  const { url } = (await session.post('full-page')).body.content
  return new URL(url).searchParams.get('auth_code') ?? ''
}
