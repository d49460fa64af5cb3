// Sessions of signed-in operators: 256 random bits in a cookie, of which the hash is stored. Nothing is cached, so an ended session and a
// changed role take effect with the next request.

import { randomBytes } from 'node:crypto'
import type { TimeCursor } from '../http/time-cursor.ts'
import { hashSecret } from '../secrets/tokens.ts'
import type { Query } from '../storage/storage.ts'
import type { Operator } from './operators.ts'

/** After its sign-in a session ends, used or not. */
export const sessionMs = 12 * 3_600_000
/** Without a request of the operator a session ends. The refreshes of an open page do not count. */
export const idleMs = 3_600_000
/** How long a sign-in counts as recent. */
export const recentMs = 300_000
/** Uses are written at most this often. */
const writeUseMs = 60_000

export interface OperatorSession {
  id: string
  operator: Operator
  signedInAt: Date
  expiresAt: Date
}

interface NewSession {
  id: string
  operatorId: string
  address: string
  now: Date
  /** When the operator has proved who they are. */
  signedInAt?: Date
}

/** Returns the value of the cookie. */
export async function createSession(
  query: Query,
  { id, operatorId, address, now, signedInAt = now }: NewSession,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const at = now.getTime()
  const times = { created_at: at, signed_in_at: signedInAt.getTime(), used_at: at, expires_at: at + sessionMs }
  const row = { hash: hashSecret(secret), id, operator_id: operatorId, address, ...times }
  await query.insertInto('operator_session').values(row).execute()
  return secret
}

/** Undefined if it has ended, or its operator was removed. `isUse`: the request counts as a use. */
export async function readSession(
  query: Query,
  secret: string,
  { now, isUse }: { now: Date; isUse: boolean },
): Promise<OperatorSession | undefined> {
  const hash = hashSecret(secret)
  const row = await query
    .selectFrom('operator_session as session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'session.signed_in_at', 'session.used_at', 'session.expires_at'])
    .select(['operator.id as operatorId', 'operator.name', 'operator.role'])
    .where('session.hash', '=', hash)
    .where('session.expires_at', '>', now.getTime())
    .where('session.used_at', '>', now.getTime() - idleMs)
    .where('operator.removed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (isUse && row.used_at < now.getTime() - writeUseMs) {
    const update = query.updateTable('operator_session').set({ used_at: now.getTime() })
    await update.where('hash', '=', hash).execute()
  }
  const { id, operatorId, name, role, signed_in_at: signedInAt, expires_at: expiresAt } = row
  return {
    id,
    operator: { id: operatorId, name, role },
    signedInAt: new Date(signedInAt),
    expiresAt: new Date(expiresAt),
  }
}

export interface SessionRecord {
  id: string
  operator: { id: string; name: string }
  createdAt: Date
  usedAt: Date
  expiresAt: Date
  address: string
}

/** Of all operators, the newest first. `after`: the last one of the page before. */
export async function listSessions(
  query: Query,
  { now, after, limit }: { now: Date; after?: TimeCursor | undefined; limit: number },
): Promise<SessionRecord[]> {
  let select = selectRecords(query)
    .where('session.expires_at', '>', now.getTime())
    .where('session.used_at', '>', now.getTime() - idleMs)
  if (after !== undefined) {
    select = select
      .where('session.created_at', '<=', after.createdAt)
      .where(({ or, eb }) => or([eb('session.created_at', '<', after.createdAt), eb('session.id', '<', after.id)]))
  }
  const rows = await select.orderBy('session.created_at', 'desc').orderBy('session.id', 'desc').limit(limit).execute()
  return rows.map(recordOf)
}

export async function sessionById(query: Query, id: string): Promise<SessionRecord | undefined> {
  const row = await selectRecords(query).where('session.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : recordOf(row)
}

function selectRecords(query: Query) {
  return query
    .selectFrom('operator_session as session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'session.created_at', 'session.used_at', 'session.expires_at', 'session.address'])
    .select(['operator.id as operatorId', 'operator.name'])
}

/** Returns false if there is none. */
export async function endSession(query: Query, id: string): Promise<boolean> {
  const { numDeletedRows } = await query.deleteFrom('operator_session').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** All sessions of an operator. Returns their number. */
export async function endSessionsOf(query: Query, operatorId: string): Promise<number> {
  const remove = query.deleteFrom('operator_session').where('operator_id', '=', operatorId)
  return Number((await remove.executeTakeFirstOrThrow()).numDeletedRows)
}

/** Of everyone. Returns their number. */
export async function endAllSessions(query: Query): Promise<number> {
  return Number((await query.deleteFrom('operator_session').executeTakeFirstOrThrow()).numDeletedRows)
}

export function isRecent({ signedInAt }: Pick<OperatorSession, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < recentMs
}

interface RecordRow {
  id: string
  operatorId: string
  name: string
  created_at: number
  used_at: number
  expires_at: number
  address: string
}

function recordOf({ id, operatorId, name, created_at, used_at, expires_at, address }: RecordRow): SessionRecord {
  const times = { createdAt: new Date(created_at), usedAt: new Date(used_at), expiresAt: new Date(expires_at) }
  return { id, operator: { id: operatorId, name }, ...times, address }
}
