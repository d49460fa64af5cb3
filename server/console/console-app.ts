// The operator's console as a Hono app for its own port.

import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { ConsoleErrorBody } from '../contract/console/errors.ts'
import { consoleErrors } from '../contract/console/errors.ts'
import { ApiError } from '../contract/errors.ts'
import { httpOf } from '../http/error-bodies.ts'
import { errorFacts } from '../log/log.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { consoleEndpoints } from './console-endpoints.ts'
import { ConsoleError } from './console-error.ts'
import { mountConsoleFiles } from './console-files.ts'
import { ownAddress, requireHost } from './guard.ts'
import { mountConsoleEndpoints } from './mount-endpoints.ts'

/** `folder`: the built browser files. */
export function createConsole(deps: ConsoleDeps, folder: string): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headersOf(deps))) {
      if (name !== 'Cache-Control' || !context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  })
  app.use(async (context, next) => {
    const address = ownAddress(context, deps)
    if (address !== null) return context.redirect(address)
    requireHost(context, deps)
    return next()
  })
  mountConsoleEndpoints(app, deps, consoleEndpoints)
  app.all('/api/*', () => {
    throw new ConsoleError('notFound')
  })
  mountConsoleFiles(app, { folder: join(folder, 'console'), now: deps.now })
  app.onError((error, context) => errorResponse(context, error, deps))
  app.notFound((context) => errorResponse(context, new ConsoleError('notFound'), deps))
  return app
}

function errorResponse(context: Context, error: unknown, { log }: ConsoleDeps): Response {
  if (error instanceof ConsoleError) {
    return respond(context, consoleErrors[error.type].http, {
      ...{ errorType: error.type, message: error.message },
      ...(error.field === undefined ? {} : { field: error.field }),
    })
  }
  if (error instanceof ApiError) {
    const { field } = error.data
    const body = { errorType: error.type, message: error.message }
    return respond(context, httpOf(error.type), typeof field === 'string' ? { ...body, field } : body)
  }
  // The path may contain anything: it is not logged.
  log.error({ method: context.req.method, ...errorFacts(error) }, 'a request of the console failed unexpectedly')
  return respond(context, 500, { errorType: 'internalError', message: consoleErrors.internalError.message })
}

function respond(context: Context, status: number, body: ConsoleErrorBody): Response {
  return context.json(body, status as 400)
}

/** Two years, as for the hosted page. */
const httpsOnly = { 'Strict-Transport-Security': 'max-age=63072000' }

function headersOf({ settings }: ConsoleDeps): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(settings.url.startsWith('https:') ? httpsOnly : {}),
  }
}
