// The networks and their tokens for one environment. To add a network: one file beside this one, one line here.

import { arbitrum } from './arbitrum.ts'
import { avalanche } from './avalanche.ts'
import { base } from './base.ts'
import { bitcoin } from './bitcoin.ts'
import { bsc } from './bsc.ts'
import { dogecoin } from './dogecoin.ts'
import { ethereum } from './ethereum.ts'
import { litecoin } from './litecoin.ts'
import type { Network, NetworkToken } from './network.ts'
import { optimism } from './optimism.ts'
import { polygon } from './polygon.ts'
import { solana } from './solana.ts'
import { stellar } from './stellar.ts'
import { ton } from './ton.ts'
import { tron } from './tron.ts'
import { xrp } from './xrp.ts'

const networks: readonly Network[] = [
  ethereum,
  arbitrum,
  optimism,
  base,
  polygon,
  bsc,
  avalanche,
  solana,
  bitcoin,
  tron,
  xrp,
  litecoin,
  dogecoin,
  stellar,
  ton,
]

export interface NetworkCatalogue {
  readonly all: readonly Network[]
  byId(id: string): Network | undefined
  byKey(key: string): Network | undefined
  token(network: Network, symbol: string): NetworkToken | undefined
  chainId(network: Network): string
}

export function networkCatalogue(environment: 'sandbox' | 'production'): NetworkCatalogue {
  const all = networks.map((network) => ({
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
