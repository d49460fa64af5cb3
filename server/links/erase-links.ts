// Deletes a user's links with their sessions, in batches.

import { deletionBatch } from '../storage/delete-batch.ts'
import type { Query } from '../storage/storage.ts'

/** At most one batch. Returns the number of links. */
export async function eraseLinks(
  query: Query,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<number> {
  const links = query.selectFrom('link').select('id').where('client_id', '=', clientId).where('user_id', '=', userId)
  const linkIds = (await links.limit(deletionBatch).execute()).map(({ id }) => id)
  if (linkIds.length === 0) return 0
  const sessions = query.selectFrom('link_session').select('id').where('link_id', 'in', linkIds)
  await query.deleteFrom('connection').where('session_id', 'in', sessions).execute()
  await query.deleteFrom('session_account').where('session_id', 'in', sessions).execute()
  await query.deleteFrom('link_session').where('link_id', 'in', linkIds).execute()
  await query.deleteFrom('token_delivery').where('link_id', 'in', linkIds).execute()
  await query.deleteFrom('link').where('id', 'in', linkIds).execute()
  return linkIds.length
}
