// Authentication: a client by its two headers, or a link session by its token.

import type { MiddlewareHandler } from 'hono'
import { authenticateClient, type ClientDeps } from '../clients/clients.ts'
import { ApiError } from '../contract/errors.ts'
import type { Limits } from '../limits/limits.ts'
import type { LinkDeps } from '../links/links.ts'
import { type LinkSession, openOrMovedSessionByToken, sessionByToken } from '../links/sessions.ts'
import { countRequest, refuseGuesses } from './rate-limits.ts'
import type { AppContext, AppEnv } from './request-context.ts'

/** Throws the errors of `authenticateClient`, and `rateLimited`. */
export function clientOnly(deps: ClientDeps & { limits: Limits }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const id = context.req.header('x-client-id') ?? ''
    const secret = context.req.header('x-client-secret') ?? ''
    const client = await refuseGuesses(deps.limits, context, () => authenticateClient(deps, id, secret))
    await countRequest(deps.limits, context, { name: 'client', subject: client.id })
    context.set('client', client)
    await next()
  }
}

/** Throws `sessionEnded`, and `rateLimited`. */
export function sessionOnly(deps: LinkDeps & { limits: Limits }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const session = await sessionByToken(deps, bearerToken(context))
    await countUser(deps.limits, context, session)
    context.set('session', session)
    await next()
  }
}

/** Also accepts a session that moved to a full page, for reading what was sent there. Throws `sessionEnded`, and `rateLimited`. */
export function openOrMovedSessionOnly(deps: LinkDeps & { limits: Limits }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const found = await openOrMovedSessionByToken(deps, bearerToken(context))
    await countUser(deps.limits, context, found.session)
    context.set('openOrMovedSession', found)
    await next()
  }
}

function bearerToken(context: AppContext): string {
  const [scheme, token = ''] = (context.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || token === '') throw new ApiError('sessionEnded')
  return token
}

async function countUser(limits: Limits, context: AppContext, { link }: LinkSession): Promise<void> {
  await countRequest(limits, context, { name: 'user', subject: `${link.clientId} ${link.userId}` })
}
