// GET /api/v1/transfers/managed/networks: the networks that some integration can send on. Ids are static.

import type { Hono } from 'hono'
import { ok } from '../http/answers.ts'
import { clientOnly } from '../http/authenticate.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { AppEnv } from '../http/request-context.ts'
import type { RouteDeps } from './route-deps.ts'

const path = '/api/v1/transfers/managed/networks'

export function mountListNetworks(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(path, clientOnly(deps), (context) => {
    const networks = deps.networks.all.map((network) => ({
      id: network.id,
      name: network.name,
      chainId: deps.networks.chainId(network),
      supportedTokens: network.tokens.map((token) => token.symbol),
      supportedBrokerTypes: deps.exchanges.all
        .filter((exchange) => exchange.transfers && exchange.networkKeys.includes(network.key))
        .map((exchange) => exchange.type),
    }))
    return ok(context, { networks: networks.filter((network) => network.supportedBrokerTypes.length > 0) })
  })
  refuseOtherMethods(app, path, ['GET'])
}
