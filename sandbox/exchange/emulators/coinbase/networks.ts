// Coinbase's names for networks. It sends on fewer networks than the sandbox exchange.

const names: Record<string, [id: string, name: string]> = {
  ethereum: ['ethereum', 'Ethereum'],
  base: ['base', 'Base'],
  arbitrum: ['arbitrum', 'Arbitrum'],
  optimism: ['optimism', 'Optimism'],
  polygon: ['polygon', 'Polygon'],
  avalanche: ['avacchain', 'Avalanche C-Chain'],
  solana: ['solana', 'Solana'],
  bitcoin: ['bitcoin', 'Bitcoin'],
  litecoin: ['litecoin', 'Litecoin'],
  dogecoin: ['dogecoin', 'Dogecoin'],
  xrp: ['ripple', 'Ripple'],
  stellar: ['stellar', 'Stellar'],
  zcash: ['zcash', 'Zcash'],
}

export function isListed(network: string): boolean {
  return Object.hasOwn(names, network)
}

export function networkId(network: string): string {
  return names[network]?.[0] ?? network
}

export function networkName(network: string): string {
  return names[network]?.[1] ?? network
}
