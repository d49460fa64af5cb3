// OKX's names for networks. A chain is named after the asset and the network.

import type { Asset } from '../../asset.ts'

const words: Record<string, string> = {
  ethereum: 'ERC20',
  arbitrum: 'Arbitrum One',
  optimism: 'Optimism',
  base: 'Base',
  polygon: 'Polygon',
  bsc: 'BSC',
  avalanche: 'Avalanche C-Chain',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  tron: 'TRC20',
  xrp: 'Ripple',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  stellar: 'Stellar Lumens',
  ton: 'TON',
}

export function chainName({ symbol }: Asset, network: string): string {
  return `${symbol}-${words[network] ?? network}`
}
