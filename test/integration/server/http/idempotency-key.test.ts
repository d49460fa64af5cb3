import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { projectRoot } from '../../../../scripts/command.ts'
import { eraseResponses } from '../../../../server/clients/erase-responses.ts'
import { endpoints } from '../../../../server/routes/routes.ts'
import { execute, preview, recipient, signIn, toBase } from '../../../support/native-flow.ts'
import { type ApiResponse, clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let token: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
})
after(() => server.stop())

const linkPath = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
const executePath = '/api/v1/transfers/managed/execute'
const withKey = (key: string, headers: Record<string, string> = clientHeaders) => ({
  ...headers,
  'Idempotency-Key': key,
})
const link = (key: string, body: object = { ToAddresses: [toBase] }, headers?: Record<string, string>) =>
  server.post(linkPath, body, withKey(key, headers))
const newPreview = async (amount = '5', from = token) =>
  (await preview(server, from, amount)).body.PreviewResult.PreviewId
const executeWith = (key: string, previewId: string, mfaCode?: string) =>
  server.post(executePath, { fromAuthToken: token, fromType: 'sandbox', previewId, mfaCode }, withKey(key))
const isReplayed = (response: ApiResponse) => response.headers.get('idempotent-replayed') === 'true'
/** The id alone is each request's own. */
const withoutId = ({ text }: ApiResponse) => text.replace(/"RequestId":"[^"]+"/, '')

test('the same request for a link gets the first response, byte for byte', async () => {
  const first = await link('link-1')
  const second = await link('link-1')
  assert.equal(first.status, 200)
  assert.deepEqual([second.status, second.text], [first.status, first.text])
  assert.deepEqual([isReplayed(first), isReplayed(second)], [false, true])
  assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
})

test('the endpoints that take a key are those that the OpenAPI document and the documentation name', async () => {
  const described = endpoints.filter(({ headers }) => headers?.['Idempotency-Key'] !== undefined)
  const taking = [...new Set(described.map(({ path }) => path))]
  const posts = endpoints.filter(({ method, security }) => method === 'post' && security === 'client')
  const refusing: string[] = []
  for (const { path } of posts) {
    const { body } = await server.post(path, {}, withKey(''))
    if ((body.errorData ?? body.ErrorData)?.field === 'Idempotency-Key') refusing.push(path)
  }
  assert.deepEqual(refusing, taking)
  const readme = readFileSync(join(projectRoot, 'docs/src/content/docs/api/idempotency-and-limits.md'), 'utf8')
  const [, sentence = ''] = /^Send `Idempotency-Key` .*? with (.*?)\./m.exec(readme) ?? []
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\{(\w+)\}/, ':$1'))
  assert.equal(named.length, taking.length)
  for (const path of taking)
    assert.ok(
      named.some((name) => path.endsWith(`/${name}`)),
      path,
    )
})

test('without a key every request makes a new link', async () => {
  const body = { ToAddresses: [toBase] }
  assert.notEqual((await server.post(linkPath, body)).text, (await server.post(linkPath, body)).text)
})

test('a key that came with another body or another path is refused', async () => {
  await link('link-2')
  const other = await link('link-2', { ToAddresses: [{ ...toBase, Address: recipient.toLowerCase() }] })
  assert.deepEqual([other.status, other.body.errorType], [422, 'idempotencyKeyReused'])
  const elsewhere = await executeWith('link-2', await newPreview())
  assert.deepEqual([elsewhere.status, elsewhere.body.ErrorType], [422, 'idempotencyKeyReused'])
})

test('keys are separate for each client', async () => {
  const other = await server.newClient(['https://other.example/back'])
  const [first, second] = [await link('link-3'), await link('link-3', undefined, other)]
  assert.equal(second.status, 200)
  assert.ok(!isReplayed(second))
  assert.notEqual(first.body.content.linkId, second.body.content.linkId)
})

test('a refusal made nothing: the key is free for the corrected request', async () => {
  assert.equal((await link('link-4', { ToAddresses: [] })).status, 400)
  assert.equal((await link('link-4')).status, 200)
})

for (const [what, key] of [
  ['an empty key', ''],
  ['a key of 256 characters', 'x'.repeat(256)],
  ['a key that cannot be printed', 'schlüssel'],
] as const) {
  test(`${what} is refused`, async () => {
    const response = await link(key)
    assert.deepEqual([response.status, response.body.errorData.field], [400, 'Idempotency-Key'])
  })
}

test('a hundred equal requests at once make one link, or return that the first still runs', async () => {
  const responses = await Promise.all(Array.from({ length: 100 }, () => link('link-5')))
  const made = responses.filter((response) => response.status === 200)
  assert.ok(made.length >= 1)
  assert.equal(new Set(made.map((response) => response.text)).size, 1)
  for (const response of responses)
    if (response.status !== 200) assert.equal(response.body.errorType, 'idempotencyKeyInUse')
})

test('an execute returns its first response, also after its transfer has progressed', async () => {
  const previewId = await newPreview()
  const first = await executeWith('execute-1', previewId)
  server.wait(400 * 86_400_000)
  const second = await executeWith('execute-1', previewId)
  assert.deepEqual([first.status, second.text, isReplayed(second)], [200, first.text, true])
  token = await signIn(server, 'user_good')
  const other = await executeWith('execute-1', await newPreview('6'))
  assert.deepEqual([other.status, other.body.ErrorType, other.body.TransferResult], [422, 'idempotencyKeyReused', null])
})

test('a transfer that the exchange rejected is returned as rejected again', async () => {
  const previewId = await newPreview('5.01')
  const [first, second] = [await executeWith('execute-2', previewId), await executeWith('execute-2', previewId)]
  assert.deepEqual([first.status, first.body.TransferResult.StatusDetail], [422, 'Rejected'])
  assert.deepEqual([second.status, withoutId(second)], [422, withoutId(first)])
  assert.equal(second.body.RequestId, second.headers.get('x-request-id'))
})

test('a required code is replayed, and the code may come under the same key', async () => {
  const previewId = await newPreview('5.02')
  const prompted = await executeWith('execute-3', previewId)
  assert.equal(prompted.body.Status, 'MfaRequired')
  assert.deepEqual(withoutId(await executeWith('execute-3', previewId)), withoutId(prompted))
  const wrong = await executeWith('execute-3', previewId, '000000')
  // The same wrong code once more is the same request: it uses up no further attempt.
  assert.deepEqual(withoutId(await executeWith('execute-3', previewId, '000000')), withoutId(wrong))
  assert.equal(wrong.body.MfaAttemptsLeft, 4)
  const sent = await executeWith('execute-3', previewId, '123456')
  assert.equal(sent.body.Status, 'Succeeded')
  assert.equal((await executeWith('execute-3', previewId, '000000')).body.ErrorType, 'idempotencyKeyReused')
})

test('execute is idempotent by its preview, too: another key makes no second transfer', async () => {
  const previewId = await newPreview()
  const first = await executeWith('execute-4', previewId)
  const second = await executeWith('execute-5', previewId)
  const third = await execute(server, token, previewId)
  const id = first.body.TransferResult.TransferId
  assert.deepEqual([second.body.TransferResult.TransferId, third.body.TransferResult.TransferId], [id, id])
})

test('a stored link response expires after two days, and its auth_code is stored nowhere in clear', async () => {
  const first = await link('link-6')
  const code = new URL(first.body.content.url).searchParams.get('auth_code') ?? ''
  const folder = join(server.folder, 'server')
  const files = ['transfer-link.db', 'transfer-link.db-wal'].map((name) => readFileSync(join(folder, name)))
  assert.ok(code.length > 40)
  assert.ok(!Buffer.concat(files).includes(code.slice(-30)))
  server.wait(24 * 3_600_000)
  assert.equal((await link('link-6')).text, first.text)
  server.wait(25 * 3_600_000)
  const later = await link('link-6')
  assert.deepEqual([later.status, isReplayed(later)], [200, false])
})

test('a repeated execute whose response was erased returns its transfer, and another one is refused', async () => {
  const fromAuthToken = await signIn(server, 'user_good')
  const [previewId, another] = [await newPreview('6', fromAuthToken), await newPreview('6', fromAuthToken)]
  const send = (previewId: string) =>
    server.post(executePath, { fromAuthToken, fromType: 'sandbox', previewId }, withKey('execute-erased'))
  const first = await send(previewId)
  const { TransferId } = first.body.TransferResult
  const { query } = server.deps.database
  const stored = query.selectFrom('idempotency_key').select('sealed_response').where('transfer_id', '=', TransferId)
  assert.notEqual((await stored.executeTakeFirstOrThrow()).sealed_response, null)
  await eraseResponses(query, [TransferId])
  assert.equal((await stored.executeTakeFirstOrThrow()).sealed_response, null)
  const other = await send(another)
  assert.deepEqual([other.status, other.body.ErrorType], [422, 'idempotencyKeyReused'])
  const again = await send(previewId)
  assert.deepEqual([again.status, again.body.TransferResult.TransferId], [200, TransferId])
  const transfers = await query.selectFrom('transfer').select('id').where('preview_id', '=', previewId).execute()
  assert.deepEqual(transfers, [{ id: TransferId }])
})
