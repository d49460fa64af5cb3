// KuCoin's names for networks.

const words: Record<string, string> = {
  ethereum: 'eth',
  arbitrum: 'arbitrum',
  optimism: 'optimism',
  base: 'base',
  polygon: 'matic',
  bsc: 'bsc',
  avalanche: 'avaxc',
  solana: 'sol',
  bitcoin: 'btc',
  tron: 'trx',
  litecoin: 'ltc',
  dogecoin: 'doge',
  stellar: 'xlm',
  xrp: 'xrp',
  ton: 'ton',
}

export function chainId(network: string): string {
  return words[network] ?? network
}
