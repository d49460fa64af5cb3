// GET /api/v1/integrations, GET /api/v1/transfers/managed/integrations, GET /api/v1/status (additive)

import type { Hono } from 'hono'
import type { Exchange } from '../exchanges/exchange.ts'
import { ok } from '../http/answers.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { RouteDeps } from './route-deps.ts'

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
  app.get('/api/v1/integrations', clientOnly(deps), (context) =>
    ok(context, { integrations: deps.exchanges.all.map(described) }),
  )
  app.get('/api/v1/transfers/managed/integrations', clientOnly(deps), (context) =>
    ok(context, { integrations: deps.exchanges.all.filter((exchange) => exchange.transfers).map(described) }),
  )
  app.get('/api/v1/status', clientOnly(deps), async (context) => {
    const integrations = await Promise.all(
      deps.exchanges.all.map(async (exchange) => ({
        type: exchange.type,
        name: exchange.name,
        status: await exchange.health(),
      })),
    )
    return ok(context, { integrations })
  })
  for (const path of ['/api/v1/integrations', '/api/v1/transfers/managed/integrations', '/api/v1/status']) {
    refuseOtherMethods(app, path, ['GET'])
  }
}
