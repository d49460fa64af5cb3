import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openedSecrets } from '../../../server/create-webhook-deps.ts'
import { keyRing } from '../../../server/secrets/key-ring.ts'
import { sealer } from '../../../server/secrets/seal.ts'
import type { WebhookEndpoint } from '../../../server/webhooks/webhook-endpoint.ts'
import { sealWebhookSecret } from '../../../server/webhooks/webhook-secrets.ts'

const [first, second] = ['1', '2'].map((id) => ({ id, bytes: randomBytes(32) })) as [Key, Key]
interface Key {
  id: string
  bytes: Buffer
}
const sealerOf = (...keys: Key[]) => sealer(keyRing(keys), 'sandbox')
const owner = { clientId: 'client', endpointId: 'endpoint' }
const rotatedAt = new Date('2026-11-20T14:00:00Z')
const endpoint = {
  ...{ id: 'endpoint', clientId: 'client', sealedCertificate: null },
  sealedSecret: sealWebhookSecret(sealerOf(second), { ...owner, secret: 'new' }),
  sealedOldSecret: sealWebhookSecret(sealerOf(first), { ...owner, secret: 'old' }),
  oldSecretUntil: new Date(rotatedAt.getTime() + 86_400_000),
} as WebhookEndpoint

test('the old secret signs too until its time is over', () => {
  const ring = { sealer: sealerOf(second, first) }
  assert.deepEqual(openedSecrets(ring, endpoint, rotatedAt).secrets, ['new', 'old'])
  assert.deepEqual(openedSecrets(ring, endpoint, endpoint.oldSecretUntil as Date).secrets, ['new'])
})

test('without the master key of the old secret the current one signs', () => {
  assert.deepEqual(openedSecrets({ sealer: sealerOf(second) }, endpoint, rotatedAt).secrets, ['new'])
  assert.throws(() => openedSecrets({ sealer: sealerOf(first) }, endpoint, rotatedAt))
})
