// GET /livez (restart me?), /readyz (route to me?), /version

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import { ok } from '../http/answers.ts'
import type { AppEnv } from '../http/request-context.ts'
import { version } from '../own-package.ts'
import { checkReachable } from '../storage/storage.ts'
import type { RouteDeps } from './route-deps.ts'

export function mountHealth(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get('/livez', (context) => ok(context, { alive: true }))
  app.get('/readyz', async (context) => {
    try {
      await checkReachable(deps.database)
    } catch {
      throw new ApiError('storageUnavailable')
    }
    return ok(context, { ready: true })
  })
  app.get('/version', (context) => ok(context, { version, environment: deps.environment }))
}
