// The networks and their tokens for one environment. To add a network: one file beside this one, one line here.

import { base } from './base.ts'
import { ethereum } from './ethereum.ts'
import type { Network, NetworkToken } from './network.ts'

export interface NetworkCatalogue {
  readonly all: readonly Network[]
  byId(id: string): Network | undefined
  byKey(key: string): Network | undefined
  token(network: Network, symbol: string): NetworkToken | undefined
  chainId(network: Network): string
}

export function networkCatalogue(environment: 'sandbox' | 'production'): NetworkCatalogue {
  const all = [ethereum, base].map((network) => ({
    ...network,
    tokens: network.tokens.filter((token) => environment === 'sandbox' || !token.sandboxOnly),
  }))
  const byId = new Map(all.map((network) => [network.id, network]))
  const byKey = new Map(all.map((network) => [network.key, network]))
  return {
    all,
    byId: (id) => byId.get(id.toLowerCase()),
    byKey: (key) => byKey.get(key),
    token: (network, symbol) => network.tokens.find((token) => token.symbol === symbol.toUpperCase()),
    chainId: (network) => (environment === 'sandbox' ? network.sandboxChainId : network.chainId),
  }
}
