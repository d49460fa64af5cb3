// The chains whose node is configured.

import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { canBeRead } from '../networks/network.ts'
import type { Chain } from './chain.ts'
import { evmChain } from './evm-chain.ts'
import type { NodeFetch } from './node-fetch.ts'
import { solanaChain } from './solana-chain.ts'
import { solanaNode } from './solana-node.ts'

/** By network key, as `rpcUrls`. */
export function configuredChains(
  networks: NetworkCatalogue,
  rpcUrls: ReadonlyMap<string, string>,
  fetchOf: (networkKey: string) => NodeFetch = () => fetch,
): Map<string, Chain> {
  const chains = new Map<string, Chain>()
  for (const network of networks.all.filter(canBeRead)) {
    const url = rpcUrls.get(network.key)
    if (url === undefined) continue
    const send = fetchOf(network.key)
    if (network.isEvm) chains.set(network.key, evmChain(url, networks.chainId(network), send))
    // In the sandbox wallets alone reach it: the exchange settles there in its own book.
    else if (networks.chainId(network) === network.chainId) {
      chains.set(network.key, solanaChain(solanaNode(url, 'solana:mainnet', send)))
    }
  }
  return chains
}
