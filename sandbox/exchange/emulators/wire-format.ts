// What the emulators of OKX, Bybit, KuCoin, Gate and Bitget work with: the user's key, the ledger, the saved addresses and the faults.
// Each format is written from what the exchange publishes about itself, and shares nothing with the adapter that is tested against it.
import { type Asset, findAsset, networksFor } from '../assets.ts'
import type { RunningExchange } from '../exchange.ts'
import { ExchangeError } from '../exchange-error.ts'
import type { Faults } from '../faults.ts'
import type { Login } from '../logins.ts'
import type { EmulatorSite } from './answer-emulator-call.ts'
import type { EmulatorCall } from './emulator.ts'
import type { EmulatorFault } from './faults.ts'
import { isSame, type SavedAddresses } from './saved-addresses.ts'

export interface WireKey {
  apiKey: string
  secret: string
  passphrase: string
  login: Login
  accountId: string
  mayWithdraw: boolean
  isSubAccount: boolean
  /** The version of the key, where the exchange requires it in every request. */
  version: string
  /** The site of the exchange that knows this key; '' is the default site. */
  site: string
  /** The addresses it may be used from; everywhere when there is none. */
  addresses: string[]
}

/** What a format works with. */
export interface WirePlace {
  exchange: RunningExchange
  /** By the key's public part. A key of another site is not known here. */
  keys: { get(apiKey: string): WireKey | undefined }
  /** The site that is emulated, '' for the default one. */
  site: string
  savedAddresses: SavedAddresses
  faults: Faults<EmulatorFault>
  /** By this exchange's own clock, which may be wrong. */
  now(): number
}

export type WireFormat = (place: WirePlace) => EmulatorSite['emulator']

/** Where the user of this key withdraws to saved addresses alone. Throws address_not_saved. */
export function requireSaved(
  { savedAddresses }: WirePlace,
  { login }: WireKey,
  to: { network: string; address: string; tag: string },
): void {
  if (login.savesAddresses !== true) return
  if (savedAddresses.of(login.name).some((each) => each.verified && isSame(each, to))) return
  throw refusal('address_not_saved')
}

export interface Balance {
  asset: Asset
  available: bigint
  held: bigint
}

export function balancesOf({ exchange }: WirePlace, { accountId }: WireKey): Balance[] {
  return exchange.ledger.balances(accountId).flatMap(({ asset: symbol, available, held }) => {
    const asset = findAsset(symbol)
    return asset === undefined ? [] : [{ asset, available, held }]
  })
}

/** The network that one asset leaves by, by the exchange's word for it. Throws network_unsupported. */
export function networkCalled(key: WireKey, asset: Asset, wordFor: (network: string) => string, word: string): string {
  const found = networksFor(asset, key.accountId).find(({ network }) => wordFor(network) === word)
  if (found === undefined) throw refusal('network_unsupported')
  return found.network
}

export function refusal(code: string): ExchangeError {
  return new ExchangeError(400, code, `Refused: ${code}.`)
}

export function jsonBody({ bodyText }: EmulatorCall): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bodyText)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw refusal('bad_request')
}

/** A header that is there once. */
export function header({ headers }: EmulatorCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
