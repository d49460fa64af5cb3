import type { Query } from '../storage/storage.ts'

/** How many secrets and client certificates of webhook endpoints each master key has sealed, by the id of the key. */
export async function countSealedSecrets(query: Query): Promise<Map<string, number>> {
  const select = query
    .selectFrom('webhook_endpoint')
    .select(['sealed_secret', 'sealed_old_secret', 'sealed_certificate'])
  const rows = await select.where('deleted_at', 'is', null).execute()
  const counts = new Map<string, number>()
  for (const sealed of rows.flatMap((row) => Object.values(row))) {
    const keyId = sealed?.split('.')[1]
    if (keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  }
  return counts
}
