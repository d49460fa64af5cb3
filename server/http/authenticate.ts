// Who is calling: a client by its two headers, or a link session by its token.

import type { MiddlewareHandler } from 'hono'
import { authenticateClient, type ClientDeps } from '../clients/clients.ts'
import { ApiError } from '../contract/errors.ts'
import { type LinkDeps, sessionByToken } from '../links/links.ts'
import type { AppEnv } from './request-context.ts'

export function clientOnly(deps: ClientDeps): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const id = context.req.header('x-client-id') ?? ''
    const secret = context.req.header('x-client-secret') ?? ''
    context.set('client', await authenticateClient(deps, id, secret))
    await next()
  }
}

export function sessionOnly(deps: LinkDeps): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const [scheme, token = ''] = (context.req.header('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || token === '') throw new ApiError('sessionEnded')
    context.set('session', await sessionByToken(deps, token))
    await next()
  }
}
