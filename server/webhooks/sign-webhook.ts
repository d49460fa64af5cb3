// Signatures of a webhook request, as Standard Webhooks defines them: HMAC-SHA256 over id, timestamp and body.

import { createHmac } from 'node:crypto'
import { secretPrefix } from './webhook-secrets.ts'

interface WebhookToSign {
  /** The same on every attempt. Contains no dot, because dots separate the parts of the signed text. */
  id: string
  /** The time of this attempt. Receivers refuse one that is more than five minutes old. */
  at: Date
  /** The text that is sent, byte for byte. */
  body: string
  /** The current secret first, then those that stay valid during a rotation. */
  secrets: readonly string[]
  format: 'standard' | 'mesh'
}

/** The headers of one attempt. */
export function webhookHeaders({ id, at, body, secrets, format }: WebhookToSign): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${id}.${timestamp}.${body}`
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(keyOf(secret), signed)}`).join(' '),
    ...(format === 'mesh' ? meshHeaders(secrets, body) : {}),
  }
}

/** The headers of a request that was sent, besides its signatures, which are not stored. */
export function sentHeaders(sent: Pick<WebhookToSign, 'id' | 'at' | 'format'>): Record<string, string> {
  const { 'webhook-signature': _, ...headers } = webhookHeaders({ ...sent, body: '', secrets: [] })
  return headers
}

/** Has room for one signature, made with the current secret. Its key is the secret as text. */
function meshHeaders([current]: readonly string[], body: string): Record<string, string> {
  return current === undefined ? {} : { 'X-Mesh-Signature-256': hmac(Buffer.from(current, 'utf8'), body) }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64')
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}
