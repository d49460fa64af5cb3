// The only file that writes the spec's names for transfers: PascalCase in preview and execute, camelCase in configure, and both of the
// specification's misspellings, `TotalTrasferFeeInFiat` and `TotalTrasferFeeFiat`.

import type * as z from 'zod'
import type { Amount } from '../contract/amount.ts'
import { fiatNumber, jsonNumber, type WithRawNumbers, zeroNumber } from '../contract/json-number.ts'
import type { Holding, HoldingNetwork } from '../contract/wire/configure.ts'
import type { TransferResult, TransferStatus } from '../contract/wire/execute.ts'
import type { Fee, PreviewResult } from '../contract/wire/preview.ts'
import type { ListedTransfer } from '../contract/wire/transfers.ts'
import type { ConfiguredHolding, ConfiguredNetwork } from '../transfers/configure.ts'
import type { Preview } from '../transfers/preview-store.ts'
import { requiredActionOf } from '../transfers/required-action.ts'
import { gasOf, type TransferTerms, totalFeeInFiat } from '../transfers/terms.ts'
import { statusDetailOf, statusOf } from '../transfers/transfer-status.ts'
import type { Transfer } from '../transfers/transfer-store.ts'

type WireBody<Schema extends z.ZodType> = WithRawNumbers<z.infer<Schema>>

/** Hidden transfers are never listed or requested. Their status would be pending. */
export function publicStatus({ state }: Transfer): z.infer<typeof TransferStatus> {
  const status = statusOf(state)
  return status === 'Hidden' ? 'Pending' : status
}

export function holdingToWire(holding: ConfiguredHolding): WireBody<typeof Holding> {
  return {
    symbol: holding.symbol,
    availableBalance: jsonNumber(holding.available),
    availableBalanceInFiat: fiatNumber(holding.availableInFiat),
    eligibleForTransfer: holding.reason === null,
    ...(holding.reason === null ? {} : { ineligibilityReason: holding.reason }),
    networks: holding.networks.map((network) => networkToWire(holding.symbol, network)),
  }
}

function networkToWire(symbol: string, entry: ConfiguredNetwork): WireBody<typeof HoldingNetwork> {
  return {
    name: entry.network.name,
    id: entry.network.id,
    minimumAmount: jsonNumber(entry.minimum),
    maximumAmount: jsonNumber(entry.maximum),
    minimumAmountInFiat: fiatNumber(entry.minimumInFiat),
    ...(entry.maximumInFiat === null ? {} : { maximumAmountInFiat: fiatNumber(entry.maximumInFiat) }),
    totalEstimatedTransferFeeInFiat: fiatNumber(entry.totalFeeInFiat),
    estimatedNetworkGasFee: {
      fee: jsonNumber(entry.networkFee),
      feeCurrency: symbol,
      feeInFiat: fiatNumber(entry.networkFeeInFiat),
    },
    institutionTransferFee: { fee: jsonNumber(entry.exchangeFee), feeInFiat: fiatNumber(entry.exchangeFeeInFiat) },
    eligibleForTransfer: entry.reason === null,
    ...(entry.reason === null ? {} : { ineligibilityReason: entry.reason }),
  }
}

/** The whole time for which a preview is valid. The time left is `secondsLeft` in `link/link-wire.ts`. */
function lifetimeSeconds({ createdAt, expiresAt }: Preview): number {
  return Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)
}

export function previewToWire(preview: Preview): WireBody<typeof PreviewResult> {
  const { terms } = preview
  const action = requiredActionOf(terms)
  return {
    PreviewId: preview.id,
    ExpiresIn: lifetimeSeconds(preview),
    FromAddress: terms.fromAddress,
    ToAddress: terms.toAddress,
    AddressTag: terms.addressTag,
    ContractAddress: terms.contract,
    NetworkId: terms.networkId,
    Symbol: terms.symbol,
    Amount: jsonNumber(terms.amount),
    AmountInFiat: fiatNumber(terms.amountInFiat),
    NetworkName: terms.networkName,
    EstimatedTime: terms.estimatedSeconds,
    InstitutionTransferFee: feeToWire(terms.exchangeFee, terms.symbol, terms.exchangeFeeInFiat),
    EstimatedNetworkGasFee: feeToWire(terms.networkFee, terms.symbol, terms.networkFeeInFiat),
    TotalTrasferFeeInFiat: fiatNumber(totalFeeInFiat(terms)),
    FeeIsEstimate: terms.feeIsEstimate === true,
    UserStep: action && { ErrorType: action.type, ErrorMessage: action.message, ErrorData: action.data },
  }
}

export function transferToWire(transfer: Transfer): WireBody<typeof TransferResult> {
  const { terms } = transfer
  const gas = gasOf(terms)
  return {
    TransferId: transfer.id,
    Status: publicStatus(transfer),
    StatusDetail: statusDetailOf(transfer.state),
    FromAddress: terms.fromAddress,
    ToAddress: terms.toAddress,
    AddressTag: terms.addressTag,
    Hash: transfer.hash,
    NetworkId: terms.networkId,
    Symbol: terms.symbol,
    Amount: jsonNumber(terms.amount),
    AmountInFiat: fiatNumber(terms.amountInFiat),
    NetworkName: terms.networkName,
    CompletedConfirmations: transfer.confirmations,
    InstitutionTransferFee: feeToWire(terms.exchangeFee, terms.symbol, terms.exchangeFeeInFiat),
    NetworkGasFee: feeToWire(gas.fee, gas.symbol, gas.feeInFiat),
    TotalTrasferFeeFiat: fiatNumber(totalFeeInFiat(terms)),
  }
}

function feeToWire(fee: Amount, symbol: string, feeInFiat: Amount | null): WireBody<typeof Fee> {
  if (fee.isZero) return { Fee: zeroNumber, FeeCurrency: null, FeeInFiat: zeroNumber }
  return { Fee: jsonNumber(fee), FeeCurrency: symbol, FeeInFiat: fiatNumber(feeInFiat) }
}

/** A transfer on the additive endpoints: camelCase, numbers. */
export function transferToList(transfer: Transfer): WireBody<typeof ListedTransfer> {
  const { terms } = transfer
  return {
    transferId: transfer.id,
    previewId: transfer.previewId,
    status: publicStatus(transfer),
    statusDetail: statusDetailOf(transfer.state),
    userId: transfer.userId,
    linkId: transfer.linkId,
    transactionId: transfer.transactionId,
    fromType: transfer.exchangeType,
    fromAddress: terms.fromAddress,
    toAddress: terms.toAddress,
    addressTag: terms.addressTag,
    hash: transfer.hash,
    networkId: terms.networkId,
    networkName: terms.networkName,
    symbol: terms.symbol,
    amount: jsonNumber(terms.amount),
    amountInFiat: fiatNumber(terms.amountInFiat),
    ...feesToList(terms),
    confirmations: transfer.confirmations,
    requiredConfirmations: terms.requiredConfirmations,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
  }
}

function feesToList(terms: TransferTerms) {
  const gas = gasOf(terms)
  return {
    networkGasFee: jsonNumber(gas.fee),
    networkGasFeeCurrency: gas.symbol,
    institutionTransferFee: jsonNumber(terms.exchangeFee),
    totalTransferFeeInFiat: fiatNumber(totalFeeInFiat(terms)),
  }
}
