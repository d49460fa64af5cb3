// The link's terms for a transfer: its destinations, and what the app fixed.

import { callExchange } from '../../accounts/call-exchange.ts'
import { Amount } from '../../contract/amount.ts'
import type { Destination } from '../../contract/destination.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Exchange } from '../../exchanges/exchange.ts'
import type { LinkSession } from '../../links/sessions.ts'
import { accountAt } from '../../networks/equal-addresses.ts'
import type { RouteDeps } from '../route-deps.ts'

interface ChosenDestination {
  networkId: string
  symbol: string
  /** By default the link's first destination for the asset on this network. */
  address?: string | undefined
}

/** Finds the link's destination, by any spelling of its address. Throws `toAddressNotConfigured`. */
export function findLinkDestination(
  { networks }: Pick<RouteDeps, 'networks'>,
  { link }: LinkSession,
  { networkId, symbol, address }: ChosenDestination,
): Destination {
  const network = networks.byId(networkId)
  const account = (text: string) => (network === undefined ? null : accountAt(network, text))
  const named = address === undefined ? null : account(address)
  const destination = link.destinations.find(
    (entry) =>
      entry.networkId === networkId &&
      entry.symbol === symbol.toUpperCase() &&
      (address === undefined || (named !== null && account(entry.address) === named)),
  )
  if (destination === undefined) throw new ApiError('toAddressNotConfigured')
  return destination
}

const fiatTolerance = Amount.parse('0.01')

/** Checks the amount against what the app fixed. Throws `invalidField`. */
export async function checkFixed(
  deps: RouteDeps,
  { link: { fixed } }: LinkSession,
  { exchange, symbol, amount }: { exchange: Exchange; symbol: string; amount: Amount },
): Promise<void> {
  if (fixed === null) return
  const refuse = (field: string) =>
    new ApiError('invalidField', { field, problem: 'was set by the app and cannot be changed' })
  if (fixed.symbol !== null && symbol !== fixed.symbol) throw refuse('symbol')
  if (fixed.amount !== null && !amount.equals(Amount.parse(fixed.amount))) throw refuse('amount')
  if (fixed.amountInFiat === null) return
  const price = (await callExchange(exchange, () => deps.prices.listOf(exchange))).of(symbol)
  if (price === null) throw new ApiError('noPrice', { symbol })
  // The page calculates with a price that is a few seconds old, and rounds to the exchange's precision.
  const expected = Amount.parse(fixed.amountInFiat)
  const difference = amount.multiply(price, 'half-even').subtract(expected)
  const allowed = Amount.max(fiatTolerance, expected.multiply(fiatTolerance, 'up'))
  if (difference.isGreaterThan(allowed) || Amount.zero.subtract(difference).isGreaterThan(allowed))
    throw refuse('amount')
}
