// The formats of amounts and ids in the responses of the emulators in this folder.
import type { Asset } from '../asset.ts'
import { fixedDecimals } from './decimals.ts'

/** These exchanges use at most eight decimals. */
export function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 8)
}

/** With trailing zeros. */
export function paddedAmount(units: bigint, asset: Asset): string {
  return fixedDecimals(units, asset.decimals, placesOf(asset))
}

export function shortAmount(units: bigint, asset: Asset): string {
  const text = paddedAmount(units, asset)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** An id of this many digits, derived from the exchange's id. */
export function digitsOf(id: string, count = 18): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`)
    .toString()
    .padStart(count, '1')
}
