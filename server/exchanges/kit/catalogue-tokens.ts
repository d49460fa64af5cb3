// Matches an exchange's assets with our catalogue. A symbol does not identify an asset: it may be another token on each chain. So
// a route carries the contract that the exchange states, or the contract from our catalogue where an adapter's table lists the token.

import { evmHash } from '../../networks/evm-hash.ts'
import type { Network, NetworkToken } from '../../networks/network.ts'
import type { Route } from '../exchange.ts'
import type { Withdrawal } from '../withdrawal.ts'
import type { ExchangeTools } from './tools.ts'

interface KnownToken {
  network: Network
  token: NetworkToken
}

/** Undefined if the catalogue does not list the token on that network. */
export function knownToken(
  { networks }: Pick<ExchangeTools, 'networks'>,
  networkKey: string | undefined,
  symbol: string,
): KnownToken | undefined {
  const network = networkKey === undefined ? undefined : networks.byKey(networkKey)
  const token = network === undefined ? undefined : networks.token(network, symbol)
  return network === undefined || token === undefined ? undefined : { network, token }
}

export function isNative({ token }: KnownToken): boolean {
  return token.contract === ''
}

const shortestEnd = 6

/**
 * Whether the contract that an exchange states is the token's contract. Some exchanges state only its last six characters. A
 * contract stated for a native coin means another asset.
 */
export function isStatedContract({ network, token }: KnownToken, stated: string): boolean {
  if (stated === '' || token.contract === '') return stated === token.contract
  const [one, other] = network.isEvm ? [stated.toLowerCase(), token.contract.toLowerCase()] : [stated, token.contract]
  return one === other || (one.length === shortestEnd && other.endsWith(one))
}

/** `failed` or `canceled` beside a transaction id contradict each other: the state is unknown. */
export function stateGivenHash(txId: string | null | undefined, state: Withdrawal['state']): Withdrawal['state'] {
  const isUnsent = state === 'failed' || state === 'canceled'
  return isUnsent && (txId ?? '') !== '' ? 'unknown' : state
}

/** The tag of a row. Null if the row has no tag field and its network has tags or is unknown: then the tag is unknown. */
export function statedTag(
  { networks }: Pick<ExchangeTools, 'networks'>,
  networkKey: string | null,
  tag: string | null | undefined,
): string | null {
  return tag ?? (networks.byKey(networkKey ?? '')?.tag.use === 'none' ? '' : null)
}

/**
 * The transaction hash in its chain's form, '' for any other text: exchanges leave out `0x`, and the same field may hold a note,
 * such as one about a transfer inside the exchange.
 */
export function chainHash(
  { networks }: Pick<ExchangeTools, 'networks'>,
  networkKey: string,
  text: string | null | undefined,
): string {
  const stated = text ?? ''
  if (!/^[0-9A-Za-z+/=_-]{8,128}$/.test(stated)) return ''
  return networks.byKey(networkKey)?.isEvm === true ? (evmHash(stated) ?? '') : stated
}

/** The name of a token on the first of its routes, or its symbol. */
export function tokenName(
  { networks }: Pick<ExchangeTools, 'networks'>,
  [route]: readonly Route[],
  symbol: string,
): string {
  const network = networks.byKey(route?.networkKey ?? '')
  return (network === undefined ? undefined : networks.token(network, symbol)?.name) ?? symbol
}
