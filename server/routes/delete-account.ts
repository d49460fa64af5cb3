// DELETE /api/v1/account (additive): ends a sign-in with all its accounts and tokens. Transfers stay readable.

import type { Hono } from 'hono'
import * as z from 'zod'
import { endSignIn } from '../accounts/end-sign-in.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { readBody, text } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { RouteDeps } from './route-deps.ts'

const path = '/api/v1/account'
const Body = z.object({ authToken: text(500), type: text(50) })

export function mountDeleteAccount(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.delete(path, clientOnly(deps), async (context) => {
    const { authToken, type } = await readBody(context, Body)
    await endSignIn(deps, context.get('client').id, authToken, type)
    return context.json({ content: null, status: 'ok', message: '' })
  })
  refuseOtherMethods(app, path, ['DELETE'])
}
