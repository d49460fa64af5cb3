import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../../../server/clients/clients.ts'
import { keyRing } from '../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../server/secrets/seal.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { createEndpoint, deleteEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import { webhookSealProblems } from '../../../../server/webhooks/webhook-seal-problems.ts'
import { newWebhookSecret, sealWebhookSecret } from '../../../../server/webhooks/webhook-secrets.ts'

const newKey = (id: string) => ({ id, bytes: randomBytes(32) })

test('a missing or replaced key is named while an endpoint needs it', async () => {
  const database = await openSqlite(mkdtempSync(join(tmpdir(), 'transfer-link-seals-')))
  const now = new Date()
  const { id: clientId } = await createClient(
    { database, environment: 'sandbox', now: () => now },
    { name: 'Shop', callbackUrls: [] },
  )
  const [first, second] = [newKey('1'), newKey('2')]
  const problems = (...keys: (typeof first)[]) => webhookSealProblems(database.query, keyRing(keys), 'sandbox')
  assert.equal(await problems(first), null)
  const id = randomUUID()
  const sealedSecret = sealWebhookSecret(sealer(keyRing([first]), 'sandbox'), {
    clientId,
    endpointId: id,
    secret: newWebhookSecret(randomBytes),
  })
  const endpoint = { url: 'https://shop.example/', format: 'standard' as const, types: [], description: '' }
  await createEndpoint(database, { id, clientId, ...endpoint, sealedSecret, sealedCertificate: null }, now)
  assert.deepEqual(await problems(second, first), [])
  assert.match((await problems(second))?.[0] ?? '', /sealed with the master key 1, which is missing/)
  assert.match((await problems(newKey('1')))?.[0] ?? '', /^The master key 1 does not open/)
  assert.match((await webhookSealProblems(database.query, null, 'sandbox'))?.[0] ?? '', /^The master key is gone/)
  await deleteEndpoint(database.query, { clientId, id }, now)
  assert.equal(await problems(second), null)
  await database.close()
})
