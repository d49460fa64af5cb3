// Sign-in by a one-time URL, the session, and sign-out.

import type { Context } from 'hono'
import { appendEntry } from '../audit/audit-log.ts'
import type { ConsoleSession, SignInMethods } from '../contract/console/session.ts'
import { signInOnceRequest } from '../contract/console/session.ts'
import { readBody } from '../http/read-request.ts'
import { version } from '../package-info.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint, type SignInEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { useCode } from './one-time-codes.ts'
import { insertOperator, type Operator, operatorNamed } from './operators.ts'
import { clearCookie, readCookie, writeCookie } from './session-cookie.ts'
import { createSession, endSession, isRecent, readSession, recentMs, sessionMs } from './sessions.ts'

export const readMethods: SignInEndpoint = {
  kind: 'signIn',
  method: 'GET',
  path: '/api/sign-in',
  async respond(context, { deps }) {
    const methods: SignInMethods = { oidc: false, passkeys: false, environment: deps.environment }
    return context.json(methods)
  },
}

export const signInOnce: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/once',
  async respond(context, { deps, address }) {
    const { code } = await readBody(context, signInOnceRequest)
    const secret = await inTransaction(deps.database, async (query) => {
      const used = await useCode(query, code, { kind: 'once', now: deps.now() })
      if (used === undefined) return undefined
      const operator = await operatorOf(query, deps, used)
      return beginSession(query, deps, { operator, address, method: 'one-time URL' })
    })
    if (secret === undefined) throw new ConsoleError('codeInvalid')
    setSession(context, deps, secret)
    return context.json({})
  },
}

export const signOut: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-out',
  async respond(context, { deps, address }) {
    const secret = readCookie(context, 'session', deps.settings)
    clearCookie(context, 'session', deps.settings)
    if (secret === undefined) return context.json({})
    await inTransaction(deps.database, async (query) => {
      const session = await readSession(query, secret, { now: deps.now(), isUse: false })
      if (session === undefined) return
      await endSession(query, session.id)
      const { id, name } = session.operator
      const change = { action: 'operator.signOut', target: id, before: { session: session.id }, after: null }
      await appendEntry(query, change, { actor: actorOf(name, address), now: deps.now() })
    })
    return context.json({})
  },
}

export const readOwnSession = readEndpoint({
  path: '/api/session',
  role: 'viewer',
  async respond({ deps, session }) {
    const { operator, signedInAt, expiresAt } = session
    const recentUntil = isRecent(session, deps.now()) ? new Date(signedInAt.getTime() + recentMs) : null
    const own: ConsoleSession = {
      operator,
      recentUntil: recentUntil?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
      environment: deps.environment,
      version,
      twoPersonResolve: deps.settings.twoPersonResolve,
    }
    return own
  },
})

/** Creates a session and its audit entry. Returns the value of the cookie. */
export async function beginSession(
  query: Query,
  { newId, now }: ConsoleDeps,
  { operator, address, method }: { operator: Operator; address: string; method: string },
): Promise<string> {
  const id = newId()
  const secret = await createSession(query, { id, operatorId: operator.id, address, now: now() })
  const after = { session: id, role: operator.role, method }
  const change = { action: 'operator.signIn', target: operator.id, before: null, after }
  await appendEntry(query, change, { actor: actorOf(operator.name, address), now: now() })
  return secret
}

export function setSession(context: Context, { settings }: ConsoleDeps, secret: string): void {
  writeCookie(context, 'session', { settings, value: secret, seconds: sessionMs / 1_000 })
}

/** The operator of a one-time URL, who exists from the first sign-in on. */
async function operatorOf(
  query: Query,
  { newId, now }: ConsoleDeps,
  { name, role }: Pick<Operator, 'name' | 'role'>,
): Promise<Operator> {
  const known = await operatorNamed(query, name)
  if (known !== undefined) return known
  const operator = { id: newId(), name, role }
  await insertOperator(query, { ...operator, createdAt: now() })
  return operator
}

function actorOf(name: string, address: string) {
  return { name, origin: `console ${address}`.trim() }
}
