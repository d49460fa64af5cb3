// The icon of a token or a network, and a letter on a colour for those without one.

import { networkIcon, tokenIcon } from './icons.ts'
import type { Network } from './network.ts'

export interface Mark {
  letter: string
  /** `#rrggbb`; the page writes dark on it or white, whichever is easier to read. */
  color: string
  /** The path of the icon on this server. */
  icon?: string
}

const tokens: Readonly<Record<string, Pick<Mark, 'letter' | 'color'>>> = {
  USDC: { letter: '$', color: '#2775ca' },
  USDT: { letter: 'T', color: '#1a8f6a' },
  EURC: { letter: '€', color: '#2a6fdb' },
  DAI: { letter: 'D', color: '#f5ac37' },
  ETH: { letter: 'Ξ', color: '#627eea' },
  BTC: { letter: 'B', color: '#f7931a' },
  WBTC: { letter: 'W', color: '#4d4a5e' },
  SOL: { letter: '◎', color: '#14141f' },
  POL: { letter: 'P', color: '#8247e5' },
  BNB: { letter: 'B', color: '#f0b90b' },
  AVAX: { letter: 'A', color: '#e84142' },
  ARB: { letter: 'A', color: '#1b6fb8' },
  OP: { letter: 'O', color: '#e3001b' },
  LINK: { letter: 'L', color: '#2a5ada' },
  TRX: { letter: 'T', color: '#c8102e' },
  XRP: { letter: 'X', color: '#23292f' },
  LTC: { letter: 'Ł', color: '#345d9d' },
  DOGE: { letter: 'Ð', color: '#c2a633' },
  XLM: { letter: 'S', color: '#3b3f46' },
  TON: { letter: 'T', color: '#0078c8' },
}

/** Null for a token that has none: its first letter does. */
export function markOfToken(symbol: string): Mark | null {
  const mark = tokens[symbol]
  const icon = tokenIcon(symbol)
  return mark === undefined ? null : { ...mark, ...(icon !== undefined && { icon }) }
}

export function markOfNetwork({ key, name, color }: Network): Mark {
  const icon = networkIcon(key)
  return { letter: name.slice(0, 1), color, ...(icon !== undefined && { icon }) }
}
