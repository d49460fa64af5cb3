import type { Query } from '../storage/storage.ts'
import { type Operator, type SignInWay, wayOf } from './operators.ts'
import { idleMs } from './sessions.ts'

export interface OperatorRecord extends Operator {
  signIn: SignInWay
  createdAt: Date
  /** The last sign-in, or the last use of a session. Null before the first one. */
  lastUsedAt: Date | null
  passkeys: number
  sessions: number
}

/** By name, without those that were removed. */
export async function listOperators(
  query: Query,
  { now, after = '', limit }: { now: Date; after?: string; limit: number },
): Promise<OperatorRecord[]> {
  const rows = await query
    .selectFrom('operator')
    .select(['id', 'name', 'role', 'issuer', 'created_at', 'signed_in_at'])
    .select(({ selectFrom }) => [
      selectFrom('operator_session')
        .select(({ fn }) => fn.max('used_at').as('at'))
        .whereRef('operator_id', '=', 'operator.id')
        .as('used_at'),
      selectFrom('operator_session')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('operator_id', '=', 'operator.id')
        .where('expires_at', '>', now.getTime())
        .where('used_at', '>', now.getTime() - idleMs)
        .as('sessions'),
      selectFrom('operator_passkey')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('operator_id', '=', 'operator.id')
        .as('passkeys'),
    ])
    .where('removed_at', 'is', null)
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, role, issuer, created_at: createdAt, signed_in_at, used_at, sessions, passkeys }) => {
    const last = Math.max(signed_in_at ?? 0, used_at ?? 0)
    const counts = { sessions: sessions ?? 0, passkeys: passkeys ?? 0 }
    const lastUsedAt = last === 0 ? null : new Date(last)
    return { id, name, role, signIn: wayOf(issuer), createdAt: new Date(createdAt), lastUsedAt, ...counts }
  })
}
