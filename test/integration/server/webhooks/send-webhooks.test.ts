// The whole way of a webhook: over REST, from a transfer, to a receiver that verifies it with a published library.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createWebhookDeps } from '../../../../server/create-webhook-deps.ts'
import { startWebhooks, type Webhooks } from '../../../../server/webhooks/start-webhooks.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

let server: TestServer
let receiver: Server
let webhooks: Webhooks
const received: Received[] = []
const waiting = new Set<() => void>()

before(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(204).end()
    for (const look of waiting) look()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  server = await startTestServer()
  const networks = ['127.0.0.0/8']
  server.deps.webhookNetworks = networks
  webhooks = startWebhooks(createWebhookDeps(server.deps), new AbortController().signal)
})
after(async () => {
  await webhooks.stop()
  receiver.closeAllConnections()
  receiver.close()
  await server.stop()
})

/** Resolves once the receiver has what is searched for. The test's own timeout ends a wait in vain. */
function untilReceived(find: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!find()) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })
}

test('the events of a transfer arrive in order, verify, and have the digits of the API', async () => {
  const { port } = receiver.address() as AddressInfo
  const api = server.over({ webhookNetworks: ['127.0.0.0/8'] })
  const urls = { standard: `http://127.0.0.1:${port}/standard`, mesh: `http://127.0.0.1:${port}/mesh` }
  const created = await api.post('/api/v1/webhooks/endpoints', { url: urls.standard })
  const { secret } = created.body.content
  const mesh = (await api.post('/api/v1/webhooks/endpoints', { url: urls.mesh, format: 'mesh' })).body.content

  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5.000001')).body.PreviewResult
  const { TransferId } = (await execute(server, token, PreviewId)).body.TransferResult
  await untilEnded(server, TransferId)

  const bodies = () => received.map(({ body }) => body)
  await untilReceived(
    () => bodies().filter((body) => body.includes('ucceeded') && body.includes(TransferId)).length === 2,
  )
  const standard = received.filter(({ headers }) => !('x-mesh-signature-256' in headers))
  const ofTransfer = standard.filter(({ body }) => body.includes(TransferId))
  assert.deepEqual(
    ofTransfer.map(({ body }) => JSON.parse(body).type),
    ['transfer.pending', 'transfer.succeeded'],
  )
  assert.ok(standard.some(({ body }) => JSON.parse(body).type === 'account.connected'))
  for (const { headers, body } of standard) {
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
    assert.equal(verified.id, headers['webhook-id'])
    assert.match(body, /^\{"id":"/)
  }
  for (const { body } of ofTransfer) assert.match(body, /"amount":5\.000001,/)
  const last = JSON.parse(ofTransfer[1]?.body ?? '')
  const { content } = (await server.get(`/api/v1/transfers/${TransferId}`)).body
  assert.deepEqual([last.data.hash, last.data.timeline], [content.hash, content.timeline])
  const list = (await server.get('/api/v1/events?types=transfer.succeeded')).text
  assert.ok(list.includes(ofTransfer[1]?.body ?? 'none'), 'the event list has another body')

  const ofMesh = received.filter(({ headers }) => 'x-mesh-signature-256' in headers)
  assert.deepEqual(
    ofMesh.map(({ body }) => [JSON.parse(body).TransferStatus, JSON.parse(body).TransferId]),
    [
      ['Pending', TransferId],
      ['Succeeded', TransferId],
    ],
  )
  for (const { headers, body } of ofMesh) {
    new Webhook(mesh.secret).verify(body, headers as Record<string, string>)
    assert.match(body, /"DestinationAmount":5\.000001,/)
  }
  const { deliveries } = (await server.get(`/api/v1/webhooks/endpoints/${created.body.content.id}/deliveries`)).body
    .content
  const [newest] = deliveries
  assert.deepEqual([newest.state, newest.tries, newest.attempts[0].status], ['delivered', 1, 204])
})
