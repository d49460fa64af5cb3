// Kraken's public calls: time, assets, dollar pairs and their prices.

import type { Asset } from '../../asset.ts'
import { assets } from '../../assets.ts'
import { ExchangeError } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import { type EmulatorCall, parameter } from '../emulator.ts'
import { alternativeNameOf, assetNamed, idOf, pairOf, placesOf } from './assets.ts'
import { result } from './errors.ts'

export function time(now: number): RouteResponse {
  return result({ unixtime: Math.floor(now / 1000), rfc1123: new Date(now).toUTCString() })
}

export function systemStatus(now: number): RouteResponse {
  return result({ status: 'online', timestamp: new Date(now).toISOString() })
}

const dollar = { aclass: 'currency', altname: 'USD', decimals: 4, display_decimals: 2, status: 'enabled' }

export function listAssets({ queryText }: EmulatorCall): RouteResponse {
  const names = parameter(new URLSearchParams(queryText), 'asset')
  const requested =
    names === null
      ? assets
      : names
          .split(',')
          .filter((name) => !/^Z?USD$/i.test(name))
          .map(requireAsset)
  const listed = requested.map((asset) => [
    idOf(asset),
    {
      aclass: 'currency',
      altname: alternativeNameOf(asset),
      decimals: placesOf(asset),
      display_decimals: Math.min(placesOf(asset), 5),
      status: 'enabled',
    },
  ])
  const withDollar = names === null || names.split(',').some((name) => /^Z?USD$/i.test(name))
  return result({ ...Object.fromEntries(listed), ...(withDollar ? { ZUSD: dollar } : {}) })
}

export function listPairs({ queryText }: EmulatorCall): RouteResponse {
  return result(
    byPair(queryText, (asset, { alternativeName, wsName }) => ({
      altname: alternativeName,
      wsname: wsName,
      aclass_base: 'currency',
      base: idOf(asset),
      aclass_quote: 'currency',
      quote: 'ZUSD',
      lot: 'unit',
      cost_decimals: 5,
      pair_decimals: 4,
      lot_decimals: 8,
      lot_multiplier: 1,
      leverage_buy: [],
      leverage_sell: [],
      fees: [[0, 0.4]],
      fees_maker: [[0, 0.25]],
      fee_volume_currency: 'ZUSD',
      margin_call: 80,
      margin_stop: 40,
      ordermin: '0.001',
      costmin: '0.5',
      tick_size: '0.0001',
      status: 'online',
    })),
  )
}

export function ticker({ queryText }: EmulatorCall): RouteResponse {
  return result(
    byPair(queryText, (_, { price }) => ({
      a: [price, '1', '1.000'],
      b: [price, '1', '1.000'],
      c: [price, '0.10000000'],
      v: ['120.00000000', '240.00000000'],
      p: [price, price],
      t: [120, 240],
      l: [price, price],
      h: [price, price],
      o: price,
    })),
  )
}

type Pair = NonNullable<ReturnType<typeof pairOf>>

function byPair(queryText: string, describe: (asset: Asset, pair: Pair) => unknown): Record<string, unknown> {
  const requested = parameter(new URLSearchParams(queryText), 'pair')?.split(',')
  const pairs = assets.flatMap((asset) => {
    const pair = pairOf(asset)
    return pair === null ? [] : [{ asset, pair }]
  })
  const isNamed = ({ pair }: { pair: Pair }, name: string) =>
    [pair.id, pair.alternativeName, pair.wsName].includes(name.toUpperCase())
  const chosen = requested?.map((name) => {
    const found = pairs.find((each) => isNamed(each, name))
    if (found === undefined) throw new ExchangeError(200, 'pair_unknown', 'There is no such pair.')
    return found
  })
  return Object.fromEntries((chosen ?? pairs).map(({ asset, pair }) => [pair.id, describe(asset, pair)]))
}

/** Throws asset_unknown. */
export function requireAsset(name: string): Asset {
  const asset = assetNamed(name)
  if (asset === undefined) throw new ExchangeError(200, 'asset_unknown', 'There is no such asset.')
  return asset
}
