// Two clients with two users each: whatever id or token one of them holds is to the others as unknown as one that never was,
// to the byte.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hashSecret } from '../../../../server/secrets/tokens.ts'
import { signIn, toBase } from '../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

type Headers = Record<string, string>

interface Party {
  name: string
  client: Headers
  userId: string
  token: string
  /** Of the account that this user has connected in a link. */
  linkToken: string
  previewId: string
  transferId: string
  session: string
  accountId: string
  connectionId: string
}

let server: TestServer
let parties: Party[]
before(async () => {
  server = await startTestServer()
  const other = await server.newClient(['https://other.example/back'])
  parties = [
    await newParty('first user', clientHeaders, 'user-a'),
    await newParty('second user', clientHeaders, 'user-b'),
    await newParty('other client', other, 'user-a'),
  ]
})
after(() => server.stop())

async function newParty(name: string, client: Headers, userId: string): Promise<Party> {
  const token = await signIn(server, 'user_good', 'sandbox', client)
  const terms = { FromAuthToken: token, FromType: 'sandbox', ...previewTerms }
  const newPreview = async () =>
    (await server.post('/api/v1/transfers/managed/preview', terms, client)).body.PreviewResult.PreviewId
  const executed = await executeAs(client, token, await newPreview())
  const link = await server.post(
    `/api/v1/cataloglink?userId=${userId}&enableTransfers=true`,
    { ToAddresses: [toBase] },
    client,
  )
  const authCode = new URL(link.body.content.url).searchParams.get('auth_code')
  const session = (await server.post('/api/v1/link/session', { authCode }, {})).body.content.sessionToken
  const connect = async (username: string) => {
    const body = { type: 'sandbox', fields: { username, password: 'pass_good' } }
    return (await server.inSession(session, 'POST', '/api/v1/link/connect', body)).body.content
  }
  const { accounts, authData } = await connect('user_good')
  const { connectionId } = await connect('user_mfa')
  const previewId = await newPreview()
  const transferId = executed.body.TransferResult.TransferId
  const [{ accountId }] = accounts
  const linkToken = authData.auth_token
  return { name, client, userId, token, linkToken, previewId, transferId, session, accountId, connectionId }
}

const previewTerms = { NetworkId: toBase.NetworkId, Symbol: 'USDC', ToAddress: toBase.Address, Amount: 5 }

function executeAs(client: Headers, fromAuthToken: string, previewId: string): Promise<ApiResponse> {
  return server.post('/api/v1/transfers/managed/execute', { fromAuthToken, fromType: 'sandbox', previewId }, client)
}

/** The response without the parts that differ between any two requests. */
function comparable({ status, text, headers }: ApiResponse): unknown {
  const steady = [...headers].filter(([name]) => name !== 'x-request-id' && !name.startsWith('ratelimit'))
  return { status, text: text.replace(/"(r|R)equestId":"[^"]+"/, ''), headers: steady }
}

/** Sends `theirs` as a stranger, and expects the same response as for an id or token that never existed. */
async function assertUnknown(theirs: string, never: string, send: (id: string) => Promise<ApiResponse>, what: string) {
  const foreign = await send(theirs)
  assert.ok(foreign.status >= 400, `${what}: ${foreign.text}`)
  assert.deepEqual(comparable(foreign), comparable(await send(never)), what)
}

const neverToken = 'at-sandbox-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Every pair of different parties that does not share what is tried. */
async function everyPair(
  isStranger: (me: Party, them: Party) => boolean,
  send: (me: Party, them: Party) => Promise<void>,
) {
  let tried = 0
  for (const me of parties) {
    for (const them of parties) {
      if (me === them || !isStranger(me, them)) continue
      await send(me, them)
      tried++
    }
  }
  assert.ok(tried >= 4)
}
const ofOtherClient = (me: Party, them: Party) => me.client !== them.client

test('an auth token of another client', () =>
  everyPair(ofOtherClient, async ({ client }, them) => {
    const body = (FromAuthToken: string) => ({ FromAuthToken, FromType: 'sandbox', ToAddresses: [toBase] })
    const uses: [string, (token: string) => Promise<ApiResponse>][] = [
      ['configure', (token) => server.post('/api/v1/transfers/managed/configure', body(token), client)],
      [
        'preview',
        (token) => server.post('/api/v1/transfers/managed/preview', { ...body(token), ...previewTerms }, client),
      ],
      ['execute', (token) => executeAs(client, token, them.previewId)],
      ['cataloglink', (token) => server.post('/api/v1/cataloglink?userId=u&enableTransfers=true', body(token), client)],
      ['delete', (authToken) => server.request('DELETE', '/api/v1/account', client, { authToken, type: 'sandbox' })],
      ['refresh', (refreshToken) => server.post('/api/v1/token/refresh', { refreshToken }, client)],
    ]
    for (const [name, use] of uses) await assertUnknown(them.token, neverToken, use, name)
  }))

test('an auth token of another user, of this client or another, in a link session', () =>
  everyPair(
    () => true,
    (me, them) => {
      const use = (accessToken: string) =>
        server.inSession(me.session, 'POST', '/api/v1/link/accounts', { accessToken, brokerType: 'sandbox' })
      return assertUnknown(them.linkToken, neverToken, use, 'accounts')
    },
  ))

test('an auth token of another user, of this client or another, where a link is made', () =>
  everyPair(
    () => true,
    (me, them) => {
      const path = `/api/v1/cataloglink?userId=${me.userId}&enableTransfers=true`
      const use = (FromAuthToken: string) =>
        server.post(path, { FromAuthToken, FromType: 'sandbox', ToAddresses: [toBase] }, me.client)
      return assertUnknown(them.linkToken, neverToken, use, 'cataloglink')
    },
  ))

test('an expired auth token of another user is as unknown as one that never existed', async () => {
  const [me, them] = parties as [Party, Party]
  const open = (accessToken: string) =>
    server.inSession(me.session, 'POST', '/api/v1/link/accounts', { accessToken, brokerType: 'sandbox' })
  const { query } = server.deps.database
  const row = query.updateTable('token').where('hash', '=', hashSecret(them.linkToken))
  const [{ expires_at }] = (await query
    .selectFrom('token')
    .select('expires_at')
    .where('hash', '=', hashSecret(them.linkToken))
    .execute()) as [{ expires_at: number }]
  await row.set({ expires_at: 1 }).execute()
  await assertUnknown(them.linkToken, neverToken, open, 'expired')
  await row.set({ expires_at }).execute()
})

test('a client’s own server uses the tokens of all its users', async () => {
  const [me, them] = parties as [Party, Party]
  for (const { linkToken } of [me, them]) {
    const body = { FromAuthToken: linkToken, FromType: 'sandbox', ToAddresses: [toBase] }
    assert.equal((await server.post('/api/v1/transfers/managed/configure', body, me.client)).status, 200)
  }
})

test('a preview of another account', () =>
  everyPair(
    () => true,
    (me, them) => assertUnknown(them.previewId, randomUUID(), (id) => executeAs(me.client, me.token, id), 'execute'),
  ))

test('a transfer of another client', () =>
  everyPair(ofOtherClient, (me, them) =>
    assertUnknown(them.transferId, randomUUID(), (id) => server.get(`/api/v1/transfers/${id}`, me.client), 'read'),
  ))

test('ids of another session: preview, transfer, account, connection', () =>
  everyPair(
    () => true,
    async (me, them) => {
      const { session, accountId } = me
      const terms = { networkId: toBase.NetworkId, symbol: 'USDC', amount: '5' }
      const own = await server.inSession(them.session, 'POST', '/api/v1/link/preview', {
        accountId: them.accountId,
        ...terms,
      })
      const theirPreview = own.body.content.preview.previewId
      const uses: [string, string, (id: string) => Promise<ApiResponse>][] = [
        [
          'execute',
          theirPreview,
          (previewId) => server.inSession(session, 'POST', '/api/v1/link/execute', { previewId }),
        ],
        ['holdings', them.accountId, (id) => server.inSession(session, 'GET', `/api/v1/link/holdings?accountId=${id}`)],
        [
          'preview',
          them.accountId,
          (id) => server.inSession(session, 'POST', '/api/v1/link/preview', { ...terms, accountId: id }),
        ],
        [
          'code',
          them.connectionId,
          (id) => server.inSession(session, 'POST', `/api/v1/link/connect/${id}/code`, { code: '123456' }),
        ],
        [
          'resend',
          them.connectionId,
          (id) => server.inSession(session, 'POST', `/api/v1/link/connect/${id}/resend`, {}),
        ],
      ]
      for (const [name, id, use] of uses) await assertUnknown(id, randomUUID(), use, name)
      assert.equal((await server.inSession(session, 'GET', `/api/v1/link/holdings?accountId=${accountId}`)).status, 200)
    },
  ))

test('a transfer of another user, in a link session', () =>
  everyPair(
    () => true,
    async (me, them) => {
      const read = (id: string) => server.inSession(me.session, 'GET', `/api/v1/link/transfer/${id}`)
      const follow = (id: string) => server.inSession(me.session, 'GET', `/api/v1/link/transfer/${id}/events`)
      await assertUnknown(them.transferId, randomUUID(), read, 'read')
      await assertUnknown(them.transferId, randomUUID(), follow, 'follow')
    },
  ))

test('a list holds this client’s transfers alone, whatever it is filtered by', async () => {
  for (const me of parties) {
    for (const query of ['', '?userId=user-a', '?userId=user-1', '?status=Pending', '?limit=100']) {
      const { transfers } = (await server.get(`/api/v1/transfers${query}`, me.client)).body.content
      const foreign = parties.filter(({ client }) => client !== me.client).map(({ transferId }) => transferId)
      for (const { transferId } of transfers) assert.ok(!foreign.includes(transferId))
    }
  }
})

test('each party’s own is still its own', async () => {
  for (const me of parties) {
    assert.equal((await server.get(`/api/v1/transfers/${me.transferId}`, me.client)).status, 200)
    assert.equal((await executeAs(me.client, me.token, me.previewId)).body.Status, 'Succeeded')
  }
})
