// POST /api/v1/token/refresh (additive): a refresh token for a new pair, once.

import type { Hono } from 'hono'
import * as z from 'zod'
import { authTokenSeconds, refreshTokenSeconds, rotateTokens } from '../accounts/tokens.ts'
import { ok } from '../http/answers.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { refuseGuesses } from '../http/rate-limits.ts'
import { readBody, text } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { RouteDeps } from './route-deps.ts'

const path = '/api/v1/token/refresh'
const Body = z.object({ refreshToken: text(500) })

export function mountRefreshToken(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(path, clientOnly(deps), async (context) => {
    const { refreshToken } = await readBody(context, Body)
    const { id } = context.get('client')
    const tokens = await refuseGuesses(deps.limits, context, () => rotateTokens(deps, id, refreshToken))
    return ok(context, {
      accessToken: tokens.authToken,
      refreshToken: tokens.refreshToken,
      expiresInSeconds: authTokenSeconds,
      refreshTokenExpiresInSeconds: refreshTokenSeconds,
    })
  })
  refuseOtherMethods(app, path, ['POST'])
}
