// POST /api/v1/transfers/managed/configure

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { accountErrors, exchangeErrors, restrictionErrors, toAddressesErrors } from '../contract/endpoint-errors.ts'
import { ApiError } from '../contract/errors.ts'
import { Configured, configuredExample } from '../contract/wire/configure.ts'
import { destinationExample, ToAddresses } from '../contract/wire/destinations.ts'
import { text } from '../contract/wire/request-text.ts'
import { exampleToken } from '../contract/wire/values.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { readBody } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import { configureTransfer } from '../transfers/configure.ts'
import { readDestinations } from './destinations.ts'
import type { RouteDeps } from './route-deps.ts'
import { holdingToWire } from './transfer-wire.ts'

const Body = z.object({
  FromAuthToken: text(500).describe('auth_token of the origin account.'),
  FromType: text(50).describe('Exchange integration identifier.'),
  ToAddresses,
})

export const configureTransferEndpoint = describeEndpoint({
  id: 'configureTransfer',
  method: 'post',
  path: '/api/v1/transfers/managed/configure',
  tag: 'Transfers',
  summary: 'Configure a transfer',
  description:
    'What can be sent to these destinations: eligibility, limits and estimated fees per holding and network. If an ' +
    'asset cannot be sent, `eligibleForTransfer` is false and `ineligibilityReason` states why. That is not an error.',
  security: 'client',
  body: {
    schema: Body,
    example: { FromAuthToken: exampleToken, FromType: 'sandbox', ToAddresses: [destinationExample] },
  },
  responses: { 200: envelopeResponse('Every holding of the account.', Configured, { example: configuredExample }) },
  errors: [...accountErrors, ...toAddressesErrors, ...exchangeErrors, ...restrictionErrors, 'integrationNotSupported'],
})

export function mountConfigureTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = configureTransferEndpoint
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), async (context) => {
    const body = await readBody(context, Body)
    const bearer = { clientId: context.get('client').id, userId: null }
    const account = await accountFromToken(deps, bearer, { token: body.FromAuthToken, type: body.FromType })
    const destinations = await readDestinations(deps, { requester: account, entries: body.ToAddresses })
    if (!account.exchange.transfers) throw new ApiError('integrationNotSupported', { name: account.exchange.name })
    const { holdings, pricesAt } = await configureTransfer(deps, account, destinations)
    return ok(context, { status: 'succeeded', pricesAt: pricesAt.toISOString(), holdings: holdings.map(holdingToWire) })
  })
  refuseOtherMethods(app, path, ['POST'])
}
