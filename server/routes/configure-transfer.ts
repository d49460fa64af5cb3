// POST /api/v1/transfers/managed/configure

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { ok } from '../http/answers.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { readBody, text } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { configureTransfer } from '../transfers/configure.ts'
import { readDestinations, ToAddresses } from './destinations.ts'
import type { RouteDeps } from './route-deps.ts'
import { holdingToWire } from './transfer-wire.ts'

const path = '/api/v1/transfers/managed/configure'
const Body = z.object({ FromAuthToken: text(500), FromType: text(50), ToAddresses })

export function mountConfigureTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), async (context) => {
    const body = await readBody(context, Body)
    const account = await accountFromToken(deps, context.get('client').id, body.FromAuthToken, body.FromType)
    const destinations = readDestinations(deps.networks, body.ToAddresses)
    if (!account.exchange.transfers) throw new ApiError('integrationNotSupported', { name: account.exchange.name })
    const holdings = await configureTransfer(deps, account, destinations)
    return ok(context, { status: 'succeeded', holdings: holdings.map(holdingToWire) })
  })
  refuseOtherMethods(app, path, ['POST'])
}
