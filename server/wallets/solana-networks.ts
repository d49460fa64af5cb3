// Solana networks for wallets. The server builds and sends the transaction; the wallet only signs.

import type { Chain } from '../chains/chain.ts'
import type { Cluster } from '../chains/solana-node.ts'
import type { SolanaReads } from '../chains/solana-reads.ts'
import type { Network } from '../networks/network.ts'

export interface SolanaNetwork {
  network: Network
  /** The chain's name in wallets. */
  cluster: Cluster
  chain: Chain
  reads: SolanaReads
  explorerUrl: string | null
}

/** The networks whose node this server reads, by network key. */
export type SolanaNetworks = ReadonlyMap<string, SolanaNetwork>
