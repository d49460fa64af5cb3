// Event streams over real connections: four in a link session, a fifth once one of them has ended, none after the session.
import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { newSession } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
let port: number
before(async () => {
  server = await startTestServer()
  port = (await server.listen()).port
})
after(() => server.stop())

/** A transfer that stays pending until the exchange's console releases it. */
async function pendingTransfer(amount: string): Promise<{ token: string; path: string }> {
  const token = await newSession(server)
  const post = async (path: string, body: object) =>
    (await server.inSession(token, 'POST', `/api/v1/link/${path}`, body)).body.content
  const { accounts } = await post('connect', {
    type: 'sandbox',
    fields: { username: 'user_good', password: 'pass_good' },
  })
  const choice = { accountId: accounts[0].accountId, networkId: 'aa883b03-120d-477c-a588-37c2afd3ca71', symbol: 'USDC' }
  const { preview } = await post('preview', { ...choice, amount })
  const { transfer } = await post('execute', { previewId: preview.previewId })
  assert.equal(transfer.status, 'Pending')
  return { token, path: `/api/v1/link/transfer/${transfer.transferId}/events` }
}

function follow({ token, path }: { token: string; path: string }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end()
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

test('a session follows its transfer four times at once, and another session is not held up', async () => {
  const first = await pendingTransfer('31.03')
  const streams = await Promise.all([1, 2, 3, 4].map(() => follow(first)))
  assert.deepEqual(
    streams.map(({ statusCode, headers }) => [statusCode, headers['content-type']]),
    streams.map(() => [200, 'text/event-stream']),
  )
  const refused = await follow(first)
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '5'])
  const { errorType, errorData, message } = JSON.parse(await textOf(refused))
  assert.deepEqual([errorType, errorData], ['tooManyStreams', { maximum: 4 }])
  assert.match(message, /may have at most 4 open event streams/)

  // The same user's transfer, in another session of the same user.
  const other = await follow({ ...first, token: await newSession(server) })
  assert.equal(other.statusCode, 200)

  // The server notices an ended connection at its next poll of the transfer.
  streams[0]?.destroy()
  const deadline = Date.now() + 20_000
  let next = await follow(first)
  while (next.statusCode === 429 && Date.now() < deadline) {
    next.resume()
    next = await follow(first)
  }
  assert.equal(next.statusCode, 200)
  for (const stream of [...streams, other, next]) stream.destroy()
})

test('a stream that ends with its transfer counts no more', async () => {
  const followed = await pendingTransfer('32.03')
  const streams = await Promise.all([1, 2, 3, 4].map(() => follow(followed)))
  const texts = Promise.all(streams.map(textOf))
  const { withdrawals } = await (await fetch(`${server.exchangeUrl}/console/withdrawals`)).json()
  const held = withdrawals.find(({ amount }: { amount: string }) => amount === '32.03')
  await fetch(`${server.exchangeUrl}/console/withdrawals/${held.id}/release`, { method: 'POST' })
  for (const text of await texts) assert.match(text, /"status":"Succeeded"/)
  const again = await Promise.all([1, 2, 3, 4].map(() => follow(followed)))
  assert.deepEqual(
    again.map((stream) => stream.resume().statusCode),
    [200, 200, 200, 200],
  )
})

// Sooner than the two minutes after which every stream ends.
test('a stream ends when its user leaves, and when its session expires', { timeout: 60_000 }, async () => {
  const left = await pendingTransfer('33.03')
  const leaving = await follow(left)
  const other = await follow({ ...left, token: await newSession(server) })
  assert.equal((await server.inSession(left.token, 'DELETE', '/api/v1/link/session')).status, 200)
  assert.match(await textOf(leaving), /^event: transfer\n.*"status":"Pending"/s)
  assert.equal((await follow(left)).resume().statusCode, 401)

  // Of the hour that the session has, half a minute is left: less than what one stream may take.
  const token = await newSession(server)
  server.wait(3_570_000)
  const expiring = await follow({ ...left, token })
  assert.equal(expiring.statusCode, 200)
  server.wait(30_000)
  assert.match(await textOf(expiring), /"status":"Pending"/)
  other.destroy()
})
