// POST /api/v1/token/refresh (additive): a refresh token for a new pair, once.

import type { Hono } from 'hono'
import * as z from 'zod'
import { loadAccount } from '../accounts/accounts.ts'
import { rotateTokens } from '../accounts/tokens.ts'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { text } from '../contract/wire/request-text.ts'
import { RefreshedTokens, refreshedExample } from '../contract/wire/tokens.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { refuseGuesses } from '../http/rate-limits.ts'
import { readBody } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import type { RouteDeps } from './route-deps.ts'

const Body = z.object({
  refreshToken: text(500).describe('The newest refresh_token of the account. It can be used once.'),
})

export const refreshTokenEndpoint = describeEndpoint({
  id: 'refreshToken',
  method: 'post',
  path: '/api/v1/token/refresh',
  tag: 'Accounts',
  summary: 'Exchange a refresh token for a new pair',
  description:
    'A refresh token works once, and its use revokes the account’s previous tokens. A second use is treated as theft: it revokes ' +
    'every token of that sign-in, those of its other accounts included. Tokens can be refreshed for a year after the sign-in; then ' +
    'connect the account again. Additive.',
  security: 'client',
  body: { schema: Body, example: { refreshToken: 'rt-sandbox-EXAMPLE' } },
  responses: { 200: envelopeResponse('The new tokens.', RefreshedTokens, { example: refreshedExample }) },
  errors: ['refreshTokenInvalid', 'accountNotFound', 'reconnectRequired'],
})

export function mountRefreshToken(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = refreshTokenEndpoint
  app.post(path, clientOnly(deps), async (context) => {
    const { refreshToken } = await readBody(context, Body)
    const { id } = context.get('client')
    const rotated = await refuseGuesses(deps.limits, context, () => rotateTokens(deps, id, refreshToken))
    const { accountId, tokens } = rotated
    const { name: accountName } = await loadAccount(deps, id, accountId)
    const pair = { accessToken: tokens.authToken, refreshToken: tokens.refreshToken ?? '' }
    return ok(context, {
      status: 'succeeded',
      ...pair,
      expiresInSeconds: tokens.expiresInSeconds,
      refreshTokenExpiresInSeconds: tokens.refreshTokenExpiresInSeconds,
      brokerAccountTokens: [{ account: { accountId, accountName }, ...pair }],
    } satisfies z.infer<typeof RefreshedTokens>)
  })
  refuseOtherMethods(app, path, ['POST'])
}
