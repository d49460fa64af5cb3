// Amounts as Coinbase writes them: eight decimals, dollars with two.

import type { Asset } from '../../asset.ts'
import { prices } from '../../assets.ts'
import { parseUnits } from '../../units.ts'
import { fixedDecimals } from '../decimals.ts'

const priceDecimals = 8

export function placesOf({ decimals }: Asset): number {
  return Math.min(decimals, 8)
}

export interface Money {
  amount: string
  currency: string
}

export function money(units: bigint, asset: Asset, sign = ''): Money {
  return { amount: `${sign}${fixedDecimals(units, asset.decimals, placesOf(asset))}`, currency: asset.symbol }
}

/** In whole cents, rounded down. */
export function cents(units: bigint, asset: Asset): bigint {
  const price = parseUnits(prices[asset.symbol] ?? '0', priceDecimals) ?? 0n
  return (units * price) / 10n ** BigInt(asset.decimals + priceDecimals - 2)
}

export function dollars(units: bigint, asset: Asset, sign = ''): Money {
  return { amount: `${sign}${fixedDecimals(cents(units, asset), 2, 2)}`, currency: 'USD' }
}
