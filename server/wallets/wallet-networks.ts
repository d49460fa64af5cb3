// The networks on which wallets are offered: those with a node that the server reads. Without a node, the arrival of a payment could
// not be proved.

import type { Chain } from '../chains/chain.ts'
import type { EvmReads } from '../chains/evm-reads.ts'
import type { Network } from '../networks/network.ts'

export interface WalletNetwork {
  network: Network
  /** Decimal text, for this environment. */
  chainId: string
  chain: Chain
  reads: EvmReads
  /** The node that a wallet may be given; null if the wallet must have its own. */
  rpcUrl: string | null
  explorerUrl: string | null
}

/** By network key. */
export type WalletNetworks = ReadonlyMap<string, WalletNetwork>
