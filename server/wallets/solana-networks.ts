// Solana for wallets: there the server writes the transaction and sends it, and the wallet only signs.

import type { Chain } from '../chains/chain.ts'
import type { Cluster } from '../chains/solana-node.ts'
import type { SolanaReads } from '../chains/solana-reads.ts'
import type { Network } from '../networks/network.ts'

export interface SolanaNetwork {
  network: Network
  /** As wallets name the chain. */
  cluster: Cluster
  chain: Chain
  reads: SolanaReads
  explorerUrl: string | null
}

/** By network key, those whose node this server reads. */
export type SolanaNetworks = ReadonlyMap<string, SolanaNetwork>
