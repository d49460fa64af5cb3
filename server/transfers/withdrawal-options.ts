// The ways an exchange can send a holding, as far as our catalogue vouches for them: an unknown network is dropped, and so is
// a (symbol, network) pair whose contract is not the catalogue's, because another token goes by the same symbol there.

import type { ExchangeHolding, Route } from '../exchanges/exchange.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network, NetworkToken } from '../networks/network.ts'

export interface WithdrawalOption {
  route: Route
  network: Network
  token: NetworkToken
}

export function withdrawalOptions(catalogue: NetworkCatalogue, holding: ExchangeHolding): WithdrawalOption[] {
  return holding.routes.flatMap((route) => {
    const network = catalogue.byKey(route.networkKey)
    const token = network === undefined ? undefined : catalogue.token(network, holding.symbol)
    if (network === undefined || token === undefined) return []
    return token.contract.toLowerCase() === route.contract.toLowerCase() ? [{ route, network, token }] : []
  })
}
