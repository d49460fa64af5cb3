// Bybit's names for networks.

const words: Record<string, string> = {
  ethereum: 'ETH',
  arbitrum: 'ARBI',
  optimism: 'OP',
  base: 'BASE',
  polygon: 'MATIC',
  bsc: 'BSC',
  avalanche: 'CAVAX',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRX',
  xrp: 'XRP',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  ton: 'TON',
}

export const wordFor = (network: string) => words[network] ?? network.toUpperCase()
