// Sign-in by a one-time URL, the session, and sign-out.

import { appendEntry } from '../audit/audit-log.ts'
import { inAuditTransaction } from '../audit/audited.ts'
import type { ConsoleSession, SignInMethods } from '../contract/console/session.ts'
import { codeRequest } from '../contract/console/sign-in.ts'
import { readBody } from '../http/read-request.ts'
import { version } from '../package-info.ts'
import type { Query } from '../storage/storage.ts'
import { actorOf, beginSession, presentSession, setSession } from './begin-session.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint, type SignInEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { countAttempt } from './count-attempt.ts'
import { useCode } from './one-time-codes.ts'
import { insertOperator, type Operator, operatorById, operatorNamed } from './operators.ts'
import { passkeysOf } from './passkeys.ts'
import { clearCookie, readCookie } from './session-cookie.ts'
import { endSession, isRecent, readSession, recentMs } from './sessions.ts'
import { passkeysRefusedAt } from './verify-passkey.ts'

export const readMethods: SignInEndpoint = {
  kind: 'signIn',
  method: 'GET',
  path: '/api/sign-in',
  async respond(context, { deps }) {
    const { settings, environment } = deps
    const passkeysRefused = passkeysRefusedAt(settings.url)
    const session = await presentSession(context, deps.database.query, deps)
    const again = session === null ? null : await wayAgain(deps.database.query, deps, session.operatorId)
    const oidc = settings.oidc !== null
    const methods: SignInMethods = { oidc, passkeys: passkeysRefused === null, passkeysRefused, again, environment }
    return context.json(methods)
  },
}

export const signInOnce: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/once',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    const { code } = await readBody(context, codeRequest)
    const replaced = await presentSession(context, deps.database.query, deps)
    const secret = await inAuditTransaction(deps.database, async (query) => {
      const used = await useCode(query, code, { kind: 'once', now: deps.now() })
      if (used === undefined) return undefined
      const operator = await operatorOf(query, deps, { code: used, address })
      if (operator === undefined) return undefined
      return beginSession(query, deps, { operator, address, method: 'one-time URL', replaces: replaced?.id })
    })
    if (secret === undefined) throw new ConsoleError('codeInvalid')
    setSession(context, deps, secret)
    return context.json({})
  },
}

/** The sandbox's operator has no passkey. To show how actions require a recent sign-in, a session can be renewed without one. */
export const signInAgainAsDemo: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/demo',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    const replaced = await presentSession(context, deps.database.query, deps)
    if (replaced === null) throw new ConsoleError('signInRequired')
    const secret = await inAuditTransaction(deps.database, async (query) => {
      const operator = await operatorById(query, replaced.operatorId)
      if (operator === undefined || (await wayAgain(query, deps, operator.id)) !== 'demo') return undefined
      return beginSession(query, deps, { operator, address, method: 'demo', replaces: replaced.id })
    })
    if (secret === undefined) throw new ConsoleError('signInFailed')
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
    await inAuditTransaction(deps.database, async (query) => {
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

/** How an operator confirms an action that requires a recent sign-in. Null: not at all, for example without the identity provider. */
async function wayAgain(
  query: Query,
  { settings, environment }: ConsoleDeps,
  operatorId: string,
): Promise<SignInMethods['again']> {
  const operator = await operatorById(query, operatorId)
  if (operator?.signIn === 'oidc') return settings.oidc === null ? null : 'oidc'
  if ((await passkeysOf(query, operatorId)).length > 0)
    return passkeysRefusedAt(settings.url) === null ? 'passkey' : null
  // The operator of the sandbox's one-time URL has nothing else.
  return environment === 'sandbox' ? 'demo' : null
}

/** The operator of a one-time URL, who exists from the first sign-in on. Undefined if the operator was removed. */
async function operatorOf(
  query: Query,
  { newId, now }: ConsoleDeps,
  { code: { name, role }, address }: { code: Pick<Operator, 'name' | 'role'>; address: string },
): Promise<Operator | undefined> {
  const known = await operatorNamed(query, name)
  if (known !== undefined) return known.isRemoved ? undefined : known
  const operator = { id: newId(), name, role }
  await insertOperator(query, { ...operator, createdAt: now() })
  const after = { name, role, method: 'one-time URL' }
  const change = { action: 'operator.create', target: operator.id, before: null, after }
  await appendEntry(query, change, { actor: actorOf(name, address), now: now() })
  return operator
}
