// The methods of a path: everything else is 405 with `Allow`, also a GET that carries a body where POST is meant. That must be
// seen on the raw request, because the framework reads no body of a GET. Where GET is the method, a body is ignored.

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppContext, AppEnv } from './request-context.ts'

/** Mount after the routes of the path. `GET` in the list stands for `HEAD` too. */
export function refuseOtherMethods(app: Hono<AppEnv>, path: string, allow: readonly string[]): void {
  app.all(path, (context) => {
    throw wrongMethod(context, withHead(allow))
  })
}

/** For a path of which GET makes something, which a HEAD must not: the whole list of its methods. Mount before its routes. */
export function onlyMethods(app: Hono<AppEnv>, path: string, allow: readonly string[]): void {
  app.use(path, async (context, next) => {
    if (!allow.includes(context.req.method)) throw wrongMethod(context, allow)
    await next()
  })
}

/** Mount before the routes of a path that takes POST. */
export function refuseGetWithBody(app: Hono<AppEnv>, path: string): void {
  app.get(path, async (context, next) => {
    if (carriesBody(context)) throw wrongMethod(context, ['POST'])
    await next()
  })
}

function carriesBody(context: AppContext): boolean {
  return Number(context.req.header('content-length') ?? 0) > 0 || context.req.header('transfer-encoding') !== undefined
}

/** For a request that no route took: where its path has other methods, the error names them. */
export function noSuchRoute(app: Hono<AppEnv>, context: AppContext): ApiError {
  const { path, method } = context.req
  const allow = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => other !== method && app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  )
  return allow.length === 0 ? new ApiError('routeNotFound') : wrongMethod(context, withHead(allow))
}

function withHead(allow: readonly string[]): string[] {
  return allow.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
}

function wrongMethod(context: AppContext, allow: readonly string[]): ApiError {
  const hint = allow.includes('POST')
    ? `: curl -X POST -H 'Content-Type: application/json' -d '{…}' ${context.req.path}`
    : ''
  return new ApiError('methodNotAllowed', { allow: allow.join(', '), hint })
}
