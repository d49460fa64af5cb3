// The data store fails while a transfer is executed: no response may state that nothing was executed when something was.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { baseId, execute, newSession, preview, signIn } from '../../../support/native-flow.ts'
import { type Requests, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

/** The server over a database that is lost as soon as the exchange has received the withdrawal. */
function losingStorageAfterSend(): Requests & { lose(isLost: boolean): void } {
  let isLost = false
  const database = new Proxy(server.deps.database, {
    get(target, name) {
      if (isLost && name === 'query') throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      return Reflect.get(target, name)
    },
  })
  const exchanges = registryOf(
    server.deps.exchanges.all.map((exchange) => ({
      ...exchange,
      async withdraw(...order: Parameters<typeof exchange.withdraw>) {
        const outcome = await exchange.withdraw(...order)
        isLost = true
        return outcome
      },
    })),
  )
  const lose = (lost: boolean) => {
    isLost = lost
  }
  return { ...server.over({ database, exchanges }), lose }
}

test('execute returns a link’s transfer when storage is lost after the send', async () => {
  const session = await newSession(server)
  const details = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
  const connected = await server.inSession(session, 'POST', '/api/v1/link/connect', details)
  const [account] = connected.body.content.accounts
  const terms = { accountId: account.accountId, networkId: baseId, symbol: 'USDC', amount: '12' }
  const previewed = await server.inSession(session, 'POST', '/api/v1/link/preview', terms)
  const { previewId } = previewed.body.content.preview
  const losing = losingStorageAfterSend()
  const response = await losing.inSession(session, 'POST', '/api/v1/link/execute', { previewId })
  assert.equal(response.status, 200, response.text)
  const { outcome, transfer } = response.body.content
  assert.equal(outcome, 'succeeded')
  assert.equal(transfer.status, 'Pending')
  assert.deepEqual(transfer.timeline, [])

  const replayed = await losing.inSession(session, 'POST', '/api/v1/link/execute', { previewId })
  assert.equal(replayed.status, 503)
  assert.match(replayed.body.message, /the outcome of this request is unknown\. Repeat it/)

  losing.lose(false)
  const found = await losing.inSession(session, 'POST', '/api/v1/link/execute', { previewId })
  assert.equal(found.body.content.transfer.transferId, transfer.transferId)
  assert.ok(found.body.content.transfer.timeline.length > 0)
})

test('execute returns a backend’s transfer when storage is lost after the send', async () => {
  const token = await signIn(server, 'user_good')
  const previewed = await preview(server, token, '13')
  const { PreviewId } = previewed.body.PreviewResult
  const losing = losingStorageAfterSend()
  const response = await execute(losing, token, PreviewId)
  // The write of the outcome is retried for as long as the process lives.
  losing.lose(false)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.TransferResult.Status, 'Pending')
})
