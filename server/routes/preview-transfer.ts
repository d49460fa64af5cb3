// POST /api/v1/transfers/managed/preview. No envelope.

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { describeEndpoint, jsonResponse } from '../contract/endpoint.ts'
import { accountErrors, exchangeErrors, sendableErrors } from '../contract/endpoint-errors.ts'
import { ApiError } from '../contract/errors.ts'
import { PreviewResponse, previewExample } from '../contract/wire/preview.ts'
import { text } from '../contract/wire/request-text.ts'
import { baseId, exampleAddress, exampleToken, requestNumber } from '../contract/wire/values.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { readBody } from '../http/read-request.ts'
import type { AppEnv } from '../http/request-context.ts'
import { sendJson } from '../http/responses.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { previewTransfer } from '../transfers/preview.ts'
import { readAmountToSend } from './amounts.ts'
import type { RouteDeps } from './route-deps.ts'
import { previewToWire } from './transfer-wire.ts'

const Body = z.object({
  FromAuthToken: text(500).describe('auth_token of the origin account.'),
  FromType: text(50).describe('Exchange integration identifier.'),
  NetworkId: text(60).nullable().optional().describe('Optional if exactly one network is possible.'),
  Symbol: text(20).describe('Token symbol.'),
  ToAddress: text(200).describe('Any destination address that passes the risk check.'),
  AddressTag: text(100).nullable().optional().describe('Memo or destination tag, if the network has one.'),
  // readAmountToSend validates it, so that every invalid amount gets the same error.
  Amount: requestNumber(
    'In token units. Every digit counts, and exponents are accepted. Zero, negative numbers and strings are rejected. An amount ' +
      'in fiat is not accepted.',
  ),
})

export const previewTransferEndpoint = describeEndpoint({
  id: 'previewTransfer',
  method: 'post',
  path: '/api/v1/transfers/managed/preview',
  tag: 'Transfers',
  summary: 'Preview a transfer',
  description:
    'The full detail of one proposed transfer, checked against the risk rules, with an id that executes it before it expires. ' +
    'Nothing is sent. Needs no earlier configure. No envelope.',
  security: 'client',
  shape: 'preview',
  body: {
    schema: Body,
    example: {
      FromAuthToken: exampleToken,
      FromType: 'sandbox',
      NetworkId: baseId,
      Symbol: 'USDC',
      ToAddress: exampleAddress,
      Amount: 12.345678,
    },
  },
  responses: {
    200: jsonResponse('The proposed transfer.', PreviewResponse, { examples: { succeeded: previewExample } }),
  },
  errors: [
    ...accountErrors,
    ...exchangeErrors,
    ...sendableErrors,
    'integrationNotSupported',
    'networkRequired',
    'invalidAmount',
    'assetNotEligible',
    'noPrice',
    'destinationCoolingDown',
  ],
})

export function mountPreviewTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = previewTransferEndpoint
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), async (context) => {
    const body = await readBody(context, Body)
    const amount = readAmountToSend(body.Amount, 'Amount', () => decimalsOf(deps.networks, body))
    const bearer = { clientId: context.get('client').id, userId: null }
    const account = await accountFromToken(deps, bearer, { token: body.FromAuthToken, type: body.FromType })
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
    return sendJson(context, { Status: 'Succeeded', ErrorMessage: null, PreviewResult: previewToWire(preview) })
  })
  refuseOtherMethods(app, path, ['POST'])
}

/** Null if the request does not name a known token. */
function decimalsOf(networks: NetworkCatalogue, { NetworkId, Symbol: symbol }: z.infer<typeof Body>) {
  const network = NetworkId ? networks.byId(NetworkId) : undefined
  const token = network && networks.token(network, symbol)
  return token ? { symbol: token.symbol, network: network.name, decimals: token.decimals } : null
}
