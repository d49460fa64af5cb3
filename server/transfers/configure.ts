// Lists every holding of the account and every network its exchange can send it on, with the reason for each that is not
// eligible.

import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import type { ExchangeHolding, Gas } from '../exchanges/exchange.ts'
import type { Network } from '../networks/network.ts'
import type { PriceList } from '../prices/prices.ts'
import { sendableMaximum } from '../risk/balance-with-fee.ts'
import { acceptsTag } from '../risk/exchange-tag.ts'
import { missingGas } from '../risk/gas-for-fee.ts'
import { isOrigin } from '../risk/origin-address.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type WithdrawalOption, withdrawalOptions } from './withdrawal-options.ts'

export type NetworkReason =
  | 'noTargetNetworkFound'
  | 'destinationIsOrigin'
  | 'refusedByInstitution'
  | 'withdrawHold'
  | 'noPrice'
  | 'balanceBelowMinimum'
  | 'gasFeeAssetBalanceNotEnough'
export type HoldingReason =
  | 'noEligibleNetworks'
  | 'notSupportedForTransferByTarget'
  | 'destinationIsOrigin'
  | 'notSupportedForTransferBySource'
  | 'amountNotSufficient'
  | 'gasFeeAssetBalanceNotEnough'
  | 'withdrawHold'
  | 'noPrice'

export interface ConfiguredNetwork {
  network: Network
  decimals: number
  minimum: Amount
  maximum: Amount
  minimumInFiat: Amount | null
  maximumInFiat: Amount | null
  networkFee: Amount
  networkFeeInFiat: Amount | null
  exchangeFee: Amount
  exchangeFeeInFiat: Amount | null
  totalFeeInFiat: Amount | null
  /** In another coin than the asset. */
  gas: (Gas & { feeInFiat: Amount | null }) | null
  estimatedSeconds: number
  reason: NetworkReason | null
}

export interface ConfiguredHolding {
  symbol: string
  name: string
  available: Amount
  price: Amount | null
  availableInFiat: Amount | null
  networks: ConfiguredNetwork[]
  /** Beside the reason `withdrawHold`. */
  heldUntil: Date | null
  reason: HoldingReason | null
}

export interface Configured {
  holdings: ConfiguredHolding[]
  /** Time of the prices behind the fiat values. */
  pricesAt: Date
}

/** Throws the errors of `callAccount`. */
export async function configureTransfer(
  deps: TransferDeps,
  account: Account,
  destinations: readonly Destination[],
): Promise<Configured> {
  const [holdings, prices] = await callAccount(deps, account, (credentials) =>
    Promise.all([account.exchange.holdings(credentials, account.externalId), deps.prices.listOf(account.exchange)]),
  )
  return {
    holdings: holdings.map((holding) => configureHolding(deps, holding, { prices, destinations })),
    pricesAt: prices.at,
  }
}

/** The data for configuring a holding, the same for all holdings. */
interface ConfigureContext {
  prices: PriceList
  destinations: readonly Destination[]
}

function configureHolding(
  deps: TransferDeps,
  holding: ExchangeHolding,
  { prices, destinations }: ConfigureContext,
): ConfiguredHolding {
  const price = prices.of(holding.symbol)
  const networks = withdrawalOptions(deps.networks, holding).map((option) =>
    configureNetwork(holding, option, { prices, destinations }),
  )
  return {
    symbol: holding.symbol,
    name: holding.name,
    available: holding.available,
    price,
    availableInFiat: inFiat(holding.available, price),
    networks,
    heldUntil: holding.heldUntil ?? null,
    reason: holdingReason(networks),
  }
}

function configureNetwork(
  holding: ExchangeHolding,
  option: WithdrawalOption,
  { prices, destinations }: ConfigureContext,
): ConfiguredNetwork {
  const { route, network } = option
  const { networkFee, exchangeFee } = route
  const price = prices.of(holding.symbol)
  const maximum = sendableMaximum({ ...route, available: route.available ?? holding.available })
  const gas =
    route.gas === undefined ? null : { ...route.gas, feeInFiat: inFiat(route.gas.fee, prices.of(route.gas.symbol)) }
  return {
    network,
    decimals: Math.min(option.token.decimals, route.step.isZero ? option.token.decimals : route.step.decimals),
    minimum: route.minimum,
    maximum,
    minimumInFiat: inFiat(route.minimum, price),
    maximumInFiat: inFiat(maximum, price),
    networkFee,
    networkFeeInFiat: inFiat(networkFee, price),
    exchangeFee,
    exchangeFeeInFiat: inFiat(exchangeFee, price),
    totalFeeInFiat: addFiat(inFiat(networkFee.add(exchangeFee), price), gas === null ? Amount.zero : gas.feeInFiat),
    gas,
    estimatedSeconds: route.estimatedSeconds,
    reason: networkReason(holding, option, { limits: { price, maximum }, destinations }),
  }
}

/** The first reason why the network is not eligible, or null. */
function networkReason(
  { symbol, heldUntil }: ExchangeHolding,
  { route, network }: WithdrawalOption,
  {
    limits: { price, maximum },
    destinations,
  }: { limits: { price: Amount | null; maximum: Amount }; destinations: readonly Destination[] },
): NetworkReason | null {
  const taken = destinations.filter(
    (entry) =>
      entry.networkId === network.id && entry.symbol === symbol && acceptsTag(route.tagRequired, entry.addressTag),
  )
  if (taken.length === 0) return 'noTargetNetworkFound'
  const { fromAddress } = route
  if (taken.every(({ address }) => isOrigin({ network, toAddress: address, fromAddress }))) return 'destinationIsOrigin'
  if (!route.enabled) return 'refusedByInstitution'
  if (heldUntil) return 'withdrawHold'
  if (price === null) return 'noPrice'
  if (maximum.isLessThan(route.minimum) || maximum.isZero) return 'balanceBelowMinimum'
  return missingGas(route.gas).isPositive ? 'gasFeeAssetBalanceNotEnough' : null
}

const reasonOfAll: Record<NetworkReason, HoldingReason> = {
  noTargetNetworkFound: 'notSupportedForTransferByTarget',
  destinationIsOrigin: 'destinationIsOrigin',
  refusedByInstitution: 'notSupportedForTransferBySource',
  withdrawHold: 'withdrawHold',
  noPrice: 'noPrice',
  balanceBelowMinimum: 'amountNotSufficient',
  gasFeeAssetBalanceNotEnough: 'gasFeeAssetBalanceNotEnough',
}

const nearestFirst = [
  'gasFeeAssetBalanceNotEnough',
  'balanceBelowMinimum',
  'noPrice',
  'withdrawHold',
  'refusedByInstitution',
  'destinationIsOrigin',
  'noTargetNetworkFound',
] as const

// The reason of a holding is that of its network that is closest to eligible.
function holdingReason(networks: readonly ConfiguredNetwork[]): HoldingReason | null {
  if (networks.some((network) => network.reason === null)) return null
  const nearest = nearestFirst.find((reason) => networks.some((network) => network.reason === reason))
  return nearest === undefined ? 'noEligibleNetworks' : reasonOfAll[nearest]
}

function addFiat(one: Amount | null, other: Amount | null): Amount | null {
  return one === null || other === null ? null : one.add(other)
}

/** Unrounded; the wire rounds to cents. */
export function inFiat(amount: Amount, price: Amount | null): Amount | null {
  return price === null ? null : amount.multiply(price, 'half-even')
}
