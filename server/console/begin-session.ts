// The end of every way to sign in: a session, its cookie and its audit entry. The session of the same browser before it ends.

import type { Context } from 'hono'
import { type Actor, appendEntry } from '../audit/audit-log.ts'
import type { Query } from '../storage/storage.ts'
import type { ReplacedSession } from './challenges.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { type Operator, setSignedIn } from './operators.ts'
import { readCookie, writeCookie } from './session-cookie.ts'
import { createSession, endSession, readSession, sessionMs } from './sessions.ts'

export interface SignIn {
  operator: Operator
  address: string
  method: 'one-time URL' | 'OIDC' | 'passkey' | 'demo'
  /** When the operator has proved who they are. Default: now. */
  signedInAt?: Date
  /** The session that this one replaces. */
  replaces?: string | undefined
}

/** Returns the value of the cookie. */
export async function beginSession(
  query: Query,
  { newId, now }: ConsoleDeps,
  { operator, address, method, signedInAt = now(), replaces }: SignIn,
): Promise<string> {
  if (replaces !== undefined) await endSession(query, replaces)
  const id = newId()
  const secret = await createSession(query, { id, operatorId: operator.id, address, now: now(), signedInAt })
  await setSignedIn(query, operator.id, now())
  const after = { session: id, role: operator.role, method }
  const change = { action: 'operator.signIn', target: operator.id, before: null, after }
  await appendEntry(query, change, { actor: actorOf(operator.name, address), now: now() })
  return secret
}

export function setSession(context: Context, { settings }: ConsoleDeps, secret: string): void {
  writeCookie(context, 'session', { settings, value: secret, seconds: sessionMs / 1_000 })
}

/** Of the browser that calls. Null without one, and on a redirect from another site, with which browsers do not send the cookie. */
export async function presentSession(
  context: Context,
  query: Query,
  { settings, now }: ConsoleDeps,
): Promise<ReplacedSession | null> {
  const secret = readCookie(context, 'session', settings)
  const session = secret === undefined ? undefined : await readSession(query, secret, { now: now(), isUse: false })
  return session === undefined ? null : { id: session.id, operatorId: session.operator.id }
}

export function actorOf(name: string, address: string): Actor {
  return { name, origin: `console ${address}`.trim() }
}
