// What the site is told of things, in the published shapes (payloads.ts). Their amounts are JavaScript numbers, as the
// specification has them; the exact text stands beside.

import type { LinkEventPayloads, SessionSummary, TransferSuccess } from '../protocol/payloads.ts'
import { notation } from '../texts/notation.ts'
import type { FlowState } from './flow-state.ts'
import type { Fee, Preview, Transfer } from './link-answers.ts'

export function aboutIntegration(state: FlowState) {
  const context = 'context' in state ? state.context : null
  // Whoever signs in elsewhere still has the account connected before.
  const account = 'integration' in state ? null : context?.account
  const integration = 'integration' in state ? state.integration : context?.integration
  return {
    integrationType: account?.type ?? integration?.type ?? '',
    integrationName: account?.integrationName ?? integration?.name ?? '',
  }
}

export function aboutPreview(preview: Preview, state: FlowState): LinkEventPayloads['transferPreviewed'] {
  const { previewId, symbol, amount, amountInFiat, toAddress, networkId, networkName } = preview
  return {
    ...aboutIntegration(state),
    previewId,
    symbol,
    ...exact(amount),
    ...inFiat('amountInFiat', amountInFiat),
    fiatCurrency: notation.fiatCurrency,
    toAddress,
    networkId,
    networkName,
    estimatedNetworkGasFee: aboutFee(preview.networkFee),
    institutionTransferFee: aboutFee(preview.exchangeFee),
  }
}

export function aboutSent(transfer: Transfer): LinkEventPayloads['transferExecuted'] {
  return {
    ...aboutSuccess(transfer),
    status: transfer.status === 'Succeeded' ? 'success' : 'pending',
    txId: transfer.hash,
    networkName: transfer.networkName,
  }
}

export function aboutSuccess(transfer: Transfer): TransferSuccess {
  const { transferId, amount, fromAddress, toAddress, networkId, symbol, hash } = transfer
  const txId = hash === '' ? transferId : hash
  return { status: 'success', ...exact(amount), fromAddress, toAddress, networkId, symbol, txId, transferId }
}

export function summarizeTransfer(transfer: Transfer): NonNullable<SessionSummary['transfer']> {
  const { transferId, symbol, amount, networkId, networkName, hash } = transfer
  const status = transfer.statusDetail === 'Unknown' ? 'unknown' : transfer.status.toLowerCase()
  return { transferId, status, symbol, ...exact(amount), networkId, networkName, ...(hash === '' ? {} : { hash }) }
}

export function exact(amountText: string) {
  return { amount: Number(amountText), amountText }
}

function aboutFee({ fee, feeCurrency, feeInFiat }: Fee) {
  return { fee: Number(fee), ...(feeCurrency && { feeCurrency }), ...inFiat('feeInFiat', feeInFiat) }
}

export function inFiat<Name extends string>(name: Name, text: string | null) {
  return (text === null ? {} : { [name]: Number(text) }) as { [Key in Name]?: number }
}
