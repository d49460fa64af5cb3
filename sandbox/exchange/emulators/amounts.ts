// How the formats beside this file write amounts and ids.
import type { Asset } from '../asset.ts'
import { fixedDecimals } from './decimals.ts'

/** None of these exchanges counts in more than eight decimals. */
export function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 8)
}

/** With all its zeros. */
export function paddedAmount(units: bigint, asset: Asset): string {
  return fixedDecimals(units, asset.decimals, placesOf(asset))
}

export function shortAmount(units: bigint, asset: Asset): string {
  const text = paddedAmount(units, asset)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Of so many digits from the exchange's own id. */
export function digitsOf(id: string, count = 18): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`)
    .toString()
    .padStart(count, '1')
}
