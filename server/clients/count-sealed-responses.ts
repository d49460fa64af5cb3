import { sealingKeyId } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'

/** How many stored responses these master keys have sealed, by the id of the key. Reads only their part of an index. */
export async function countSealedResponses(query: Query, keyIds: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const id of keyIds) {
    const responses = query.selectFrom('idempotency_key').select(({ fn }) => fn.countAll<number>().as('count'))
    const ofKey = responses.where('sealed_response', '<>', '').where(sealingKeyId(query, 'sealed_response'), '=', id)
    counts.set(id, Number((await ofKey.executeTakeFirstOrThrow()).count))
  }
  return counts
}
