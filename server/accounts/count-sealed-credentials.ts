import { sealingKeyId } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'

/** How many sign-ins each master key has sealed, by the id of the key. Reads only the index `sign_in_key`. */
export async function countSealedCredentials(query: Query): Promise<Map<string, number>> {
  const keyId = sealingKeyId(query)
  const rows = await query
    .selectFrom('sign_in')
    .select(({ fn }) => [keyId.as('key_id'), fn.countAll<number>().as('count')])
    .where('sealed_credentials', '<>', '')
    .groupBy(keyId)
    .execute()
  return new Map(rows.map(({ key_id, count }) => [key_id, Number(count)]))
}
