// GET /livez (whether to restart the process), /readyz (whether to route requests here), /version

import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import { version } from '../package-info.ts'
import { checkReachable } from '../storage/storage.ts'
import type { RouteDeps } from './route-deps.ts'

/** A check writes to the database, so callers share its result. */
const checkLivesMs = 1_000

export function mountHealth(app: Hono<AppEnv>, deps: RouteDeps): void {
  const checkStorage = sharedCheck(() => checkReachable(deps.database), deps.now)
  app.get('/livez', (context) => ok(context, { alive: true }))
  app.get('/readyz', async (context) => {
    try {
      await checkStorage()
    } catch {
      throw new ApiError('storageUnavailable')
    }
    return ok(context, { ready: true })
  })
  app.get('/version', (context) => ok(context, { version, environment: deps.environment }))
}

/** Runs one check at a time. Its result is returned for one second. */
function sharedCheck(check: () => Promise<void>, now: () => Date): () => Promise<void> {
  let last: { result: Promise<void>; endedAt: number | null } | null = null
  return () => {
    if (last === null || (last.endedAt !== null && now().getTime() - last.endedAt >= checkLivesMs)) {
      const started = { result: check(), endedAt: null as number | null }
      const end = () => {
        started.endedAt = now().getTime()
      }
      started.result.then(end, end)
      last = started
    }
    return last.result
  }
}
