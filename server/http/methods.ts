// The methods of a path. Other methods get 405 with `Allow`, as does a GET with a body on a POST path. That check needs the raw
// request, because the framework does not read the body of a GET. On a GET path, a body is ignored.

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppContext, AppEnv } from './request-context.ts'

/** Mount after the routes of the path. `GET` in the list includes `HEAD`. */
export function refuseOtherMethods(app: Hono<AppEnv>, path: string, allow: readonly string[]): void {
  app.all(path, (context) => {
    throw wrongMethod(context, withHead(allow))
  })
}

/** For a path whose GET creates something, so that HEAD must not run it: the complete list of its methods. Mount before its routes. */
export function onlyMethods(app: Hono<AppEnv>, path: string, allow: readonly string[]): void {
  app.use(path, async (context, next) => {
    if (!allow.includes(context.req.method)) throw wrongMethod(context, allow)
    await next()
  })
}

/** Mount before the routes of a path that accepts POST. */
export function refuseGetWithBody(app: Hono<AppEnv>, path: string): void {
  app.get(path, async (context, next) => {
    if (carriesBody(context)) throw wrongMethod(context, ['POST'])
    await next()
  })
}

function carriesBody(context: AppContext): boolean {
  return Number(context.req.header('content-length') ?? 0) > 0 || context.req.header('transfer-encoding') !== undefined
}

/** The error for a request that matched no route. If the path has other methods, it names them. */
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
