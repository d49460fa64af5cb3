// DELETE /api/v1/account (additive): ends a sign-in with all its accounts and tokens. Transfers stay readable.

import type { Hono } from 'hono'
import * as z from 'zod'
import { endSignIn } from '../accounts/end-sign-in.ts'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { accountErrors } from '../contract/endpoint-errors.ts'
import { text } from '../contract/wire/request-text.ts'
import { exampleToken } from '../contract/wire/values.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { readBody } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { RouteDeps } from './route-deps.ts'

const Body = z.object({
  authToken: text(500).describe('auth_token of any account of the sign-in.'),
  type: text(50).describe('Exchange integration identifier.'),
})

export const deleteAccountEndpoint = describeEndpoint({
  id: 'deleteAccount',
  method: 'delete',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'Remove a connected account',
  description:
    'Ends the sign-in with all its accounts. Its auth and refresh tokens are revoked immediately. Its credentials are erased ' +
    'immediately, or, if a transfer is pending, when that transfer ends. Transfers stay readable. Additive.',
  security: 'client',
  body: { schema: Body, example: { authToken: exampleToken, type: 'sandbox' } },
  responses: { 200: envelopeResponse('The account is removed.', z.null(), { example: null }) },
  errors: [...accountErrors, 'reconnectRequired'],
})

export function mountDeleteAccount(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = deleteAccountEndpoint
  app.delete(path, clientOnly(deps), async (context) => {
    const { authToken, type } = await readBody(context, Body)
    await endSignIn(deps, { clientId: context.get('client').id, token: authToken, type })
    return context.json({ content: null, status: 'ok', message: '' })
  })
  refuseOtherMethods(app, path, ['DELETE'])
}
