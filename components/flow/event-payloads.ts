// Maps the state of the flow to the payloads of public events (payloads.ts). Amounts are JavaScript numbers, as
// specified, with the exact text beside them.

import { Amount } from '../../server/contract/amount.ts'
import type { ConnectedMessage } from '../protocol/link-messages.ts'
import type {
  BrokerConnectedPayload,
  LinkEventPayloads,
  SessionSummary,
  TransferSuccess,
} from '../protocol/payloads.ts'
import { notation } from '../texts/notation.ts'
import type { FlowState } from './flow-state.ts'
import type { Fee, Preview, Transfer } from './transfer-responses.ts'

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

/** The published payload is the content of `accessToken`. It also carries the flat tokens: those of the account that was chosen. */
export function connectedPayload(
  { accessToken, ...flat }: BrokerConnectedPayload,
  chosenId?: string,
): ConnectedMessage {
  const chosen = accessToken.accountTokens.find(({ account }) => account.accountId === chosenId)
  if (chosen === undefined) return { ...accessToken, ...flat }
  const others = accessToken.accountTokens.filter((each) => each !== chosen)
  return {
    ...accessToken,
    accountTokens: [chosen, ...others],
    ...(chosen.accessToken && { auth_token: chosen.accessToken }),
    ...(chosen.refreshToken && { refresh_token: chosen.refreshToken }),
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
  const status = transfer.status === 'Succeeded' ? 'success' : 'pending'
  return { ...movedPayload(transfer), status, txId: transfer.hash, previewId: transfer.previewId }
}

export function successPayload(transfer: Transfer): TransferSuccess {
  const { transferId, hash, amountInFiat } = transfer
  return {
    ...movedPayload(transfer),
    status: 'success',
    txId: hash === '' ? transferId : hash,
    ...(hash !== '' && { txHash: hash }),
    ...fiatPayload('amountInFiat', amountInFiat),
    ...fiatPayload('totalAmountInFiat', totalInFiat(transfer)),
    ...(amountInFiat !== null && { fiatCurrency: notation.fiatCurrency }),
  }
}

function movedPayload(transfer: Transfer) {
  const { transferId, amount, fromAddress, toAddress, networkId, networkName, symbol } = transfer
  return { ...amountPayload(amount), fromAddress, toAddress, networkId, networkName, symbol, transferId }
}

/** Null if the price of the asset or of a fee is not known. */
function totalInFiat({ amountInFiat, networkFee, exchangeFee }: Transfer): string | null {
  let total = Amount.zero
  for (const part of [amountInFiat, networkFee.feeInFiat, exchangeFee.feeInFiat]) {
    const amount = part === null ? null : Amount.tryParse(part)
    if (amount === null) return null
    total = total.add(amount)
  }
  return total.toString()
}

interface About {
  message: string
  errorType: string | null
  requestId?: string
}

export function errorPayload({ message, errorType, requestId }: About) {
  return { errorMessage: message, ...(errorType && { errorType }), ...(requestId && { requestId }) }
}

export function summarizeTransfer(transfer: Transfer): NonNullable<SessionSummary['transfer']> {
  const { transferId, previewId, transactionId, symbol, amount, networkId, networkName, hash } = transfer
  const status = transfer.statusDetail === 'Unknown' ? 'unknown' : transfer.status.toLowerCase()
  return {
    transferId,
    status,
    symbol,
    ...amountPayload(amount),
    networkId,
    networkName,
    ...(hash === '' ? {} : { hash }),
    previewId,
    ...(transferId && { transactionId: transferId }),
    ...(transactionId !== null && { clientTransactionId: transactionId }),
    ...fiatPayload('amountInFiat', transfer.amountInFiat),
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
