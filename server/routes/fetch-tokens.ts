// POST /api/v1/links/{linkId}/tokens (additive): the tokens of a link with TokenDelivery `server`, once, for the client's server.

import type { Hono } from 'hono'
import * as z from 'zod'
import { fetchTokens } from '../accounts/token-delivery.ts'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { AuthData, connectedExample } from '../contract/wire/link-session.ts'
import { clientOnly } from '../http/authenticate.ts'
import { idempotent } from '../http/idempotency-key.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import { authDataOf } from './link/link-wire.ts'
import type { RouteDeps } from './route-deps.ts'

/** For a client that did not receive the response. The stored response is sealed. */
const repeatMs = 600_000

export const fetchTokensEndpoint = describeEndpoint({
  id: 'fetchTokens',
  method: 'post',
  path: '/api/v1/links/:linkId/tokens',
  tag: 'Links',
  summary: 'Fetch the tokens of a link',
  description:
    'For a link with TokenDelivery `server`, within 24 hours after `brokerConnected`. This request issues the tokens and returns them ' +
    'once. With an Idempotency-Key, the same request returns the same response for ten minutes. If the user connected several ' +
    'times in the link, the first request returns the latest tokens and the next request the previous ones. Additive.',
  security: 'client',
  headers: { 'Idempotency-Key': 'Repeating the request with the same key returns the first response.' },
  params: { linkId: 'From the response of cataloglink.' },
  responses: {
    200: envelopeResponse(
      'The tokens. With TokenDelivery `page`, `brokerConnected` contains them instead.',
      z.object({ authData: AuthData }),
      {
        example: {
          authData: connectedExample.authData as z.input<typeof AuthData>,
        },
      },
    ),
  },
  errors: [
    'linkNotFound',
    'tokenDeliveryIsPage',
    'tokensNotReady',
    'tokensAlreadyFetched',
    'invalidField',
    'idempotencyKeyReused',
    'idempotencyKeyInUse',
    // With an Idempotency-Key, the body is part of the comparison of two requests.
    'malformedJson',
    'bodyTooLarge',
  ],
})

export function mountFetchTokens(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = fetchTokensEndpoint
  const once = idempotent(deps, { keepMs: repeatMs, made: (status) => (status === 200 ? 'resource' : 'nothing') })
  app.post(path, clientOnly(deps), once, async (context) => {
    const linkId = context.req.param('linkId')
    if (!isUuid(linkId)) throw new ApiError('linkNotFound')
    const { exchange, accounts } = await fetchTokens(deps, context.get('client').id, linkId.toLowerCase())
    return ok(context, { authData: authDataOf(deps, exchange, accounts) })
  })
  refuseOtherMethods(app, path, ['POST'])
}
