// GET /api/v1/integrations, GET /api/v1/transfers/managed/integrations, GET /api/v1/status (additive)

import type { Hono } from 'hono'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { healthExample, Integrations, IntegrationsHealth, integrationsExample } from '../contract/wire/integrations.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { isSelfCustody, managedExchanges } from '../exchanges/registry.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import type { RouteDeps } from './route-deps.ts'

export const listIntegrationsEndpoint = describeEndpoint({
  id: 'listIntegrations',
  method: 'get',
  path: '/api/v1/integrations',
  tag: 'Reading',
  summary: 'List integrations',
  description: 'Additive.',
  security: 'client',
  responses: {
    200: envelopeResponse('Every integration of this server.', Integrations, { example: integrationsExample }),
  },
  errors: [],
})

export const listTransferIntegrationsEndpoint = describeEndpoint({
  id: 'listTransferIntegrations',
  method: 'get',
  path: '/api/v1/transfers/managed/integrations',
  tag: 'Reading',
  summary: 'List integrations that support managed transfers',
  description: 'Additive.',
  security: 'client',
  responses: {
    200: envelopeResponse('The integrations that support managed transfers.', Integrations, {
      example: integrationsExample,
    }),
  },
  errors: [],
})

export const readStatusEndpoint = describeEndpoint({
  id: 'readStatus',
  method: 'get',
  path: '/api/v1/status',
  tag: 'Reading',
  summary: 'Health of each integration',
  description: 'Additive.',
  security: 'client',
  responses: {
    200: envelopeResponse('The health of each integration at the time of the request.', IntegrationsHealth, {
      example: healthExample,
    }),
  },
  errors: [],
})

const descriptions = {
  up: null,
  degraded: 'The exchange responds slowly or only partly.',
  down: 'The exchange cannot be reached.',
} as const

export function mountListIntegrations(app: Hono<AppEnv>, deps: RouteDeps): void {
  const networkIds = (exchange: Exchange) =>
    exchange.networkKeys.flatMap((key) => {
      const network = deps.networks.byKey(key)
      return network === undefined ? [] : [network.id]
    })
  const described = (exchange: Exchange) => ({
    type: exchange.type,
    name: exchange.name,
    transfers: exchange.transfers,
    networks: networkIds(exchange),
  })
  // A wallet without a network to connect on is not listed.
  const listed = deps.exchanges.all.filter(({ type, networkKeys }) => !isSelfCustody(type) || networkKeys.length > 0)
  app.get(listIntegrationsEndpoint.path, clientOnly(deps), (context) =>
    ok(context, { integrations: listed.map(described) }),
  )
  app.get(listTransferIntegrationsEndpoint.path, clientOnly(deps), (context) =>
    ok(context, { integrations: managedExchanges(deps.exchanges).map(described) }),
  )
  app.get(readStatusEndpoint.path, clientOnly(deps), async (context) => {
    const healths = listed.map(async (exchange) => {
      const status = await exchange.health()
      const { type, name } = exchange
      return { type, name, isUp: status !== 'down', status, description: descriptions[status] }
    })
    return ok(context, await Promise.all(healths))
  })
  for (const { path } of [listIntegrationsEndpoint, listTransferIntegrationsEndpoint, readStatusEndpoint]) {
    refuseOtherMethods(app, path, ['GET'])
  }
}
