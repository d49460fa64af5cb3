// The input and the result of a risk check.

import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import type { ErrorData, RiskErrorType } from '../contract/errors.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { AddressCheck, Network, NetworkToken } from '../networks/network.ts'
import type { Database } from '../storage/storage.ts'
import type { Blocklist } from './blocklist.ts'

export interface RiskDeps {
  database: Database
  now(): Date
  networks: NetworkCatalogue
  /** Addresses that the operator has blocked; without it no address is. */
  blocklist?: Blocklist | undefined
  /** Run after the checks of risk-check.ts. They can only refuse more. */
  extraRiskChecks?: { destination?: readonly DestinationCheck[]; transfer?: readonly TransferCheck[] }
}

/** Why a request is refused. The error is thrown as an ApiError of this type. */
export interface RiskError {
  errorType: RiskErrorType
  data?: ErrorData
}

/** Returns null if the check has nothing against the request. It may run several times for one request, so it must not write. */
export type RiskCheck<Subject> = (deps: RiskDeps, subject: Subject) => Promise<RiskError | null>
/**
 * Runs wherever a request names a destination: when a link is created, at configure, preview and execute, and when a payment by link
 * is requested.
 */
export type DestinationCheck = RiskCheck<DestinationToCheck>
/**
 * Runs at preview and again at execute, with the exchange's or wallet's current limits, balance and fees, and when a payment by link
 * is requested. It runs before the transaction that spends the preview: two concurrent executes do not see each other's transfer.
 */
export type TransferCheck = RiskCheck<TransferToCheck>

/** On whose behalf the request is made. For a transfer, the account's user. */
export interface Requester {
  clientId: string
  /** The app's id of its user. */
  userId: string
}

export interface NamedDestination {
  requester: Requester
  network: Network
  /** The destination as spelled in the request. */
  given: Destination
  /** The link's own entries in a link session; null outside of one. */
  allowed: readonly Destination[] | null
  /** The request's name for the address, for errors: `ToAddress`, `ToAddresses[0].Address`. */
  field: string
}

export interface DestinationToCheck extends NamedDestination {
  /** Of the address as given. */
  addressCheck: AddressCheck
  /** In canonical spelling. An address that is not valid stays as given. */
  destination: Destination
}

export interface TransferToCheck extends AmountLimits {
  requester: Requester
  /** The account that sends. Null for a payment by link: any wallet may pay it. */
  accountId: string | null
  /**
   * Null until the preview is stored. Its transfer, if there is one, has this `preview_id`: an execute that is repeated with a code
   * and a payment by link that is requested again are checked again, and their transfer exists already.
   */
  previewId: string | null
  network: Network
  token: NetworkToken
  /** In canonical spelling. */
  destination: Destination
  amount: Amount
  /** In US dollars: at the price of the preview, or at the current price for a payment by link. Null if no price is known. */
  amountInFiat: Amount | null
  /** For errors. */
  exchangeName: string
  /** Addresses that the assets come from; '' or undefined where the exchange does not return one. */
  fromAddresses: readonly (string | undefined)[]
  /** Whether the exchange currently sends the asset on this network. */
  enabled: boolean
  /** Until when the exchange blocks withdrawals of the asset. */
  heldUntil?: Date | null | undefined
  /** The exchange requires a tag, even if the network does not. */
  tagRequired?: boolean | undefined
  minimum: Amount
  gas?: GasToCheck | undefined
  /** The request's name for the address, for errors. */
  field: string
}

/** Limits of an amount. */
export interface AmountLimits {
  available: Amount
  networkFee: Amount
  exchangeFee: Amount
  maximum: Amount | null
  step: Amount
}

/** A fee in another coin than the asset, and the account's balance of that coin. */
export interface GasToCheck {
  symbol: string
  fee: Amount
  available: Amount
  /** Missing, beside the fee, from the balance that the account has to keep. */
  lacks?: Amount
}

/** The name of another field of the same destination: for `ToAddresses[0].Address`, `ToAddresses[0].Symbol`. */
export function besideAddress(field: string, name: 'Symbol' | 'AddressTag'): string {
  return field.replace(/(To)?Address$/, name)
}
