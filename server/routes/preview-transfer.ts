// POST /api/v1/transfers/managed/preview. No envelope.

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { answerAs } from '../http/middleware.ts'
import { readBody, text } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { previewTransfer } from '../transfers/preview.ts'
import { readAmount } from './amounts.ts'
import type { RouteDeps } from './route-deps.ts'
import { previewToWire } from './transfer-wire.ts'

const path = '/api/v1/transfers/managed/preview'
const Body = z.object({
  FromAuthToken: text(500),
  FromType: text(50),
  NetworkId: text(60).nullable().optional(),
  Symbol: text(20),
  ToAddress: text(200),
  AddressTag: text(100).nullable().optional(),
  // Judged by readAmount, so that every wrong amount gets the same sentence.
  Amount: z.unknown(),
})

export function mountPreviewTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.use(path, answerAs('preview'))
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), async (context) => {
    const body = await readBody(context, Body)
    const amount = readAmount(body.Amount, 'Amount')
    const account = await accountFromToken(deps, context.get('client').id, body.FromAuthToken, body.FromType)
    if (!account.exchange.transfers) throw new ApiError('integrationNotSupported', { name: account.exchange.name })
    const preview = await previewTransfer(deps, {
      account,
      networkId: body.NetworkId || null,
      symbol: body.Symbol,
      toAddress: body.ToAddress,
      addressTag: body.AddressTag ?? '',
      amount,
      session: null,
    })
    return context.json({ Status: 'Succeeded', ErrorMessage: null, PreviewResult: previewToWire(preview) })
  })
  refuseOtherMethods(app, path, ['POST'])
}
