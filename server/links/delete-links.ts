// Deletes links and their sessions some time after they have expired.

import { deleteBatch, deletionBatch } from '../storage/delete-batch.ts'
import { skipClaimed } from '../storage/dialect.ts'
import { inTransaction } from '../storage/storage.ts'
import type { LinkDeps } from './links.ts'

type DeletionDeps = Pick<LinkDeps, 'database' | 'now'>

/** At most one batch. Returns the number of sessions. A session with a connection stays: connections are deleted first. */
export function deleteExpiredSessions({ database, now }: DeletionDeps, keepMs: number): Promise<number> {
  const at = now().getTime()
  return inTransaction(database, async (query) => {
    const expired = query
      .selectFrom('link_session')
      .select('id')
      .where('expires_at', '<=', at - keepMs)
      // A session that moved to a full page may still read.
      .where((where) => where.or([where('reads_until', 'is', null), where('reads_until', '<=', at)]))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('connection').select('id').whereRef('session_id', '=', 'link_session.id'))),
      )
      .limit(deletionBatch)
    const ids = (await skipClaimed(query, expired).execute()).map(({ id }) => id)
    if (ids.length === 0) return 0
    await query.deleteFrom('session_account').where('session_id', 'in', ids).execute()
    await query.deleteFrom('link_session').where('id', 'in', ids).execute()
    return ids.length
  })
}

/** At most one batch. Returns the number of links. A link stays as long as a session of it, or tokens that can still be fetched. */
export function deleteExpiredLinks({ database, now }: DeletionDeps, keepMs: number): Promise<number> {
  const { query } = database
  const expired = query
    .selectFrom('link')
    .select('id')
    .where('expires_at', '<=', now().getTime() - keepMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('link_session').select('id').whereRef('link_id', '=', 'link.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('token_delivery').select('sign_in_id').whereRef('link_id', '=', 'link.id'))),
    )
  return deleteBatch(query, { table: 'link', key: ['id'] }, expired)
}
