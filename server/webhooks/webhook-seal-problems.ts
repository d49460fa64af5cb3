// Whether the master keys open the secrets of webhook endpoints.

import type { KeyRing } from '../secrets/key-ring.ts'
import { sealer } from '../secrets/seal.ts'
import type { Query } from '../storage/storage.ts'
import { openWebhookSecret } from './webhook-secrets.ts'

/** A single damaged row proves nothing about its key. */
const samples = 5

interface SealedSecret {
  id: string
  client_id: string
  sealed_secret: string
}

/** Returns a sentence for each key that does not open the secrets that it has sealed, or null if there are none. */
export async function webhookSealProblems(
  query: Query,
  keys: KeyRing | null,
  environment: string,
): Promise<string[] | null> {
  const select = query.selectFrom('webhook_endpoint').select(['id', 'client_id', 'sealed_secret'])
  const rows = await select.where('deleted_at', 'is', null).execute()
  if (rows.length === 0) return null
  if (keys === null) return ['The master key is gone, and with it the secrets of the webhook endpoints.']
  const byKey = Map.groupBy(rows, ({ sealed_secret }) => sealed_secret.split('.')[1] ?? '')
  return [...byKey].flatMap(([keyId, sealed]) => {
    if (keys.byId(keyId) === undefined)
      return [`Webhook secrets are sealed with the master key ${keyId}, which is missing in MASTER_KEYS.`]
    if (opensAny({ keys, environment }, sealed.slice(0, samples))) return []
    return [`The master key ${keyId} does not open the webhook secrets that were sealed with the key ${keyId}.`]
  })
}

function opensAny(
  { keys, environment }: { keys: KeyRing; environment: string },
  sealed: readonly SealedSecret[],
): boolean {
  const opening = sealer(keys, environment)
  return sealed.some(({ id: endpointId, client_id: clientId, sealed_secret }) => {
    try {
      openWebhookSecret(opening, { clientId, endpointId }, sealed_secret)
      return true
    } catch {
      return false
    }
  })
}
