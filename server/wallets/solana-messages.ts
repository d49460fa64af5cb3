// What a wallet on Solana was asked to sign, in storage, and who is asked: one message at a time, and from its signature on none
// but that one.

import { paymentMessage, transactionOf } from '../chains/solana-message.ts'
import type { Cluster } from '../chains/solana-node.ts'
import type { Lifetime } from '../chains/solana-reads.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { referenceOf } from './payment-reference.ts'
import type { SolanaNetwork } from './solana-networks.ts'

/** For `solana:signTransaction`. */
export interface SolanaRequest {
  /** As wallets name the chain. */
  chainId: Cluster
  from: string
  /** Without a signature, in base64. */
  transaction: string
}

export interface WalletMessage {
  message: Uint8Array
  lastHeight: number
  signed: Uint8Array | null
}

export function messageOf(transferId: string, terms: TransferTerms, { blockhash }: Lifetime): Uint8Array {
  const { fromAddress: from, toAddress: to, contract: mint, decimals, amount, walletCall } = terms
  const units = amount.toBaseUnits(decimals)
  const reference = referenceOf(transferId)
  const makesAccount = walletCall?.chainType === 'solana' && walletCall.createsAccount
  return paymentMessage({ from, to, mint, decimals, units, makesAccount, reference }, blockhash)
}

export function requestOf({ cluster }: SolanaNetwork, { terms }: Transfer, { message }: WalletMessage): SolanaRequest {
  return { chainId: cluster, from: terms.fromAddress, transaction: toText(transactionOf(message)) }
}

export async function insertMessage(
  query: Query,
  transferId: string,
  message: Uint8Array,
  { lastHeight }: Lifetime,
): Promise<void> {
  const row = { transfer_id: transferId, message: toText(message), last_height: lastHeight, signed: null }
  await query.insertInto('wallet_message').values(row).execute()
}

export async function requestedMessage(query: Query, transferId: string): Promise<WalletMessage> {
  const select = query.selectFrom('wallet_message').selectAll().where('transfer_id', '=', transferId)
  const { message, last_height, signed } = await select.executeTakeFirstOrThrow()
  return { message: fromText(message), lastHeight: last_height, signed: signed === null ? null : fromText(signed) }
}

/** Another in place of one that nobody has signed. False where somebody was faster. */
export async function replaceMessage(
  query: Query,
  transferId: string,
  old: WalletMessage,
  message: Uint8Array,
  { lastHeight }: Lifetime,
): Promise<boolean> {
  return isWritten(query, transferId, old, { message: toText(message), last_height: lastHeight })
}

/** From now on it is what is sent. False where somebody was faster. */
export async function storeSigned(
  query: Query,
  transferId: string,
  asked: WalletMessage,
  transaction: Uint8Array,
): Promise<boolean> {
  return isWritten(query, transferId, asked, { signed: toText(transaction) })
}

async function isWritten(
  query: Query,
  transferId: string,
  { message }: WalletMessage,
  change: { message?: string; last_height?: number; signed?: string },
): Promise<boolean> {
  const update = query.updateTable('wallet_message').set(change).where('transfer_id', '=', transferId)
  const unsigned = update.where('message', '=', toText(message)).where('signed', 'is', null)
  return changedOne(await unsigned.executeTakeFirstOrThrow())
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

export function fromText(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'))
}
