// Responses for the hosted UI: camelCase, amounts as decimal text.

import type * as z from 'zod'
import type { Connection } from '../../accounts/connect-account.ts'
import type { ConnectedAccount } from '../../accounts/tokens.ts'
import type { Amount } from '../../contract/amount.ts'
import type { AuthData, LinkAccount, LinkConnection } from '../../contract/wire/link-session.ts'
import type { LinkPreview, LinkTransfer } from '../../contract/wire/link-transfer.ts'
import type { Exchange } from '../../exchanges/exchange.ts'
import { isSelfCustody } from '../../exchanges/registry.ts'
import { markOfToken } from '../../networks/marks.ts'
import type { Preview } from '../../transfers/preview-store.ts'
import { requiredActionOf } from '../../transfers/required-action.ts'
import { failureOf } from '../../transfers/send-withdrawal.ts'
import { gasOf, type TransferTerms, totalFee, totalFeeInFiat } from '../../transfers/terms.ts'
import type { TransferEvent } from '../../transfers/timeline.ts'
import { statusDetailOf } from '../../transfers/transfer-status.ts'
import type { Transfer } from '../../transfers/transfer-store.ts'
import { walletNameOf } from '../../wallets/wallet-adapter.ts'
import { fiatText } from '../amounts.ts'
import { publicStatus } from '../transfer-wire.ts'
import { type BrandDeps, brandInfoOf } from './brand-info.ts'

interface OwnAccount {
  id: string
  name: string
  exchange: Exchange
  /** The account's id at the exchange. */
  externalId: string
}

export function accountToLink(account: OwnAccount): z.infer<typeof LinkAccount> {
  const { exchange, externalId } = account
  return {
    accountId: account.id,
    name: account.name,
    type: exchange.type,
    integrationName: isSelfCustody(exchange.type) ? walletNameOf(account.name) : exchange.name,
    maskedId: `••${externalId.slice(-4)}`,
    transfers: exchange.transfers,
  }
}

export function connectionToLink(deps: BrandDeps, connection: Connection): z.infer<typeof LinkConnection> {
  const { connectionId } = connection
  if (connection.state === 'codeRequired') {
    const { kind, methods, codeLength } = connection
    const codeSentTo = methods.find((method) => method.kind === kind)?.to ?? ''
    return { connectionId, state: connection.state, codeKind: kind, codeLength, codeSentTo, codeMethods: methods }
  }
  if (connection.state === 'waiting') {
    const { by, sentTo, url, expiresInSeconds } = connection
    return { connectionId, state: connection.state, waitingFor: by, sentTo, url, expiresIn: expiresInSeconds }
  }
  if (connection.state === 'redirect') {
    const { state, url, confirmationNumber } = connection
    return { connectionId, state, redirectUrl: url, ...(confirmationNumber && { confirmationNumber }) }
  }
  const { exchange, accounts } = connection
  return {
    connectionId,
    state: connection.state,
    accounts: accounts.map(({ accountId, name, externalId }) =>
      accountToLink({ id: accountId, name, exchange, externalId }),
    ),
    authData: authDataOf(deps, exchange, accounts),
  }
}

/** The published payload of connected accounts, plus the spec's flat tokens, those of the first account. */
export function authDataOf(
  deps: BrandDeps,
  exchange: Exchange,
  accounts: readonly ConnectedAccount[],
): z.infer<typeof AuthData> {
  const tokens = accounts[0]?.tokens ?? null
  const isWallet = isSelfCustody(exchange.type)
  const accountTokens = accounts.map(({ accountId, externalId, name, tokens }) => ({
    // A wallet's address is not a secret, and the app identifies the wallet by it.
    account: { accountId: isWallet ? externalId : accountId, accountName: name },
    ...(tokens !== null && { accessToken: tokens.authToken }),
    ...(tokens?.refreshToken && { refreshToken: tokens.refreshToken }),
  }))
  return {
    accessToken: {
      accountTokens,
      brokerType: exchange.type,
      brokerName: exchange.name,
      brokerBrandInfo: brandInfoOf(deps, exchange),
      ...(tokens !== null && { expiresInSeconds: tokens.expiresInSeconds }),
      ...(tokens?.refreshToken && { refreshTokenExpiresInSeconds: tokens.refreshTokenExpiresInSeconds }),
    },
    ...(tokens !== null && { auth_token: tokens.authToken }),
    ...(tokens?.refreshToken && { refresh_token: tokens.refreshToken }),
  }
}

function feeToLink(amount: Amount, inFiat: Amount | null, symbol: string) {
  return { fee: amount.toString(), feeCurrency: amount.isZero ? null : symbol, feeInFiat: fiatText(inFiat) }
}

function feesToLink(terms: TransferTerms) {
  const gas = gasOf(terms)
  return {
    networkFee: feeToLink(gas.fee, gas.feeInFiat, gas.symbol),
    exchangeFee: feeToLink(terms.exchangeFee, terms.exchangeFeeInFiat, terms.symbol),
  }
}

/** The time left until `end`, with fractions of a second: `expiresIn` of a session, a preview and a payment. 0 after `end`. */
export function secondsLeft(end: Date, now: Date): number {
  return Math.max(0, (end.getTime() - now.getTime()) / 1000)
}

export function previewToLink(
  preview: Preview,
  { now, simulated, wallet }: { now: Date; simulated: boolean; wallet: z.infer<typeof LinkPreview>['wallet'] },
): z.infer<typeof LinkPreview> {
  const { terms } = preview
  const action = requiredActionOf(terms)
  return {
    previewId: preview.id,
    expiresIn: secondsLeft(preview.expiresAt, now),
    fromName: terms.fromName,
    fromAddress: terms.fromAddress,
    toAddress: terms.toAddress,
    addressTag: terms.addressTag,
    contractAddress: terms.contract,
    networkId: terms.networkId,
    networkName: terms.networkName,
    simulated,
    symbol: terms.symbol,
    mark: markOfToken(terms.symbol),
    amount: terms.amount.toString(),
    amountInFiat: fiatText(terms.amountInFiat),
    estimatedTime: terms.estimatedSeconds,
    ...feesToLink(terms),
    ...(terms.gas?.deposit && { deposit: feeToLink(terms.gas.deposit, null, terms.gas.symbol) }),
    totalFeeInFiat: fiatText(totalFeeInFiat(terms)),
    feeIsEstimate: terms.feeIsEstimate === true,
    userStep: action && { errorType: action.type, message: action.message, errorData: action.data },
    totalDeducted: [
      { symbol: terms.symbol, amount: terms.amount.add(totalFee(terms)).toString() },
      ...(terms.gas === undefined ? [] : [{ symbol: terms.gas.symbol, amount: terms.gas.fee.toString() }]),
    ],
    recipientReceives: { symbol: terms.symbol, amount: terms.amount.toString() },
    wallet,
  }
}

export function transferToLink(
  transfer: Transfer,
  events: readonly TransferEvent[],
  {
    explorerUrl,
    chain,
    isProvable,
  }: { explorerUrl: string | null; chain: { isRead: boolean; isSimulated: boolean }; isProvable: boolean },
): z.infer<typeof LinkTransfer> {
  const { terms } = transfer
  const failure = failureOf(transfer)
  return {
    transferId: transfer.id,
    linkId: transfer.linkId,
    previewId: transfer.previewId,
    transactionId: transfer.transactionId,
    status: publicStatus(transfer),
    statusDetail: statusDetailOf(transfer.state),
    message: failure?.message ?? null,
    errorType: failure?.type ?? null,
    errorData: failure?.data ?? {},
    fromName: terms.fromName,
    fromAddress: terms.fromAddress,
    toAddress: terms.toAddress,
    addressTag: terms.addressTag,
    hash: transfer.hash,
    explorerUrl,
    networkId: terms.networkId,
    networkName: terms.networkName,
    simulated: chain.isSimulated,
    symbol: terms.symbol,
    mark: markOfToken(terms.symbol),
    amount: terms.amount.toString(),
    amountInFiat: fiatText(terms.amountInFiat),
    ...feesToLink(terms),
    confirmations: transfer.confirmations,
    requiredConfirmations: chain.isRead ? terms.requiredConfirmations : 0,
    provedBy: provedBy(events),
    provableBy: isProvable ? transfer.accountId : null,
    estimatedSeconds: terms.estimatedSeconds,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
    timeline: events.map((event) => ({ at: event.at.toISOString(), kind: event.kind })),
  }
}

function provedBy(events: readonly TransferEvent[]): 'chain' | 'exchange' | null {
  const proof = events.findLast(({ kind }) => kind === 'succeeded')?.detail.proof
  return proof === 'chain' || proof === 'exchange' ? proof : null
}
