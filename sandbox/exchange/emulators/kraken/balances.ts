import type { Asset } from '../../asset.ts'
import { findAsset } from '../../assets.ts'
import type { Answer } from '../../http.ts'
import { fixedDecimals } from '../decimals.ts'
import { idOf, placesOf } from './assets.ts'
import type { Asked } from './context.ts'
import { result } from './errors.ts'

/** What is there, withdrawals under way included. */
export function balance(asked: Asked): Answer {
  return result(byAsset(asked, (total) => total))
}

export function extendedBalance(asked: Asked): Answer {
  return result(byAsset(asked, (total, held) => ({ balance: total, hold_trade: held })))
}

function byAsset({ context, key }: Asked, tell: (total: string, held: string) => unknown) {
  const texts = (asset: Asset, units: bigint) => fixedDecimals(units, asset.decimals, placesOf(asset))
  return Object.fromEntries(
    context.exchange.ledger.balances(key.accountId).flatMap(({ asset: symbol, available, held }) => {
      const asset = findAsset(symbol)
      return asset === undefined ? [] : [[idOf(asset), tell(texts(asset, available + held), texts(asset, held))]]
    }),
  )
}
