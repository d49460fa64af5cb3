// US dollar prices from the exchange's own public market data, with their age. No price means null, never zero.

import type { Amount } from '../contract/amount.ts'
import type { Exchange } from '../exchanges/exchange.ts'

export interface PriceList {
  /** When the exchange told them. */
  at: Date
  of(symbol: string): Amount | null
}

export interface Prices {
  /** Throws an ExchangeFailure when there is neither an answer nor a list young enough. */
  listOf(exchange: Exchange): Promise<PriceList>
}

const freshMs = 15_000
const usableMs = 120_000

export function cachedPrices(now: () => Date): Prices {
  const lists = new Map<string, PriceList>()
  const loading = new Map<string, Promise<PriceList>>()

  async function load(exchange: Exchange): Promise<PriceList> {
    const prices = await exchange.prices()
    const list = { at: now(), of: (symbol: string) => prices.get(symbol) ?? null }
    lists.set(exchange.type, list)
    return list
  }

  return {
    async listOf(exchange) {
      const kept = lists.get(exchange.type)
      const ageMs = kept === undefined ? Number.POSITIVE_INFINITY : now().getTime() - kept.at.getTime()
      if (kept !== undefined && ageMs < freshMs) return kept
      const running = loading.get(exchange.type) ?? load(exchange).finally(() => loading.delete(exchange.type))
      loading.set(exchange.type, running)
      if (kept === undefined || ageMs >= usableMs) return running
      // Asked anew behind what is told: nobody waits for prices that are known well enough.
      running.catch(() => {})
      return kept
    },
  }
}
