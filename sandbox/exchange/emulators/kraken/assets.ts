// Kraken's names for assets: its oldest ones have a letter for their class, and some are special.

import type { Asset } from '../../asset.ts'
import { assets, prices } from '../../assets.ts'

const ids: Record<string, string> = {
  BTC: 'XXBT',
  ETH: 'XETH',
  XMR: 'XXMR',
  ZEC: 'XZEC',
  XRP: 'XXRP',
  LTC: 'XLTC',
  DOGE: 'XXDG',
  XLM: 'XXLM',
  ETC: 'XETC',
}
// Pairs whose name does not consist of both asset ids.
const pairIds: Record<string, string> = { DOGE: 'XDGUSD', USDT: 'USDTZUSD' }
const alternativeNames: Record<string, string> = { BTC: 'XBT', DOGE: 'XDG' }

/** The name in balances and listings. */
export function idOf({ symbol }: Asset): string {
  return ids[symbol] ?? symbol
}

export function alternativeNameOf({ symbol }: Asset): string {
  return alternativeNames[symbol] ?? symbol
}

/** Clients may use either name. */
export function assetNamed(name: string): Asset | undefined {
  return assets.find((asset) => [idOf(asset), alternativeNameOf(asset), asset.symbol].includes(name.toUpperCase()))
}

/** Kraken's ledger has at most ten decimals. */
export function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 10)
}

/** The dollar pair, or null for an asset that is not traded. */
export function pairOf(asset: Asset): { id: string; alternativeName: string; wsName: string; price: string } | null {
  const price = prices[asset.symbol]
  if (price === undefined) return null
  const defaultId = ids[asset.symbol] === undefined ? `${asset.symbol}USD` : `${ids[asset.symbol]}ZUSD`
  const id = pairIds[asset.symbol] ?? defaultId
  const name = alternativeNameOf(asset)
  return { id, alternativeName: `${name}USD`, wsName: `${name}/USD`, price }
}
