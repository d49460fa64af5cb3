import type { Asset } from '../../asset.ts'
import { findAsset } from '../../assets.ts'
import type { RouteResponse } from '../../http.ts'
import { fixedDecimals } from '../decimals.ts'
import { idOf, placesOf } from './assets.ts'
import type { SignedCall } from './context.ts'
import { result } from './errors.ts'

/** Total balances, including pending withdrawals. */
export function balance(signedCall: SignedCall): RouteResponse {
  return result(byAsset(signedCall, (total) => total))
}

export function extendedBalance(signedCall: SignedCall): RouteResponse {
  return result(byAsset(signedCall, (total, held) => ({ balance: total, hold_trade: held })))
}

function byAsset({ context, key }: SignedCall, describe: (total: string, held: string) => unknown) {
  const texts = (asset: Asset, units: bigint) => fixedDecimals(units, asset.decimals, placesOf(asset))
  return Object.fromEntries(
    context.exchange.ledger.balances(key.accountId).flatMap(({ asset: symbol, available, held }) => {
      const asset = findAsset(symbol)
      return asset === undefined ? [] : [[idOf(asset), describe(texts(asset, available + held), texts(asset, held))]]
    }),
  )
}
