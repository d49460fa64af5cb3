// Erases the stored responses of transfers, which contain addresses. Their keys stay: the same request then runs again, and executes
// nothing because its preview is spent, and another request is refused.

import type { Query } from '../storage/storage.ts'

/** As if the process of the request had died (`idempotency-store.ts`). */
const longAgo = 0

export async function eraseResponses(query: Query, transferIds: readonly string[]): Promise<void> {
  if (transferIds.length === 0) return
  await query
    .updateTable('idempotency_key')
    .set({ sealed_response: null, running_until: longAgo })
    .where('transfer_id', 'in', transferIds)
    .where('sealed_response', 'is not', null)
    .execute()
}
