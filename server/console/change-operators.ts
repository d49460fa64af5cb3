// What admins and commands change about operators. Each change runs in a transaction with its audit entry, and throws a ConsoleError
// that says why it is refused.

import type { AuditedChange } from '../audit/audit-log.ts'
import type { Role } from '../contract/console/role.ts'
import type { Query } from '../storage/storage.ts'
import { ConsoleError } from './console-error.ts'
import { createCode, deleteInvitations } from './one-time-codes.ts'
import {
  type KnownOperator,
  operatorById,
  operatorNamed,
  removeOperator,
  restoreOperator,
  setRole,
} from './operators.ts'
import { deletePasskeysOf } from './passkeys.ts'
import { endAllSessions, endSession, endSessionsOf, sessionById } from './sessions.ts'

export interface Changing {
  query: Query
  now: Date
  record(change: Omit<AuditedChange, 'reason'>): void
}

const invitationSeconds = 900

export interface Invited {
  name: string
  role: Role
  code: string
  expiresAt: Date
}

/** To be an operator, or to register a further passkey. Earlier invitations of the name end. */
export async function inviteOperator(
  { query, now, record }: Changing,
  {
    name,
    role,
    replacesPasskeys = false,
    invitedBy,
  }: { name: string; role?: Role | undefined; replacesPasskeys?: boolean | undefined; invitedBy: string | null },
): Promise<Invited> {
  const known = await operatorNamed(query, name)
  const invited = invitedRole(known, { name, role })
  if (replacesPasskeys && known !== undefined) {
    const before = { passkeys: await deletePasskeysOf(query, known.id), sessions: await endSessionsOf(query, known.id) }
    record({ action: 'operator.removePasskeys', target: known.id, before, after: { passkeys: 0, sessions: 0 } })
  }
  await deleteInvitations(query, name)
  const code = { kind: 'invite', name, role: invited, operatorId: known?.id ?? null, invitedBy } as const
  const secret = await createCode(query, code, { now, seconds: invitationSeconds })
  const expiresAt = new Date(now.getTime() + invitationSeconds * 1_000)
  const after = { name, role: invited, expiresAt: expiresAt.toISOString() }
  record({ action: 'operator.invite', target: known?.id ?? name, before: null, after })
  return { name, role: invited, code: secret, expiresAt }
}

function invitedRole(
  known: KnownOperator | undefined,
  { name, role }: { name: string; role?: Role | undefined },
): Role {
  if (known === undefined) {
    if (role !== undefined) return role
    throw new ConsoleError('invalidField', {
      field: 'role',
      message: 'A new operator needs a role: viewer, operator or admin.',
    })
  }
  if (known.isRemoved) throw refused(`${name} was removed. First run: transfer-link operator restore "${name}"`)
  if (known.signIn === 'oidc') throw refused(`${name} signs in at the identity provider, and needs no passkey.`)
  if (role === undefined || role === known.role) return known.role
  const message = `${name} exists already with the role ${known.role}. Invite without a role to add a passkey, or change the role.`
  throw new ConsoleError('invalidField', { field: 'role', message })
}

export async function changeRole({ query, record }: Changing, operator: KnownOperator, role: Role): Promise<void> {
  const { id, name, role: before, signIn } = operator
  if (signIn === 'oidc') throw refused(`The role of ${name} comes from the identity provider, by CONSOLE_ROLES.`)
  if (before === role) throw refused(`${name} has the role ${role} already.`)
  await setRole(query, id, role)
  record({ action: 'operator.role', target: id, before: { role: before }, after: { role } })
}

export async function removeKnown({ query, now, record }: Changing, { id, name, role }: KnownOperator): Promise<void> {
  if (!(await removeOperator(query, id, now))) throw new ConsoleError('notFound')
  record({ action: 'operator.remove', target: id, before: { name, role }, after: null })
}

/** An operator with passkeys needs a new invitation then. */
export async function restore({ query, record }: Changing, { id, name, role }: KnownOperator): Promise<void> {
  await restoreOperator(query, id)
  record({ action: 'operator.restore', target: id, before: null, after: { name, role } })
}

/** Throws `notFound`. */
export async function endKnownSession({ query, record }: Changing, id: string): Promise<void> {
  const session = await sessionById(query, id)
  if (session === undefined) throw new ConsoleError('notFound', { message: 'This session has ended already.' })
  await endSession(query, session.id)
  record({ action: 'operator.endSession', target: session.operator.id, before: { session: id }, after: null })
}

/** Returns the number of sessions. */
export async function endSessionsOfKnown({ query, record }: Changing, { id }: KnownOperator): Promise<number> {
  const sessions = await endSessionsOf(query, id)
  record({ action: 'operator.endSessions', target: id, before: { sessions }, after: { sessions: 0 } })
  return sessions
}

export async function endEverySession({ query, record }: Changing): Promise<number> {
  const sessions = await endAllSessions(query)
  record({ action: 'operator.endSessions', target: 'all', before: { sessions }, after: { sessions: 0 } })
  return sessions
}

/** Throws `notFound`. */
export async function requireOperator(query: Query, by: { id: string } | { name: string }): Promise<KnownOperator> {
  const known = 'id' in by ? await operatorById(query, by.id) : await operatorNamed(query, by.name)
  if (known !== undefined && !known.isRemoved) return known
  throw new ConsoleError('notFound', { message: 'There is no such operator.' })
}

export function refused(message: string): ConsoleError {
  return new ConsoleError('conflict', { message })
}
