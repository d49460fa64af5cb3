import { sealProblems } from '../accounts/check-seals.ts'
import type { KeyRing } from '../secrets/key-ring.ts'
import type { Query } from '../storage/storage.ts'
import { webhookSealProblems } from './webhook-seal-problems.ts'

/** A sentence for each master key that does not open what it has sealed: credentials and webhook secrets. Null if nothing is sealed. */
export async function storedSealProblems(
  query: Query,
  keys: KeyRing | null,
  environment: string,
): Promise<string[] | null> {
  const ofAccounts = await sealProblems(query, keys, environment)
  const ofWebhooks = await webhookSealProblems(query, keys, environment)
  return ofAccounts === null && ofWebhooks === null ? null : [...(ofAccounts ?? []), ...(ofWebhooks ?? [])]
}
