// The asset and amount that an app fixes when it creates a link.

import type * as z from 'zod'
import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { FixedTransfer } from '../links/links.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { readAmount } from './amounts.ts'
import type { LinkBody } from './create-link-endpoints.ts'

/** The request's names for these fields, for errors. */
export interface FixedNames {
  symbol: string
  amount: string
  amountInFiat: string
}

/** Throws `invalidFixedAmount`, `invalidAmount`, `amountPrecision`. */
export function fixedTransfer(
  networks: NetworkCatalogue,
  { Symbol: namedSymbol, Amount: amount, AmountInFiat: amountInFiat }: z.infer<typeof LinkBody>,
  { destinations, names }: { destinations: readonly Destination[]; names: FixedNames },
): FixedTransfer | null {
  if (amount == null && amountInFiat == null) return null
  // Without Symbol, Amount requires destinations with a single token. AmountInFiat applies to any token.
  const symbols = new Set(destinations.map((entry) => entry.symbol))
  const symbol = namedSymbol ? namedSymbol.toUpperCase() : symbols.size === 1 ? [...symbols][0] : undefined
  const isKnown = symbol === undefined ? amount == null && symbols.size > 0 : symbols.has(symbol)
  if ((amount != null && amountInFiat != null) || !isKnown)
    throw new ApiError('invalidFixedAmount', { field: names.symbol })
  if (amount == null || symbol === undefined) {
    const inFiat = readAmount(amountInFiat, names.amountInFiat).toString()
    return { symbol: symbol ?? null, amount: null, amountInFiat: inFiat }
  }
  const exact = readAmount(amount, names.amount)
  const candidates = destinations.filter((entry) => entry.symbol === symbol)
  checkDecimals(networks, { destinations: candidates, amount: exact, field: names.amount })
  return { symbol, amount: exact.toString(), amountInFiat: null }
}

/** Refuses an amount with more digits than any destination can receive, before a user opens the link. */
function checkDecimals(
  networks: NetworkCatalogue,
  { destinations, amount, field }: { destinations: readonly Destination[]; amount: Amount; field: string },
): void {
  const routes = destinations.map(({ networkId, symbol }) => {
    const network = networks.byId(networkId)
    const decimals = network && networks.token(network, symbol)?.decimals
    return { symbol, network: network?.name ?? '', decimals: decimals ?? 0 }
  })
  const finest = routes.reduce((best, route) => (route.decimals > best.decimals ? route : best))
  if (amount.decimals > finest.decimals) throw new ApiError('amountPrecision', { ...finest, field })
}
