// Gate's names for networks.

const words: Record<string, string> = {
  ethereum: 'ETH',
  arbitrum: 'ARBEVM',
  optimism: 'OPETH',
  base: 'BASEEVM',
  polygon: 'MATIC',
  bsc: 'BSC',
  avalanche: 'AVAX_C',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRX',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  xrp: 'XRP',
  ton: 'TON',
}

export function chainName(network: string): string {
  return words[network] ?? network
}
