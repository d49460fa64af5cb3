import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { keyRing } from '../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../server/secrets/seal.ts'
import {
  newWebhookSecret,
  openClientCertificate,
  openWebhookSecret,
  sealClientCertificate,
  sealWebhookSecret,
} from '../../../../server/webhooks/webhook-secrets.ts'

const seals = sealer(keyRing([{ id: '1', bytes: randomBytes(32) }]), 'sandbox')
const owner = { clientId: 'client-1', endpointId: 'endpoint-1' }

test('a secret is whsec_ and 32 random bytes in base64', () => {
  assert.equal(
    newWebhookSecret((size) => Buffer.alloc(size, 7)),
    `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  )
  assert.match(newWebhookSecret(randomBytes), /^whsec_[\w+/]{43}=$/)
})

test('a sealed secret opens only for its client and endpoint', () => {
  const secret = newWebhookSecret(randomBytes)
  const sealed = sealWebhookSecret(seals, { ...owner, secret })
  assert.equal(sealed.includes(secret.slice(6)), false)
  assert.equal(openWebhookSecret(seals, owner, sealed), secret)
  for (const other of [
    { ...owner, clientId: 'client-2' },
    { ...owner, endpointId: 'endpoint-2' },
  ])
    assert.throws(() => openWebhookSecret(seals, other, sealed))
  assert.throws(() => openClientCertificate(seals, owner, sealed))
})

test('a sealed client certificate opens only for its endpoint', () => {
  const pair = { certificate: 'certificate', key: 'key' }
  const sealed = sealClientCertificate(seals, { ...owner, ...pair })
  assert.deepEqual(openClientCertificate(seals, owner, sealed), pair)
  assert.throws(() => openClientCertificate(seals, { ...owner, endpointId: 'endpoint-2' }, sealed))
})
