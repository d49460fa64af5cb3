// The signs and colours of well-known tokens and networks; any other gets its first letter.

interface Mark {
  letter: string
  color: string
}

const tokens: Record<string, Mark> = {
  USDC: { letter: '$', color: '#2775ca' },
  USDT: { letter: 'T', color: '#1a8f6a' },
  ETH: { letter: 'Ξ', color: '#627eea' },
  SOL: { letter: '◎', color: '#14141f' },
  BTC: { letter: 'B', color: '#f7931a' },
  POL: { letter: 'P', color: '#8247e5' },
}

const networks: Record<string, Mark> = {
  Base: { letter: 'B', color: '#0052ff' },
  Ethereum: { letter: 'E', color: '#627eea' },
  Solana: { letter: 'S', color: '#14141f' },
  Polygon: { letter: 'P', color: '#8247e5' },
  Bitcoin: { letter: 'B', color: '#f7931a' },
}

export function markOfToken(symbol: string): Mark {
  return tokens[symbol] ?? { letter: symbol.slice(0, 1), color: '' }
}

export function markOfNetwork(name: string): Mark {
  return networks[name] ?? { letter: name.slice(0, 1), color: '' }
}
