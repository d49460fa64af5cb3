// What a sign-in at the identity provider changes here: the operator, the role and the session.

import { type AuditedChange, appendEntry } from '../audit/audit-log.ts'
import type { OidcProblem } from '../contract/console/sign-in.ts'
import type { Query } from '../storage/storage.ts'
import { actorOf, beginSession } from './begin-session.ts'
import type { ReplacedSession } from './challenges.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { SignedInSubject } from './identity-provider.ts'
import { nameOf, roleOf } from './operator-claims.ts'
import {
  insertOperator,
  isNameTaken,
  type KnownOperator,
  type Operator,
  operatorOfSubject,
  setRole,
} from './operators.ts'
import { endSessionsOf, recentMs } from './sessions.ts'

interface Returned {
  subject: SignedInSubject
  replaced: ReplacedSession | null
  isAgain: boolean
  address: string
}

export type OidcOutcome =
  | { problem: OidcProblem }
  /** `previous`: the role before, if it was another one. */
  | { problem: null; secret: string; operator: Operator; previous: Operator['role'] | null }

/** In a transaction. An operator who has lost every role is signed out everywhere. */
export async function signInSubject(query: Query, deps: ConsoleDeps, returned: Returned): Promise<OidcOutcome> {
  const { subject, replaced, address } = returned
  const known = await operatorOfSubject(query, subject)
  const role = roleOf(subject.claims, deps.settings.oidc?.roles ?? [])
  if (known?.isRemoved) return { problem: 'removed' }
  if (role === null) {
    if (known !== undefined) await endSessionsWithoutRole(query, deps, { known, address })
    return { problem: 'noRole' }
  }
  const problem = returned.isAgain ? problemOfRepeated(deps, returned, known) : null
  if (problem !== null) return { problem }
  const operator = known === undefined ? await newOperator(query, deps, { returned, role }) : { ...known, role }
  if (operator === null) return { problem: 'nameTaken' }
  const previous = known === undefined || known.role === role ? null : known.role
  if (previous !== null) {
    await setRole(query, operator.id, role)
    const facts = { action: 'operator.role', target: operator.id, before: { role: previous }, after: { role } }
    await append(query, deps, { change: facts, name: operator.name, address })
  }
  const { authenticatedAt } = subject
  // Without the provider's word, the first action that requires a recent sign-in repeats it.
  const signedInAt = new Date(Math.min(authenticatedAt?.getTime() ?? 0, deps.now().getTime()))
  const signIn = { operator, address, method: 'OIDC', signedInAt, replaces: replaced?.id } as const
  return { problem: null, secret: await beginSession(query, deps, signIn), operator, previous }
}

/** An action of one operator must not be confirmed by another, nor by a sign-in of this morning. */
function problemOfRepeated(
  { now }: ConsoleDeps,
  { subject, replaced }: Returned,
  known: KnownOperator | undefined,
): OidcProblem | null {
  if (known === undefined || known.id !== replaced?.operatorId) return 'otherOperator'
  if (subject.authenticatedAt === null) return 'noAuthTime'
  return now().getTime() - subject.authenticatedAt.getTime() < recentMs ? null : 'notRecent'
}

async function newOperator(
  query: Query,
  deps: ConsoleDeps,
  { returned, role }: { returned: Returned; role: Operator['role'] },
): Promise<Operator | null> {
  const { address } = returned
  const { issuer, subject, claims } = returned.subject
  const name = nameOf(claims)
  if (name === null || (await isNameTaken(query, name))) return null
  const operator = { id: deps.newId(), name, role }
  await insertOperator(query, { ...operator, issuer, subject, createdAt: deps.now() })
  const facts = { action: 'operator.create', target: operator.id, before: null, after: { name, role, method: 'OIDC' } }
  await append(query, deps, { change: facts, name, address })
  return operator
}

async function endSessionsWithoutRole(
  query: Query,
  deps: ConsoleDeps,
  { known: { id, name, role }, address }: { known: KnownOperator; address: string },
): Promise<void> {
  const sessions = await endSessionsOf(query, id)
  if (sessions === 0) return
  const facts = { action: 'operator.endSessions', target: id, before: { role, sessions }, after: { role: null } }
  await append(query, deps, { change: facts, name, address })
}

function append(
  query: Query,
  { now }: ConsoleDeps,
  { change, name, address }: { change: AuditedChange; name: string; address: string },
): Promise<void> {
  return appendEntry(query, change, { actor: actorOf(name, address), now: now() })
}
