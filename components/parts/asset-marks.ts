// The signs and colours of well-known tokens and networks; any other gets its first letter.

import type { Disc } from './letter-disc.ts'

const tokens: Record<string, Disc> = {
  USDC: { letter: '$', color: '#2775ca' },
  USDT: { letter: 'T', color: '#1a8f6a' },
  ETH: { letter: 'Ξ', color: '#627eea' },
  SOL: { letter: '◎', color: '#14141f' },
  BTC: { letter: 'B', color: '#f7931a' },
  POL: { letter: 'P', color: '#8247e5' },
}

const networks: Record<string, Disc> = {
  Base: { letter: 'B', color: '#0052ff' },
  Ethereum: { letter: 'E', color: '#627eea' },
  Solana: { letter: 'S', color: '#14141f' },
  Polygon: { letter: 'P', color: '#8247e5' },
  Bitcoin: { letter: 'B', color: '#f7931a' },
}

export function markOfToken(symbol: string): Disc {
  return (Object.hasOwn(tokens, symbol) && tokens[symbol]) || { letter: symbol.slice(0, 1), color: '' }
}

export function markOfNetwork(name: string): Disc {
  return (Object.hasOwn(networks, name) && networks[name]) || { letter: name.slice(0, 1), color: '' }
}

/** A colour for what cannot be chosen now. */
export function withoutColor({ letter }: Disc): Disc {
  return { letter, color: '#9aa3af' }
}
