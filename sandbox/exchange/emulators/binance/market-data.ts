// Binance's public calls: time, status and prices in dollar stablecoins.

import { prices } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { type EmulatorCall, parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { binanceError } from './authenticate.ts'

// A stablecoin has no pair with itself.
const quotes = ['USDT', 'USDC']
const pairs = quotes.flatMap((quote) =>
  Object.entries(prices)
    .filter(([symbol]) => symbol !== quote)
    .map(([symbol, price]) => ({ base: symbol, quote, symbol: `${symbol}${quote}`, price })),
)

export function time(context: EmulatorContext): RouteResponse {
  return json({ serverTime: context.now() })
}

export function systemStatus(context: EmulatorContext): RouteResponse {
  const isDown = context.faults.state().maintenance !== undefined
  return json({ status: isDown ? 1 : 0, msg: isDown ? 'system maintenance' : 'normal' })
}

export function tickerPrice({ queryText }: EmulatorCall): RouteResponse {
  const { one, list } = requestedPairs(queryText)
  if (one !== null) return json(priceOnTheWire(one))
  return json(list.map(priceOnTheWire))
}

export function exchangeInfo({ queryText }: EmulatorCall, context: EmulatorContext): RouteResponse {
  const { one, list } = requestedPairs(queryText)
  return json({
    timezone: 'UTC',
    serverTime: context.now(),
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
    exchangeFilters: [],
    symbols: (one === null ? list : [one]).map(({ base, quote, symbol }) => ({
      symbol,
      status: 'TRADING',
      baseAsset: base,
      baseAssetPrecision: 8,
      quoteAsset: quote,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      orderTypes: ['LIMIT', 'MARKET'],
      isSpotTradingAllowed: true,
      isMarginTradingAllowed: false,
      filters: [],
      permissions: [],
      permissionSets: [['SPOT']],
    })),
  })
}

type Pair = (typeof pairs)[number]

function requestedPairs(queryText: string): { one: Pair | null; list: Pair[] } {
  const query = new URLSearchParams(queryText)
  const find = (symbol: string) => {
    const pair = pairs.find((each) => each.symbol === symbol)
    if (pair === undefined) throw binanceError('symbol_unknown')
    return pair
  }
  const symbol = parameter(query, 'symbol')
  const symbols = parameter(query, 'symbols')
  const list = symbols === null ? pairs : readSymbols(symbols).map(find)
  return { one: symbol === null ? null : find(symbol), list }
}

function readSymbols(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map(String)
  } catch {
    // Malformed JSON is refused below.
  }
  throw binanceError('bad_request')
}

function priceOnTheWire({ symbol, price }: Pair): Record<string, string> {
  const [whole = '0', fraction = ''] = price.split('.')
  return { symbol, price: `${whole}.${fraction.padEnd(8, '0')}` }
}
