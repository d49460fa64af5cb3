// The networks on which wallets are offered: those whose node this server reads. Without one nobody could say that the money
// arrived.

import type { Chain } from '../chains/chain.ts'
import type { EvmReads } from '../chains/evm-reads.ts'
import type { Network } from '../networks/network.ts'

export interface WalletNetwork {
  network: Network
  /** As text, of this environment. */
  chainId: string
  chain: Chain
  reads: EvmReads
  /** A node that a wallet may be told of; null where the wallet has to know one. */
  rpcUrl: string | null
  explorerUrl: string | null
}

/** By network key. */
export type WalletNetworks = ReadonlyMap<string, WalletNetwork>
