// Tokens and networks that have an icon in host/public/icons. `npm run icons` writes the files. The others are shown as letters.

export const tokenIcons = [
  ...[
    'USDC',
    'USDT',
    'EURC',
    'DAI',
    'ETH',
    'BTC',
    'WBTC',
    'SOL',
    'POL',
    'BNB',
    'AVAX',
    'ARB',
    'OP',
    'LINK',
    'TRX',
    'XRP',
  ],
  ...['LTC', 'XLM', 'TON'],
]

export const networkIcons = [
  ...['ethereum', 'arbitrum', 'optimism', 'base', 'polygon', 'bsc', 'avalanche', 'solana', 'bitcoin', 'tron', 'xrp'],
  ...['litecoin', 'stellar', 'ton'],
]

/** The paths on this server. */
export function tokenIcon(symbol: string): string | undefined {
  return tokenIcons.includes(symbol) ? `/link-assets/icons/tokens/${symbol.toLowerCase()}.svg` : undefined
}

export function networkIcon(key: string): string | undefined {
  return networkIcons.includes(key) ? `/link-assets/icons/networks/${key}.svg` : undefined
}
