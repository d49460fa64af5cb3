// Maps the state of the flow to the payloads of public events (payloads.ts). Amounts are JavaScript numbers, as
// specified, with the exact text beside them.

import type { LinkEventPayloads, SessionSummary, TransferSuccess } from '../protocol/payloads.ts'
import { notation } from '../texts/notation.ts'
import type { FlowState } from './flow-state.ts'
import type { Fee, Preview, Transfer } from './link-responses.ts'

export function integrationPayload(state: FlowState) {
  const context = 'context' in state ? state.context : null
  // During another sign-in the earlier account is still connected.
  const account = 'integration' in state ? null : context?.account
  const integration = 'integration' in state ? state.integration : context?.integration
  return {
    integrationType: account?.type ?? integration?.type ?? '',
    integrationName: account?.integrationName ?? integration?.name ?? '',
  }
}

export function previewPayload(preview: Preview, state: FlowState): LinkEventPayloads['transferPreviewed'] {
  const { previewId, symbol, amount, amountInFiat, toAddress, networkId, networkName } = preview
  return {
    ...integrationPayload(state),
    previewId,
    symbol,
    ...amountPayload(amount),
    ...fiatPayload('amountInFiat', amountInFiat),
    fiatCurrency: notation.fiatCurrency,
    toAddress,
    networkId,
    networkName,
    estimatedNetworkGasFee: feePayload(preview.networkFee),
    institutionTransferFee: feePayload(preview.exchangeFee),
  }
}

export function sentPayload(transfer: Transfer): LinkEventPayloads['transferExecuted'] {
  return {
    ...successPayload(transfer),
    status: transfer.status === 'Succeeded' ? 'success' : 'pending',
    txId: transfer.hash,
    networkName: transfer.networkName,
  }
}

export function successPayload(transfer: Transfer): TransferSuccess {
  const { transferId, amount, fromAddress, toAddress, networkId, symbol, hash } = transfer
  const txId = hash === '' ? transferId : hash
  return { status: 'success', ...amountPayload(amount), fromAddress, toAddress, networkId, symbol, txId, transferId }
}

export function summarizeTransfer(transfer: Transfer): NonNullable<SessionSummary['transfer']> {
  const { transferId, symbol, amount, networkId, networkName, hash } = transfer
  const status = transfer.statusDetail === 'Unknown' ? 'unknown' : transfer.status.toLowerCase()
  return {
    transferId,
    status,
    symbol,
    ...amountPayload(amount),
    networkId,
    networkName,
    ...(hash === '' ? {} : { hash }),
  }
}

export function amountPayload(amountText: string) {
  return { amount: Number(amountText), amountText }
}

function feePayload({ fee, feeCurrency, feeInFiat }: Fee) {
  return { fee: Number(fee), ...(feeCurrency && { feeCurrency }), ...fiatPayload('feeInFiat', feeInFiat) }
}

export function fiatPayload<Name extends string>(name: Name, text: string | null) {
  return (text === null ? {} : { [name]: Number(text) }) as { [Key in Name]?: number }
}
