// Coinbase's public calls: time, currencies and prices, and the networks with their limits from Coinbase Exchange.

import type { Asset } from '../../asset.ts'
import { assets, findAsset, prices } from '../../assets.ts'
import { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { fixedDecimals } from '../decimals.ts'
import { placesOf } from './money.ts'
import { networkName } from './networks.ts'
import { currencyOnTheWire, networksOf } from './wallets.ts'

export function time(now: number): RouteResponse {
  return json({ data: { iso: `${new Date(now).toISOString().slice(0, 19)}Z`, epoch: Math.floor(now / 1000) } })
}

export function listFiat(): RouteResponse {
  return json({ data: [{ id: 'USD', name: 'United States Dollar', min_size: '0.01' }] })
}

export function listCrypto(): RouteResponse {
  const row = (asset: Asset, index: number) => ({ ...currencyOnTheWire(asset), sort_index: 100 + index })
  return json({ data: assets.map(row) })
}

/** `pair` is ETH-USD. Throws not_found. */
export function showPrice(pair: string): RouteResponse {
  const [base = '', currency = ''] = pair.split('-')
  const amount = prices[base]
  if (amount === undefined || currency !== 'USD') throw new ExchangeError(404, 'not_found', 'Not found')
  return json({ data: { amount, base, currency } })
}

const rateDecimals = 18

export function listRates(currency: string): RouteResponse {
  if (currency !== 'USD') return json({ data: { currency, rates: { USD: requirePrice(currency) } } })
  const rates = Object.entries(prices).map(([symbol, price]) => {
    const units = parseUnits(price, 8) ?? 1n
    return [symbol, fixedDecimals(10n ** BigInt(rateDecimals + 8) / units, rateDecimals, rateDecimals)]
  })
  return json({ data: { currency, rates: { USD: '1.0', ...Object.fromEntries(rates) } } })
}

function requirePrice(symbol: string): string {
  const price = prices[symbol]
  if (price === undefined) throw new ExchangeError(400, 'bad_request', 'Invalid currency')
  return price
}

/** GET /currencies of Coinbase Exchange, the only public source of networks and limits. */
export function listTradedCurrencies(isSuspended: boolean): RouteResponse {
  return json(assets.map((asset) => tradedCurrency(asset, isSuspended)))
}

export function showTradedCurrency(symbol: string, isSuspended: boolean): RouteResponse {
  const asset = findAsset(symbol)
  if (asset === undefined) throw new ExchangeError(404, 'not_found', 'Not found')
  return json(tradedCurrency(asset, isSuspended))
}

// Its limits are numbers, not text. They are written digit for digit.
const raw = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

function tradedCurrency(asset: Asset, isSuspended: boolean) {
  const networks = networksOf({ asset, accountId: null })
  return {
    id: asset.symbol,
    name: asset.name,
    min_size: step(asset),
    status: 'online',
    message: '',
    max_precision: step(asset),
    convertible_to: [],
    details: { type: 'crypto', symbol: null, network_confirmations: 3, sort_order: 0, min_withdrawal_amount: null },
    default_network: networks[0]?.id ?? '',
    supported_networks: networks.map(({ id, listed }) => ({
      id,
      name: networkName(listed.network),
      status: isSuspended ? 'offline' : 'online',
      contract_address: listed.contract,
      crypto_address_link: '',
      crypto_transaction_link: '',
      min_withdrawal_amount: raw(listed.minimum),
      max_withdrawal_amount: raw(listed.maximum),
      network_confirmations: 3,
      processing_time_seconds: null,
    })),
    display_name: asset.symbol,
  }
}

function step(asset: Asset): string {
  return placesOf(asset) === 0 ? '1' : `0.${'1'.padStart(placesOf(asset), '0')}`
}
