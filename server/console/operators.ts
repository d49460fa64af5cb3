// The people who use the console. Rows stay when an operator is removed, so that no other one gets the name.

import type { Role } from '../contract/console/role.ts'
import { lockRows } from '../storage/dialect.ts'
import { changedOne, type Query } from '../storage/storage.ts'

export interface Operator {
  id: string
  name: string
  role: Role
}

export type SignInWay = 'oidc' | 'passkey'

export interface KnownOperator extends Operator {
  signIn: SignInWay
  isRemoved: boolean
}

export async function operatorById(query: Query, id: string): Promise<KnownOperator | undefined> {
  return found(await selectKnown(query).where('id', '=', id).executeTakeFirst())
}

export async function operatorNamed(query: Query, name: string): Promise<KnownOperator | undefined> {
  return found(await selectKnown(query).where('name', '=', name).executeTakeFirst())
}

/** By the identity provider and its id of the operator. */
export async function operatorOfSubject(
  query: Query,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<KnownOperator | undefined> {
  const select = selectKnown(query).where('issuer', '=', issuer).where('subject', '=', subject)
  return found(await select.executeTakeFirst())
}

function selectKnown(query: Query) {
  return query.selectFrom('operator').select(['id', 'name', 'role', 'issuer', 'removed_at'])
}

interface KnownRow extends Operator {
  issuer: string | null
  removed_at: number | null
}

function found(row: KnownRow | undefined): KnownOperator | undefined {
  if (row === undefined) return undefined
  const { id, name, role, issuer, removed_at: removedAt } = row
  return { id, name, role, signIn: wayOf(issuer), isRemoved: removedAt !== null }
}

export async function createdAtOf(query: Query, id: string): Promise<Date> {
  const select = query.selectFrom('operator').select('created_at').where('id', '=', id)
  return new Date((await select.executeTakeFirstOrThrow()).created_at)
}

/** Also by an operator who was removed. */
export async function isNameTaken(query: Query, name: string): Promise<boolean> {
  return (await operatorNamed(query, name)) !== undefined
}

export async function insertOperator(
  query: Query,
  operator: Operator & { issuer?: string; subject?: string; createdAt: Date },
): Promise<void> {
  const { id, name, role, issuer = null, subject = null, createdAt } = operator
  const times = { created_at: createdAt.getTime(), signed_in_at: null, removed_at: null }
  await query
    .insertInto('operator')
    .values({ id, name, role, issuer, subject, ...times })
    .execute()
}

export async function setRole(query: Query, id: string, role: Role): Promise<void> {
  await query.updateTable('operator').set({ role }).where('id', '=', id).execute()
}

export async function setSignedIn(query: Query, id: string, now: Date): Promise<void> {
  await query.updateTable('operator').set({ signed_in_at: now.getTime() }).where('id', '=', id).execute()
}

/** Also deletes the operator's passkeys and ends the sessions. */
export async function removeOperator(query: Query, id: string, now: Date): Promise<boolean> {
  await deleteAccess(query, id)
  const update = query.updateTable('operator').set({ removed_at: now.getTime() })
  return changedOne(await update.where('id', '=', id).where('removed_at', 'is', null).executeTakeFirstOrThrow())
}

/** A sign-in that ran during the removal can have left a session. */
export async function restoreOperator(query: Query, id: string): Promise<void> {
  await deleteAccess(query, id)
  await query.updateTable('operator').set({ removed_at: null }).where('id', '=', id).execute()
}

async function deleteAccess(query: Query, id: string): Promise<void> {
  for (const table of ['operator_passkey', 'operator_session', 'operator_code'] as const)
    await query.deleteFrom(table).where('operator_id', '=', id).execute()
}

/** Whether another admin remains without this operator. Two admins who act on each other at once wait here, one for the other. */
export async function isAnotherAdmin(query: Query, id: string): Promise<boolean> {
  const admins = query.selectFrom('operator').select('id').where('role', '=', 'admin').where('removed_at', 'is', null)
  const locked = await lockRows(query, admins.orderBy('id')).execute()
  return locked.some((admin) => admin.id !== id)
}

export function wayOf(issuer: string | null): SignInWay {
  return issuer === null ? 'passkey' : 'oidc'
}
