// Holdings for the hosted UI: what can be sent, and why others cannot, as a code, as data and as a sentence.

import type * as z from 'zod'
import type { LinkHolding, LinkHoldingNetwork } from '../../contract/wire/link-transfer.ts'
import type { Exchange } from '../../exchanges/exchange.ts'
import { markOfNetwork, markOfToken } from '../../networks/marks.ts'
import { missingGas } from '../../risk/gas-for-fee.ts'
import type { ConfiguredHolding, ConfiguredNetwork, HoldingReason, NetworkReason } from '../../transfers/configure.ts'
import { fiatText } from '../amounts.ts'

export function holdingToLink(
  exchange: Exchange,
  holding: ConfiguredHolding,
  { appName, isSimulated }: { appName: string; isSimulated: (networkKey: string) => boolean },
): z.infer<typeof LinkHolding> {
  return {
    symbol: holding.symbol,
    name: holding.name,
    mark: markOfToken(holding.symbol),
    availableBalance: holding.available.toString(),
    availableBalanceInFiat: fiatText(holding.availableInFiat),
    eligibleForTransfer: holding.reason === null,
    ineligibilityReason: holding.reason,
    ineligibilityText:
      holding.reason === null ? null : holdingText(holding.reason, { exchange: exchange.name, holding, appName }),
    ineligibilityData:
      holding.reason === null
        ? {}
        : { app: appName, exchange: exchange.name, symbol: holding.symbol, ...heldUntil(holding) },
    networks: holding.networks.map((entry) => ({
      ...networkToLink({ exchange, holding, entry, appName }),
      simulated: isSimulated(entry.network.key),
    })),
  }
}

interface NetworkOfHolding {
  exchange: Exchange
  holding: ConfiguredHolding
  entry: ConfiguredNetwork
  appName: string
}

function networkToLink({
  exchange,
  holding,
  entry,
  appName,
}: NetworkOfHolding): Omit<z.infer<typeof LinkHoldingNetwork>, 'simulated'> {
  const { reason } = entry
  return {
    id: entry.network.id,
    name: entry.network.name,
    mark: markOfNetwork(entry.network),
    eligibleForTransfer: reason === null,
    ineligibilityReason: reason,
    ineligibilityText:
      reason === null ? null : networkText(reason, { exchange: exchange.name, holding, entry, appName }),
    ineligibilityData: reason === null ? {} : networkFacts({ exchange, holding, entry, appName }),
    minimumAmount: entry.minimum.toString(),
    maximumAmount: entry.maximum.toString(),
    minimumAmountInFiat: fiatText(entry.minimumInFiat),
    maximumAmountInFiat: fiatText(entry.maximumInFiat),
    fee: (entry.gas?.fee ?? entry.networkFee).toString(),
    feeSymbol: entry.gas?.symbol ?? holding.symbol,
    feeInFiat: fiatText(entry.gas === null ? entry.networkFeeInFiat : entry.gas.feeInFiat),
    exchangeFee: entry.exchangeFee.toString(),
    exchangeFeeInFiat: fiatText(entry.exchangeFeeInFiat),
    decimals: entry.decimals,
    price: holding.price?.toString() ?? null,
    estimatedSeconds: entry.estimatedSeconds,
  }
}

function heldUntil({ reason, heldUntil }: ConfiguredHolding): { until?: string } {
  return reason === 'withdrawHold' && heldUntil !== null ? { until: heldUntil.toISOString() } : {}
}

function networkFacts({ exchange, holding, entry, appName }: NetworkOfHolding) {
  return {
    app: appName,
    exchange: exchange.name,
    symbol: holding.symbol,
    network: entry.network.name,
    minimum: entry.minimum.toString(),
    fee: entry.networkFee.add(entry.exchangeFee).toString(),
    ...(entry.gas === null ? {} : gasFacts(entry.gas)),
    ...(entry.reason === 'withdrawHold' ? heldUntil({ ...holding, reason: 'withdrawHold' }) : {}),
  }
}

function gasFacts(gas: NonNullable<ConfiguredNetwork['gas']>) {
  return { fee: gas.fee.toString(), feeSymbol: gas.symbol, missing: missingGas(gas).toString() }
}

function holdingText(
  reason: HoldingReason,
  { exchange, holding, appName }: { exchange: string; holding: ConfiguredHolding; appName: string },
): string {
  const { symbol } = holding
  switch (reason) {
    case 'noEligibleNetworks':
      return `${exchange} can't send ${symbol} on a network ${appName} accepts`
    case 'notSupportedForTransferByTarget':
      return `${appName} does not accept ${symbol}`
    case 'destinationIsOrigin':
      return sameAddress
    case 'notSupportedForTransferBySource':
      return `${exchange} has suspended ${symbol} for now`
    case 'withdrawHold':
      return holdText(exchange, holding)
    case 'gasFeeAssetBalanceNotEnough':
      return 'Not enough of the coin that the network fee is paid in'
    case 'amountNotSufficient':
      return 'Not enough for the minimum and the fee'
    case 'noPrice':
      return `There is no price for ${symbol} right now`
  }
}

const sameAddress = 'The receiving address is the same as the sending address'

function holdText(exchange: string, { heldUntil }: ConfiguredHolding): string {
  const until = heldUntil === null ? 'for now' : `until ${heldUntil.toISOString()}`
  return `${exchange} holds all withdrawals of this account ${until}`
}

function networkText(
  reason: NetworkReason,
  {
    exchange,
    holding,
    entry,
    appName,
  }: { exchange: string; holding: ConfiguredHolding; entry: ConfiguredNetwork; appName: string },
): string {
  switch (reason) {
    case 'noTargetNetworkFound':
      return `${appName} does not receive ${holding.symbol} on ${entry.network.name}`
    case 'destinationIsOrigin':
      return sameAddress
    case 'refusedByInstitution':
      return `${exchange} has suspended ${entry.network.name} for now`
    case 'withdrawHold':
      return holdText(exchange, holding)
    case 'noPrice':
      return `There is no price for ${holding.symbol} right now`
    case 'gasFeeAssetBalanceNotEnough':
      return `${entry.gas === null ? '' : missingGas(entry.gas).toString()} ${entry.gas?.symbol ?? ''} are missing for the network fee`
    case 'balanceBelowMinimum':
      return `Below the minimum of ${entry.minimum.toString()} ${holding.symbol} and the fee`
  }
}
