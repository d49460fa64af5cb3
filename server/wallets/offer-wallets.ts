// Everything a server needs to offer wallets: the networks that it reads, the wallet adapter, and how wallet transfers are polled.

import type { Chains } from '../chains/chain.ts'
import { evmReads } from '../chains/evm-reads.ts'
import type { NodeFetch } from '../chains/node-fetch.ts'
import { solanaChain } from '../chains/solana-chain.ts'
import { solanaNode } from '../chains/solana-node.ts'
import { solanaReads } from '../chains/solana-reads.ts'
import { type ExchangeRegistry, registryOf, selfCustodyType } from '../exchanges/registry.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Network } from '../networks/network.ts'
import type { PollTransfer } from '../transfers/transfer-deps.ts'
import { marketPrices } from './market-prices.ts'
import { pollWallet } from './poll-wallet.ts'
import type { SolanaNetwork, SolanaNetworks } from './solana-networks.ts'
import { walletAdapter } from './wallet-adapter.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'

interface WalletSettings {
  networks: NetworkCatalogue
  exchanges: ExchangeRegistry
  chains: Chains
  /** By network key. */
  rpcUrls: ReadonlyMap<string, string>
  /** The public facts about a network, for a wallet. Never the server's own node: its URL may contain a key. */
  publicOf(network: Network): Pick<WalletNetwork, 'rpcUrl' | 'explorerUrl'>
  /** Sends the requests to the node of a network. */
  fetchOf?(networkKey: string): NodeFetch
}

interface OfferedWallets {
  wallets: WalletNetworks
  solana: SolanaNetworks
  exchanges: ExchangeRegistry
  pollers: ReadonlyMap<string, PollTransfer>
}

/** Without a node of a supported network no wallet can be connected. Payments by link still work. */
export function offerWallets(settings: WalletSettings): OfferedWallets {
  const { networks, exchanges, chains, rpcUrls, publicOf, fetchOf = () => fetch } = settings
  const wallets = new Map<string, WalletNetwork>()
  const solana = new Map<string, SolanaNetwork>()
  for (const network of networks.all) {
    const url = rpcUrls.get(network.key)
    if (network.key === 'solana' && url !== undefined) {
      const cluster = networks.chainId(network) === network.chainId ? 'solana:mainnet' : 'solana:localnet'
      const node = solanaNode(url, cluster, fetchOf(network.key))
      const { explorerUrl } = publicOf(network)
      solana.set(network.key, { network, cluster, chain: solanaChain(node), reads: solanaReads(node), explorerUrl })
    }
    const chain = chains.get(network.key)
    if (!network.isEvm || url === undefined || chain === undefined) continue
    const chainId = networks.chainId(network)
    const reads = evmReads(url, chainId, fetchOf(network.key))
    wallets.set(network.key, { network, chainId, chain, reads, ...publicOf(network) })
  }
  const adapter = walletAdapter(wallets, solana, () => marketPrices(exchanges.all))
  return {
    wallets,
    solana,
    exchanges: registryOf([...exchanges.all, adapter]),
    pollers: new Map([[selfCustodyType, pollWallet({ wallets, solana })]]),
  }
}
