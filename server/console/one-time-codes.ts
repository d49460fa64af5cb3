// Codes of one-time URLs. They are passed in the fragment of a URL, which browsers do not send.

import { randomBytes } from 'node:crypto'
import type { Role } from '../contract/console/role.ts'
import { hashSecret } from '../secrets/tokens.ts'
import type { Query } from '../storage/storage.ts'

export interface OneTimeCode {
  kind: 'invite' | 'once'
  /** Of the operator. */
  name: string
  role: Role
  /** The operator to whom an invitation adds a passkey. Null: the code creates the operator. */
  operatorId: string | null
  /** The operator who has invited. Absent for a command. */
  invitedBy?: string | null | undefined
}

/** Returns the code, of which only the hash is stored. */
export async function createCode(
  query: Query,
  { kind, name, role, operatorId, invitedBy = null }: OneTimeCode,
  { now, seconds }: { now: Date; seconds: number },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const times = { created_at: now.getTime(), expires_at: now.getTime() + seconds * 1_000 }
  const row = { hash: hashSecret(code), kind, name, role, operator_id: operatorId, invited_by: invitedBy, ...times }
  await query.insertInto('operator_code').values(row).execute()
  return code
}

/** Without using it. Undefined if it was used or has expired. */
export async function readCode(
  query: Query,
  code: string,
  { kind, now }: { kind: OneTimeCode['kind']; now: Date },
): Promise<OneTimeCode | undefined> {
  const select = query
    .selectFrom('operator_code')
    .select(['kind', 'name', 'role', 'operator_id as operatorId', 'invited_by as invitedBy'])
  const valid = select.where('hash', '=', hashSecret(code)).where('kind', '=', kind)
  return valid.where('expires_at', '>', now.getTime()).executeTakeFirst()
}

/** Uses it. Of two calls at once, one gets undefined. */
export async function useCode(
  query: Query,
  code: string,
  given: { kind: OneTimeCode['kind']; now: Date },
): Promise<OneTimeCode | undefined> {
  const found = await readCode(query, code, given)
  const { numDeletedRows } = await query
    .deleteFrom('operator_code')
    .where('hash', '=', hashSecret(code))
    .where('kind', '=', given.kind)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n ? found : undefined
}

export interface OpenInvitation {
  name: string
  role: Role
  /** For an operator who exists. */
  addsPasskey: boolean
  invitedUntil: Date
}

/** By name. */
export async function listInvitations(query: Query, now: Date): Promise<OpenInvitation[]> {
  const select = query.selectFrom('operator_code').select(['name', 'role', 'operator_id', 'expires_at'])
  const open = select.where('kind', '=', 'invite').where('expires_at', '>', now.getTime())
  return (await open.orderBy('name').execute()).map(({ name, role, operator_id, expires_at }) => {
    return { name, role, addsPasskey: operator_id !== null, invitedUntil: new Date(expires_at) }
  })
}

/** A new invitation replaces earlier ones: only the newest URL works. */
export async function deleteInvitations(query: Query, name: string): Promise<void> {
  await query.deleteFrom('operator_code').where('kind', '=', 'invite').where('name', '=', name).execute()
}
