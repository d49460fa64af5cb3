// Shared by the signed calls of OKX, Bybit, KuCoin, Gate and Bitget. Each emulator is written from the exchange's documentation
// and shares no code with its adapter. Their tables of networks and states are similar, but each has the names of its exchange.

import type { Asset } from '../asset.ts'
import { findAsset, networksFor } from '../assets.ts'
import { ExchangeError } from '../exchange-error.ts'
import type { RouteResponse } from '../http.ts'
import type { ApiKey } from './api-keys.ts'
import { delayLogin } from './delay-login.ts'
import type { EmulatorCall } from './emulator.ts'
import type { EmulatorContext } from './emulator-context.ts'
import type { Recipient } from './saved-addresses.ts'
import { isSameRecipient } from './saved-addresses.ts'

/** A call whose signature was verified. */
export interface SignedCall {
  context: EmulatorContext
  key: ApiKey
  query: URLSearchParams
  call: EmulatorCall
}

/** Delays or drops the response, as the key's login requires. */
export async function respondInTime(
  { exchange }: EmulatorContext,
  { login }: ApiKey,
  respond: () => RouteResponse,
): Promise<RouteResponse> {
  return (await delayLogin(exchange, login)) ?? respond()
}

/**
 * Throws address_not_saved if the login withdraws to saved addresses only. The address is then listed in the address book, to be
 * verified there.
 */
export function requireSaved(
  { savedAddresses }: EmulatorContext,
  { login }: ApiKey,
  { to, isSuggested = true }: { to: Recipient; isSuggested?: boolean },
): void {
  if (login.savesAddresses !== true) return
  if (savedAddresses.of(login.name).some((each) => each.verified && isSameRecipient(each, to))) return
  if (isSuggested) savedAddresses.suggest({ login: login.name, ...to })
  throw codeError('address_not_saved')
}

export interface Balance {
  asset: Asset
  available: bigint
  held: bigint
}

export function balancesOf({ exchange }: EmulatorContext, { accountId }: ApiKey): Balance[] {
  return exchange.ledger.balances(accountId).flatMap(({ asset: symbol, available, held }) => {
    const asset = findAsset(symbol)
    return asset === undefined ? [] : [{ asset, available, held }]
  })
}

/** The network of an asset by the exchange's name for it. Throws network_unsupported. */
export function networkCalled(
  key: ApiKey,
  asset: Asset,
  { wordFor, word }: { wordFor: (network: string) => string; word: string },
): string {
  const found = networksFor(asset, key.accountId).find(({ network }) => wordFor(network) === word)
  if (found === undefined) throw codeError('network_unsupported')
  return found.network
}

export function codeError(code: string): ExchangeError {
  return new ExchangeError(400, code, `Refused: ${code}.`)
}

export function jsonBody({ bodyText }: EmulatorCall): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bodyText)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Malformed JSON is refused below.
  }
  throw codeError('bad_request')
}

/** The value of a header that was sent once. '' otherwise. */
export function header({ headers }: EmulatorCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
