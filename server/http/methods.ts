// The methods of a path: everything else is 405 with `Allow`, also a GET that carries a body, which must be seen on the raw
// request because the framework reads no body of a GET.

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppContext, AppEnv } from './request-context.ts'

/** Mount after the routes of the path. */
export function refuseOtherMethods(app: Hono<AppEnv>, path: string, allow: readonly string[]): void {
  app.all(path, (context) => {
    throw wrongMethod(context, allow)
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

function wrongMethod(context: AppContext, allow: readonly string[]): ApiError {
  const method = allow.join(', ')
  const hint = allow.includes('POST')
    ? `: curl -X POST -H 'Content-Type: application/json' -d '{…}' ${context.req.path}`
    : ''
  return new ApiError('methodNotAllowed', { allow: method, hint })
}
