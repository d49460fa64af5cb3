// Who is calling: a client by its two headers, or a link session by its token.

import type { MiddlewareHandler } from 'hono'
import { authenticateClient, type ClientDeps } from '../clients/clients.ts'
import { ApiError } from '../contract/errors.ts'
import type { Limits } from '../limits/limits.ts'
import { type LinkDeps, sessionByToken } from '../links/links.ts'
import { countRequest, refuseGuesses } from './rate-limits.ts'
import type { AppEnv } from './request-context.ts'

/** Throws the errors of `authenticateClient`, and `rateLimited`. */
export function clientOnly(deps: ClientDeps & { limits: Limits }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const id = context.req.header('x-client-id') ?? ''
    const secret = context.req.header('x-client-secret') ?? ''
    const client = await refuseGuesses(deps.limits, context, () => authenticateClient(deps, id, secret))
    await countRequest(deps.limits, context, 'client', client.id)
    context.set('client', client)
    await next()
  }
}

/** Throws `sessionEnded`, and `rateLimited`. */
export function sessionOnly(deps: LinkDeps & { limits: Limits }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const [scheme, token = ''] = (context.req.header('authorization') ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || token === '') throw new ApiError('sessionEnded')
    const session = await sessionByToken(deps, token)
    await countRequest(deps.limits, context, 'user', `${session.link.clientId} ${session.link.userId}`)
    context.set('session', session)
    await next()
  }
}
