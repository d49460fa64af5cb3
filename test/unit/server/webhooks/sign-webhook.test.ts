// What we sign, verified by a published library and by a handler for the format `mesh`.
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { webhookHeaders } from '../../../../server/webhooks/sign-webhook.ts'
import { newWebhookSecret } from '../../../../server/webhooks/webhook-secrets.ts'

const [secret, oldSecret] = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)]
const body = '{"type":"transfer.succeeded","data":{"amount":12.345678901234567890,"userId":"Zoë"}}'
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const sign = (changes: Partial<Parameters<typeof webhookHeaders>[0]> = {}) =>
  webhookHeaders({ id: 'msg_1', at: new Date(), body, secrets: [secret], format: 'standard', ...changes })
const verify = (headers: Record<string, string>, { text = body, with: key = secret } = {}) =>
  new Webhook(key).verify(text, headers)

test('the library verifies the signature', () => {
  assert.deepEqual(verify(sign()), JSON.parse(body))
  assert.equal(sign()['content-type'], 'application/json')
})

test('the library refuses another body, id, time and key', () => {
  const headers = sign()
  assert.throws(() => verify(headers, { text: body.replace('12.3', '92.3') }), /No matching signature/)
  assert.throws(() => verify({ ...headers, 'webhook-id': 'msg_2' }), /No matching signature/)
  const later = `${Number(headers['webhook-timestamp']) + 1}`
  assert.throws(() => verify({ ...headers, 'webhook-timestamp': later }), /No matching signature/)
  assert.throws(() => verify(headers, { with: oldSecret }), /No matching signature/)
})

test('the library refuses a request that is more than five minutes old, or from the future', () => {
  assert.ok(verify(sign({ at: secondsAgo(290) })))
  assert.throws(() => verify(sign({ at: secondsAgo(310) })), /too old/)
  assert.throws(() => verify(sign({ at: secondsAgo(-310) })), /too new/)
})

test('during a rotation, the library verifies with either secret', () => {
  const headers = sign({ secrets: [secret, oldSecret] })
  assert.ok(verify(headers))
  assert.ok(verify(headers, { with: oldSecret }))
  assert.throws(() => verify(headers, { with: newWebhookSecret(randomBytes) }), /No matching signature/)
})

test('the format mesh signs for both kinds of handlers, the current secret first', () => {
  const headers = sign({ format: 'mesh', secrets: [secret, oldSecret] })
  // As the handlers of the format do: the secret as text, the body alone.
  const expected = createHmac('sha256', secret).update(body).digest('base64')
  assert.equal(headers['X-Mesh-Signature-256'], expected)
  assert.ok(verify(headers))
  assert.equal('X-Mesh-Signature-256' in sign(), false)
})
