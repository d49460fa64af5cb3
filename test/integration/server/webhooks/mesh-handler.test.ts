// A handler that was written for Mesh's webhooks accepts ours, over a real connection.
import assert from 'node:assert/strict'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import { detailedExample } from '../../../../server/contract/wire/transfers.ts'
import { meshBody } from '../../../../server/webhooks/mesh-body.ts'
import { createPostWebhook } from '../../../../server/webhooks/post-webhook.ts'
import { webhookHeaders } from '../../../../server/webhooks/sign-webhook.ts'
import { newWebhookSecret } from '../../../../server/webhooks/webhook-secrets.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'

const secret = newWebhookSecret(randomBytes)
let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

/** Returns the status of the transfer, or null for a wrong signature. */
function handler({ headers, body }: CannedServer['requests'][number], key: string): string | null {
  const expected = createHmac('sha256', key).update(body, 'utf8').digest()
  const signature = Buffer.from(String(headers['x-mesh-signature-256']), 'base64')
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return JSON.parse(body).TransferStatus
}

test('the handler verifies the request and reads the status', async () => {
  const handled: unknown[] = []
  server.respondWith((_request, response, n) => {
    const received = server.requests[n]
    assert.ok(received)
    handled.push(handler(received, secret), handler(received, newWebhookSecret(randomBytes)))
    response.end()
  })
  const at = new Date()
  const event = { id: 'msg_1', type: 'transfer.succeeded', timestamp: at.toISOString() }
  const data = { ...detailedExample, sequence: 2, eventHash: '4f' }
  const body = meshBody(JSON.stringify({ ...event, data }), () => 'Zoë Exchange') ?? ''
  const headers = webhookHeaders({ id: event.id, at, body, secrets: [secret], format: 'mesh' })
  const post = createPostWebhook({ networks: ['127.0.0.1'], now: () => at })
  const request = { url: server.url, headers, body, clientCertificate: undefined }
  const result = await post(request, new AbortController().signal)
  assert.equal(result.kind, 'response')
  assert.deepEqual(handled, ['Succeeded', null])
})
