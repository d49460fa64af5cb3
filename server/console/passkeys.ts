// The passkeys of operators. One operator may have several.

import { changedOne, type Query } from '../storage/storage.ts'
import type { Operator } from './operators.ts'

export interface Passkey {
  /** The credential's id, in base64url. */
  id: string
  operatorId: string
  /** In COSE format, in base64url. */
  publicKey: string
  /** Of its uses, as the authenticator counts them. Many always state 0. */
  counter: number
  transports: readonly string[]
}

/** `invitedBy`: the operator whose invitation it accepts. */
export async function insertPasskey(
  query: Query,
  passkey: Passkey,
  { invitedBy = null, now }: { invitedBy?: string | null | undefined; now: Date },
): Promise<void> {
  const { id, operatorId, publicKey, counter, transports } = passkey
  const at = now.getTime()
  const row = { id, operator_id: operatorId, public_key: publicKey, counter, transports: JSON.stringify(transports) }
  await query
    .insertInto('operator_passkey')
    .values({ ...row, invited_by: invitedBy, created_at: at, used_at: at })
    .execute()
}

/** With its operator. Undefined if it is not registered: the passkeys of removed operators are deleted. */
export async function readPasskey(
  query: Query,
  id: string,
): Promise<{ passkey: Passkey; operator: Operator } | undefined> {
  const row = await query
    .selectFrom('operator_passkey as passkey')
    .innerJoin('operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.id', 'passkey.public_key', 'passkey.counter', 'passkey.transports'])
    .select(['operator.id as operatorId', 'operator.name', 'operator.role'])
    .where('passkey.id', '=', id)
    .where('operator.removed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { operatorId, name, role, public_key: publicKey, counter } = row
  const passkey = { id: row.id, operatorId, publicKey, counter, transports: JSON.parse(row.transports) as string[] }
  return { passkey, operator: { id: operatorId, name, role } }
}

export async function passkeysOf(query: Query, operatorId: string): Promise<Pick<Passkey, 'id' | 'transports'>[]> {
  const select = query.selectFrom('operator_passkey').select(['id', 'transports']).where('operator_id', '=', operatorId)
  return (await select.execute()).map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }))
}

/** Returns false if another use of the passkey came between. */
export async function countUse(
  query: Query,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  { newCounter, now }: { newCounter: number; now: Date },
): Promise<boolean> {
  const update = query.updateTable('operator_passkey').set({ counter: newCounter, used_at: now.getTime() })
  return changedOne(await update.where('id', '=', id).where('counter', '=', counter).executeTakeFirstOrThrow())
}

/** Whether the passkey of one of the two was registered by an invitation of the other. */
export async function hasInvited(query: Query, one: string, other: string): Promise<boolean> {
  const passkeys = query.selectFrom('operator_passkey').select('id')
  const invited = passkeys.where(({ or, and, eb }) =>
    or([
      and([eb('operator_id', '=', one), eb('invited_by', '=', other)]),
      and([eb('operator_id', '=', other), eb('invited_by', '=', one)]),
    ]),
  )
  return (await invited.executeTakeFirst()) !== undefined
}

/** Returns their number. */
export async function deletePasskeysOf(query: Query, operatorId: string): Promise<number> {
  const remove = query.deleteFrom('operator_passkey').where('operator_id', '=', operatorId)
  return Number((await remove.executeTakeFirstOrThrow()).numDeletedRows)
}
