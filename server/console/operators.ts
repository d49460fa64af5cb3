// The people who use the console. Rows stay when an operator is removed, so that no other one gets the name.

import type { Role } from '../contract/console/role.ts'
import type { OperatorTable } from '../storage/console-tables.ts'
import { changedOne, type Query } from '../storage/storage.ts'

export interface Operator {
  id: string
  name: string
  role: Role
}

export interface OperatorRecord extends Operator {
  /** By what the operator signs in. */
  signIn: 'oidc' | 'passkey'
  createdAt: Date
}

export async function operatorById(query: Query, id: string): Promise<Operator | undefined> {
  const select = query.selectFrom('operator').select(['id', 'name', 'role'])
  return select.where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
}

export async function operatorNamed(query: Query, name: string): Promise<Operator | undefined> {
  const select = query.selectFrom('operator').select(['id', 'name', 'role'])
  return select.where('name', '=', name).where('removed_at', 'is', null).executeTakeFirst()
}

export async function isNameTaken(query: Query, name: string): Promise<boolean> {
  const row = await query.selectFrom('operator').select('id').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export async function listOperators(query: Query): Promise<OperatorRecord[]> {
  const rows = await query.selectFrom('operator').selectAll().where('removed_at', 'is', null).orderBy('name').execute()
  return rows.map(recordOf)
}

export async function insertOperator(
  query: Query,
  operator: Operator & { issuer?: string; subject?: string; createdAt: Date },
): Promise<void> {
  const { id, name, role, issuer = null, subject = null, createdAt } = operator
  const row = { id, name, role, issuer, subject, created_at: createdAt.getTime(), removed_at: null }
  await query.insertInto('operator').values(row).execute()
}

export async function changeRole(query: Query, id: string, role: Role): Promise<boolean> {
  const update = query.updateTable('operator').set({ role }).where('id', '=', id).where('removed_at', 'is', null)
  return changedOne(await update.executeTakeFirstOrThrow())
}

/** Also deletes the operator's passkeys and ends the sessions. */
export async function removeOperator(query: Query, id: string, now: Date): Promise<boolean> {
  await query.deleteFrom('operator_passkey').where('operator_id', '=', id).execute()
  await query.deleteFrom('operator_session').where('operator_id', '=', id).execute()
  const update = query.updateTable('operator').set({ removed_at: now.getTime() })
  return changedOne(await update.where('id', '=', id).where('removed_at', 'is', null).executeTakeFirstOrThrow())
}

function recordOf({ id, name, role, issuer, created_at: createdAt }: OperatorTable): OperatorRecord {
  return { id, name, role, signIn: issuer === null ? 'passkey' : 'oidc', createdAt: new Date(createdAt) }
}
