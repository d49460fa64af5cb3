import type { Asset } from '../../asset.ts'
import { fixedDecimals } from '../decimals.ts'

/** Binance uses at most eight decimals. */
export function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 8)
}

/** Without trailing zeros. */
export function amountText(units: bigint, asset: Asset): string {
  const text = fixedDecimals(units, asset.decimals, placesOf(asset))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

export function stepOf(asset: Asset): string {
  return placesOf(asset) === 0 ? '1' : `0.${'1'.padStart(placesOf(asset), '0')}`
}
