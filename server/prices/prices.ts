// US dollar prices from the exchange's own public market data, with their age. No price means null, never zero.

import { cached } from '../cache/cached.ts'
import type { Amount } from '../contract/amount.ts'
import type { Exchange } from '../exchanges/exchange.ts'

export interface PriceList {
  /** When the exchange returned the prices. */
  at: Date
  of(symbol: string): Amount | null
}

export interface Prices {
  /** Throws an ExchangeFailure if the exchange does not respond and no cached list is young enough. */
  listOf(exchange: Exchange): Promise<PriceList>
}

const freshMs = 15_000
const usableMs = 120_000

export function cachedPrices(now: () => Date): Prices {
  const lists = new Map<string, () => Promise<PriceList>>()
  return {
    listOf(exchange) {
      const list = lists.get(exchange.type) ?? cached(() => loadPrices(exchange, now), { now, freshMs, usableMs })
      lists.set(exchange.type, list)
      return list()
    },
  }
}

async function loadPrices(exchange: Exchange, now: () => Date): Promise<PriceList> {
  const prices = await exchange.prices()
  return { at: now(), of: (symbol) => prices.get(symbol) ?? null }
}
