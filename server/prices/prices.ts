// US dollar prices from the exchange's own public market data, with their age. No price means null, never zero.

import type { Amount } from '../contract/amount.ts'
import type { Exchange } from '../exchanges/exchange.ts'

export interface PriceList {
  of(symbol: string): Amount | null
}

export interface Prices {
  /** Throws an ExchangeFailure when there is neither an answer nor a list young enough. */
  listOf(exchange: Exchange): Promise<PriceList>
}

const freshMs = 15_000
const usableMs = 120_000

export function cachedPrices(now: () => Date): Prices {
  const lists = new Map<string, { at: number; list: PriceList }>()
  const loading = new Map<string, Promise<PriceList>>()

  async function load(exchange: Exchange): Promise<PriceList> {
    const prices = await exchange.prices()
    const list = { of: (symbol: string) => prices.get(symbol) ?? null }
    lists.set(exchange.type, { at: now().getTime(), list })
    return list
  }

  return {
    async listOf(exchange) {
      const kept = lists.get(exchange.type)
      const ageMs = kept === undefined ? Number.POSITIVE_INFINITY : now().getTime() - kept.at
      if (kept !== undefined && ageMs < freshMs) return kept.list
      const running = loading.get(exchange.type) ?? load(exchange).finally(() => loading.delete(exchange.type))
      loading.set(exchange.type, running)
      try {
        return await running
      } catch (error) {
        if (kept !== undefined && ageMs < usableMs) return kept.list
        throw error
      }
    },
  }
}
