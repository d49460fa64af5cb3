import type { Amount } from '../contract/amount.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'

/**
 * A wallet has no prices. They come from the first exchange that has prices. Throws an ExchangeFailure if no exchange responds.
 */
export async function marketPrices(exchanges: readonly Exchange[]): Promise<ReadonlyMap<string, Amount>> {
  const lists = await Promise.allSettled(exchanges.map((exchange) => exchange.prices()))
  const known = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []))
  if (known.length === 0) throw new ExchangeFailure('unavailable')
  return new Map(known.reverse().flatMap((list) => [...list]))
}
