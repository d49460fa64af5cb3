import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '../../../../server/clients/clients.ts'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { eraseDue } from '../../../../server/erase-user.ts'
import { recordEvent } from '../../../../server/events/record-event.ts'
import { createLink } from '../../../../server/links/links.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'
import { runCliHere } from '../../../support/cli.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const dayMs = 86_400_000
const run = (args: string[], environment: Record<string, string> = {}) =>
  runCliHere(args, { DATA_DIR: server.folder, ...environment })

test('a user is erased beside the server, and what is left is listed until the server erases it', async () => {
  const token = await signIn(server, 'user_good')
  const terms = await preview(server, token, '6')
  await execute(server, token, terms.body.PreviewResult.PreviewId)
  const unknown = await run(['erase', '--user', 'nobody'])
  assert.deepEqual([unknown.code, unknown.error], [1, 'Nothing is stored for the user “nobody”.\n'])
  assert.equal((await run(['erase', '--list'])).out, 'No erasure is in progress.\n')

  const { code, out, error } = await run(['erase', '--user', 'user-1'])
  assert.equal(code, 0, error)
  assert.match(out, /^Erased: the credentials of 1 sign-ins, \d+ tokens, 1 links with their sessions\.\n/)
  assert.match(out, /\nLeft: 1 transfers, the user's id, .*A running server erases them after the time of "erasure"/)
  assert.equal((await preview(server, token, '7')).status, 401)
  assert.match(
    (await run(['erase', '--list'])).out,
    /^user-1 of .+: requested .+, 1 transfers left, \d of them open\n$/,
  )
  const [listed] = JSON.parse((await run(['erase', '--list', '--json'])).out)
  assert.deepEqual([listed.userId, listed.clientId, listed.left.transfers], ['user-1', demoClient.id, 1])
  const again = JSON.parse((await run(['erase', '--user', 'user-1', '--json'])).out)
  assert.deepEqual([again.tokens, again.links, again.left.transfers], [0, 0, 1])
})

test('a command with another RETENTION erases no transfer that the server keeps', async () => {
  const { database } = server.deps
  const token = await signIn(server, 'user_good')
  const terms = await preview(server, token, '6')
  const { body } = await execute(server, token, terms.body.PreviewResult.PreviewId)
  const id = body.TransferResult.TransferId
  await untilEnded(server, id)
  const endedAt = Date.now() - 30 * dayMs
  const update = database.query.updateTable('transfer').set({ created_at: endedAt, updated_at: endedAt })
  await update.where('id', '=', id).execute()
  const user = async () => {
    const select = database.query.selectFrom('transfer').select(['state', 'user_id'])
    return Object.values(await select.where('id', '=', id).executeTakeFirstOrThrow())
  }

  for (const environment of [{}, { RETENTION: 'erasure=1m' }]) {
    const { code, out, error } = await run(['erase', '--user', 'user-1'], environment)
    assert.equal(code, 0, error)
    assert.match(out, /\nLeft: \d transfers/)
    assert.deepEqual(await user(), ['Succeeded', 'user-1'])
  }
  await eraseDue(server.deps, 1825 * dayMs)
  assert.deepEqual(await user(), ['Succeeded', 'user-1'])
  await eraseDue(server.deps, 14 * dayMs)
  assert.deepEqual(await user(), ['Succeeded', ''])
})

test('users of two clients with one id are two people', async () => {
  const { id: other } = await createClient(server.deps, {
    name: 'Other shop',
    callbackUrls: ['https://other.example/done'],
  })
  const link = { callbackUrl: 'https://other.example/done', transfersEnabled: true, destinations: [], fixed: null }
  for (const clientId of [demoClient.id, other]) {
    const owner = { clientId, userId: 'twin', fromAccountId: null, fromType: null, transactionId: null }
    await createLink(server.deps, { ...link, ...owner, tokenDelivery: 'page' })
  }
  const { code, error } = await run(['erase', '--user', 'twin'])
  assert.deepEqual([code, /^Several clients have a user twin: .*Other shop \(.*--client\.\n$/.test(error)], [1, true])
  const erased = await run(['erase', '--user', 'twin', '--client', 'Other shop'])
  assert.deepEqual([erased.code, /1 links/.test(erased.out)], [0, true])
  const left = await server.deps.database.query.selectFrom('link').select('client_id').where('user_id', '=', 'twin')
  assert.deepEqual(await left.execute(), [{ client_id: demoClient.id }])
})

test('a user is erased from events also after the sign-in was deleted', async () => {
  const { database } = server.deps
  const data = { accountId: 'gone', userId: 'a_%"former', type: 'kraken', name: 'Former Kraken' }
  const event = { id: 'former 1', clientId: demoClient.id, type: 'account.connected' as const, subjectId: 'gone' }
  for (const [id, userId] of [
    ['former 1', data.userId],
    ['former 2', 'abc"former'],
  ] as const) {
    const stored = { ...event, id, subjectId: `of ${id}`, ordinal: 1, data: { ...data, userId }, at: new Date(1) }
    await inTransaction(database, (query) => recordEvent(query, stored, { isFirst: true }))
  }
  const { code, error } = await run(['erase', '--user', data.userId])
  assert.equal(code, 0, error)
  await eraseDue({ database, now: () => new Date(Date.now() + 1) }, 0)
  const rows = await database.query.selectFrom('client_event').select('data').where('id', 'like', 'former%').execute()
  assert.deepEqual(
    rows.map((row) => JSON.parse(row.data)).map(({ userId, name }) => [userId, name]),
    [
      ['', ''],
      ['abc"former', 'Former Kraken'],
    ],
  )
})

test('a user and a list exclude each other', async () => {
  for (const args of [[], ['--user', 'a', '--list']]) {
    const { code, error } = await run(['erase', ...args])
    assert.deepEqual([code, /exactly one of --user and --list/.test(error)], [2, true])
  }
})
