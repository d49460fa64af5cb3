// A link has one session at a time. Where a session moves to a full page, the one before it ends: it can only read what was sent
// there, and its page holds a code that takes the link back.

import { ApiError } from '../contract/errors.ts'
import { holdRows, lockRows } from '../storage/dialect.ts'
import { changedOne, type Query } from '../storage/storage.ts'

/**
 * Ends the session that the link has, and returns until when its next one lives: the lifetime is what was left. Null where the link
 * had none. A session that ended before does not come back by a new code: its row is locked, because its user may leave at the same moment.
 */
export async function endPrevious(query: Query, linkId: string, now: number): Promise<number | null> {
  const ofLink = query.selectFrom('link_session').select('expires_at').where('link_id', '=', linkId)
  const previous = await lockRows(query, ofLink.orderBy('expires_at', 'desc')).executeTakeFirst()
  if (previous === undefined) return null
  if (previous.expires_at <= now) throw new ApiError('linkExpired')
  const sessions = query.updateTable('link_session').where('link_id', '=', linkId)
  await sessions.set({ return_hash: null, follows_until: null }).where('expires_at', '<=', now).execute()
  // Only a session that asked for the full page follows it.
  await sessions
    .set({ follows_until: previous.expires_at })
    .where('expires_at', '>', now)
    .where('return_hash', 'is not', null)
    .execute()
  await sessions.set({ expires_at: now }).where('expires_at', '>', now).execute()
  return previous.expires_at
}

/** Spends the code by which a session that moved takes its link back. Null for any other code. */
export async function spendReturnCode(query: Query, codeHash: string, now: number): Promise<string | null> {
  const moved = await query
    .selectFrom('link_session')
    .select('link_id')
    .where('return_hash', '=', codeHash)
    .where('follows_until', '>', now)
    .executeTakeFirst()
  if (moved === undefined) return null
  const spent = await query
    .updateTable('link_session')
    .set({ return_hash: null, follows_until: null })
    .where('return_hash', '=', codeHash)
    .executeTakeFirstOrThrow()
  return changedOne(spent) ? moved.link_id : null
}

/**
 * Keeps the session as it is until its order is written: whoever takes the link over waits for that, and finds it. Throws
 * `sessionEnded` where the link has moved on. What a user ordered before they left goes on.
 */
export async function holdSession(query: Query, sessionId: string): Promise<void> {
  const sessions = query.selectFrom('link_session').where('id', '=', sessionId)
  const { link_id, expires_at } = await holdRows(
    query,
    sessions.select(['link_id', 'expires_at']),
  ).executeTakeFirstOrThrow()
  // Only a move opens another one, at the moment at which this one ends.
  const next = query.selectFrom('link_session').select('id').where('link_id', '=', link_id).where('id', '!=', sessionId)
  if ((await next.where('created_at', '>=', expires_at).executeTakeFirst()) !== undefined)
    throw new ApiError('sessionEnded')
}

/** Whether the link has a session that has neither ended nor expired. */
export async function hasOpenSession(query: Query, linkId: string, now: number): Promise<boolean> {
  const sessions = query.selectFrom('link_session').select('id').where('link_id', '=', linkId)
  return (await sessions.where('expires_at', '>', now).executeTakeFirst()) !== undefined
}
