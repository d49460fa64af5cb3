// Who may call: the console's own page on its own host, and an operator whose role is enough.

import type { Context } from 'hono'
import { isLocal } from '../config-values.ts'
import { includesRole, type Role } from '../contract/console/role.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { ConsoleError } from './console-error.ts'
import { readCookie } from './session-cookie.ts'
import { isRecent, type OperatorSession, readSession } from './sessions.ts'

/** Throws `wrongHost`: a page elsewhere whose name was pointed to this address must not reach the console. */
export function requireHost(context: Context, { settings }: ConsoleDeps): void {
  if (context.req.header('host') !== new URL(settings.url).host) throw new ConsoleError('wrongHost')
}

/** The console's address of a page that was opened under another name of this machine, such as `localhost`. Null for anything else. */
export function ownAddress(context: Context, { settings }: ConsoleDeps): string | null {
  const own = new URL(settings.url)
  const given = URL.parse(`${own.protocol}//${context.req.header('host') ?? ''}`)
  const { pathname, search } = new URL(context.req.url)
  const isPage = context.req.method === 'GET' && !pathname.startsWith('/api/')
  if (given === null || !isPage || given.host === own.host || given.port !== own.port) return null
  return isLocal(own.hostname) && isLocal(given.hostname) ? `${own.origin}${pathname}${search}` : null
}

/** Throws `forbiddenOrigin`. Browsers state the origin of every request that is not a GET. */
export function requireOwnOrigin(context: Context, { settings }: ConsoleDeps): void {
  const { method } = context.req
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const isOwn = origin === undefined ? method === 'GET' : origin === new URL(settings.url).origin
  // `none`: the operator entered the address.
  const isOwnSite = site === undefined || site === 'same-origin' || (method === 'GET' && site === 'none')
  if (!isOwn || !isOwnSite) throw new ConsoleError('forbiddenOrigin')
}

/** Throws `signInRequired`, `roleRequired`, `recentSignInRequired`. */
export async function requireSession(
  context: Context,
  deps: ConsoleDeps,
  { role, recentSignIn }: { role: Role; recentSignIn: boolean },
): Promise<OperatorSession> {
  const secret = readCookie(context, 'session', deps.settings)
  const now = deps.now()
  // The page marks the requests with which it refreshes itself.
  const isUse = context.req.header('x-console-refresh') === undefined
  const session = secret === undefined ? undefined : await readSession(deps.database.query, secret, { now, isUse })
  if (session === undefined) throw new ConsoleError('signInRequired')
  if (!includesRole(session.operator.role, role)) {
    throw new ConsoleError('roleRequired', {
      message: `This requires the role ${role}, and yours is ${session.operator.role}. Ask an admin.`,
    })
  }
  if (recentSignIn && !isRecent(session, now)) throw new ConsoleError('recentSignInRequired')
  return session
}
