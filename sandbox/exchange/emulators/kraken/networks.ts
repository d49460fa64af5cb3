// Kraken's names for networks, and its withdrawal method for an asset on a network.

import type { Asset, AssetNetwork } from '../../asset.ts'

const names: Record<string, string> = {
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum One',
  optimism: 'Optimism',
  base: 'Base',
  polygon: 'Polygon',
  bsc: 'BNB Smart Chain',
  avalanche: 'Avalanche C-Chain',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  tron: 'Tron',
  xrp: 'XRP Ledger',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  stellar: 'Stellar',
  ton: 'The Open Network',
  monero: 'Monero',
  zcash: 'Zcash (Transparent)',
}

/** A network that Kraken does not list has the sandbox's name, so that clients are also tested with an unknown name. */
export function networkName(network: string): string {
  return names[network] ?? network
}

export function methodName({ symbol, name }: Asset, { network, contract }: AssetNetwork): string {
  if (contract !== '')
    return network === 'ethereum' ? `${symbol} (ERC-20)` : `${symbol} - ${networkName(network)} (Unified)`
  const isItsOwn = networkName(network) === name || (symbol === 'ETH' && network === 'ethereum')
  return isItsOwn ? name : `${name} (${networkName(network)})`
}
