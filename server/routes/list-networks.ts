// GET /api/v1/transfers/managed/networks: the networks that some integration can send on. Ids are static.

import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type * as z from 'zod'
import { describeEndpoint, emptyResponse, envelopeResponse } from '../contract/endpoint.ts'
import { Networks, networksExample } from '../contract/wire/networks.ts'
import { managedExchanges } from '../exchanges/registry.ts'
import { clientOnly } from '../http/authenticate.ts'
import { matchesTag } from '../http/entity-tag.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppEnv } from '../http/request-context.ts'
import { sendText } from '../http/responses.ts'
import type { RouteDeps } from './route-deps.ts'

export const listNetworksEndpoint = describeEndpoint({
  id: 'listNetworks',
  method: 'get',
  path: '/api/v1/transfers/managed/networks',
  tag: 'Transfers',
  summary: 'List supported networks',
  description: 'The ids are static and can be stored. Responses have a strong `ETag`: send it as `If-None-Match`.',
  security: 'client',
  headers: { 'If-None-Match': 'The ETag of an earlier response.' },
  responses: {
    200: envelopeResponse('The networks that at least one integration can send on.', Networks, {
      example: networksExample,
      headers: { ETag: 'A strong ETag, which changes with the response.' },
    }),
    304: emptyResponse('The response with this ETag is still current.', {
      headers: { ETag: 'The ETag of the request.' },
    }),
  },
  errors: [],
})

export function mountListNetworks(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = listNetworksEndpoint
  // Networks and integrations do not change while the server runs, so the response is serialized once.
  const body = JSON.stringify({ content: networksOf(deps), status: 'ok', message: '' })
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  app.get(path, clientOnly(deps), (context) => {
    if (matchesTag(context.req.header('if-none-match'), tag)) return sendText(context, null, { status: 304, headers })
    return sendText(context, body, { status: 200, headers })
  })
  refuseOtherMethods(app, path, ['GET'])
}

function networksOf(deps: RouteDeps): z.infer<typeof Networks> {
  const networks = deps.networks.all.map((network) => ({
    id: network.id,
    name: network.name,
    chainId: deps.networks.chainId(network),
    supportedTokens: network.tokens.map((token) => token.symbol),
    supportedBrokerTypes: managedExchanges(deps.exchanges)
      .filter((exchange) => exchange.networkKeys.includes(network.key))
      .map((exchange) => exchange.type),
  }))
  return { networks: networks.filter((network) => network.supportedBrokerTypes.length > 0) }
}
