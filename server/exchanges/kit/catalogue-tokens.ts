// What our catalogue knows of an exchange's assets. An exchange's symbol is not an asset: the same three letters are another
// token on the next chain. So a route carries the contract that the exchange states, or that an adapter's table vouches for.

import type { Network, NetworkToken } from '../../networks/network.ts'
import type { Withdrawal } from '../exchange.ts'
import type { ExchangeTools } from './tools.ts'

export interface KnownToken {
  network: Network
  token: NetworkToken
}

/** Undefined where the catalogue has no such token on that network. */
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
 * Whether the contract that an exchange states is this token's: the whole of it, or its last six characters, where it shows no
 * more. An exchange that states one for a native coin speaks of another asset.
 */
export function isStatedContract({ network, token }: KnownToken, told: string): boolean {
  if (told === '' || token.contract === '') return told === token.contract
  const [one, other] = network.isEvm ? [told.toLowerCase(), token.contract.toLowerCase()] : [told, token.contract]
  return one === other || (one.length === shortestEnd && other.endsWith(one))
}

/** A withdrawal that names a transaction was not kept back: a state that says so contradicts it, and then nobody knows. */
export function stateBeside(txId: string | null | undefined, state: Withdrawal['state']): Withdrawal['state'] {
  const isKeptBack = state === 'failed' || state === 'canceled'
  return isKeptBack && (txId ?? '') !== '' ? 'unknown' : state
}

/** The tag of a row. Null where the row has no such field, and the network, or one that the row does not state, has tags. */
export function statedTag(
  { networks }: Pick<ExchangeTools, 'networks'>,
  networkKey: string | null,
  tag: string | null | undefined,
): string | null {
  return tag ?? (networks.byKey(networkKey ?? '')?.tag.use === 'none' ? '' : null)
}

/**
 * The hash of a transaction as its chain writes it, '' for what is none: exchanges leave out `0x`, and tell other things in the
 * same place, such as that a transfer stayed inside.
 */
export function chainHash(
  { networks }: Pick<ExchangeTools, 'networks'>,
  networkKey: string,
  text: string | null | undefined,
): string {
  const told = text ?? ''
  if (!/^[0-9A-Za-z+/=_-]{8,128}$/.test(told)) return ''
  if (networks.byKey(networkKey)?.isEvm !== true) return told
  const digits = told.replace(/^0x/i, '')
  return /^[0-9a-fA-F]{64}$/.test(digits) ? `0x${digits.toLowerCase()}` : ''
}
