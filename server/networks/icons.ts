// The icons in host/public/icons, which `npm run icons` writes. Tokens and networks without one are shown as letters.

const tokenIcons = new Set(
  'USDC USDT EURC DAI ETH BTC WBTC SOL POL BNB AVAX ARB OP LINK TRX XRP LTC XLM TON'.split(' '),
)

/** Most networks have the icon of a token, which the browser then loads once. */
const networkIcons: Readonly<Record<string, string>> = {
  ethereum: 'eth',
  arbitrum: 'arb',
  optimism: 'op',
  base: 'base',
  polygon: 'pol',
  bsc: 'bsc',
  avalanche: 'avax',
  solana: 'sol',
  bitcoin: 'btc',
  tron: 'trx',
  xrp: 'xrp',
  litecoin: 'ltc',
  stellar: 'xlm',
  ton: 'ton',
}

/** The names of all files. */
export const iconNames = [...new Set([...[...tokenIcons].map(nameOf), ...Object.values(networkIcons)])]

/** The path on this server. */
export function tokenIcon(symbol: string): string | undefined {
  return tokenIcons.has(symbol) ? pathOf(nameOf(symbol)) : undefined
}

export function networkIcon(key: string): string | undefined {
  const name = networkIcons[key]
  return name === undefined ? undefined : pathOf(name)
}

function nameOf(symbol: string): string {
  return symbol.toLowerCase()
}

function pathOf(name: string): string {
  return `/link-assets/icons/${name}.svg`
}
