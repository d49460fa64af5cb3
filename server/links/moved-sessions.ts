// A link has one session at a time. When the link moves to a full page, the previous session ends: it can only read the transfers
// of the full page, and its page holds a code that moves the link back.

import { ApiError } from '../contract/errors.ts'
import { lockRows, lockRowsShared } from '../storage/dialect.ts'
import { changedOne, type Query } from '../storage/storage.ts'

/**
 * Ends the link's current session and returns when the next one expires: it gets the remaining lifetime. Returns null if the link
 * had no session. The row is locked, because the user may leave at the same moment; a session that has ended cannot be moved.
 */
export async function endPrevious(query: Query, linkId: string, now: number): Promise<number | null> {
  const ofLink = query.selectFrom('link_session').select('expires_at').where('link_id', '=', linkId)
  const previous = await lockRows(query, ofLink.orderBy('expires_at', 'desc')).executeTakeFirst()
  if (previous === undefined) return null
  if (previous.expires_at <= now) throw new ApiError('linkExpired')
  const sessions = query.updateTable('link_session').where('link_id', '=', linkId)
  await sessions.set({ return_hash: null, reads_until: null }).where('expires_at', '<=', now).execute()
  // Only the session that requested the full page may read it.
  await sessions
    .set({ reads_until: previous.expires_at })
    .where('expires_at', '>', now)
    .where('return_hash', 'is not', null)
    .execute()
  await sessions.set({ expires_at: now }).where('expires_at', '>', now).execute()
  return previous.expires_at
}

/** Spends the code that moves a link back to its previous session. Returns null for any other code. */
export async function spendReturnCode(query: Query, codeHash: string, now: number): Promise<string | null> {
  const moved = await query
    .selectFrom('link_session')
    .select('link_id')
    .where('return_hash', '=', codeHash)
    .where('reads_until', '>', now)
    .executeTakeFirst()
  if (moved === undefined) return null
  const spent = await query
    .updateTable('link_session')
    .set({ return_hash: null, reads_until: null })
    .where('return_hash', '=', codeHash)
    .executeTakeFirstOrThrow()
  return changedOne(spent) ? moved.link_id : null
}

/**
 * Locks the session until its transfer is stored, so that a session that takes over the link finds the transfer. Throws
 * `sessionEnded` if the link has moved. A transfer that the user ordered before leaving continues.
 */
export async function lockSession(query: Query, sessionId: string): Promise<void> {
  const sessions = query.selectFrom('link_session').where('id', '=', sessionId)
  const { link_id, expires_at } = await lockRowsShared(
    query,
    sessions.select(['link_id', 'expires_at']),
  ).executeTakeFirstOrThrow()
  // Only a move opens another session, at the time this one ends.
  const next = query.selectFrom('link_session').select('id').where('link_id', '=', link_id).where('id', '!=', sessionId)
  if ((await next.where('created_at', '>=', expires_at).executeTakeFirst()) !== undefined)
    throw new ApiError('sessionEnded')
}

/** Whether the link has a session that has neither ended nor expired. */
export async function hasOpenSession(query: Query, linkId: string, now: number): Promise<boolean> {
  const sessions = query.selectFrom('link_session').select('id').where('link_id', '=', linkId)
  return (await sessions.where('expires_at', '>', now).executeTakeFirst()) !== undefined
}
