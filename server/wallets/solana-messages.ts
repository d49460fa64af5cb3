// Storage of the message that a Solana wallet is requested to sign. A transfer has one message at a time, and none replaces it once
// it is signed.

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
  /** The chain's name in wallets. */
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
  { message, lifetime: { lastHeight } }: { message: Uint8Array; lifetime: Lifetime },
): Promise<void> {
  const row = { transfer_id: transferId, message: toText(message), last_height: lastHeight, signed: null }
  await query.insertInto('wallet_message').values(row).execute()
}

export async function requestedMessage(query: Query, transferId: string): Promise<WalletMessage> {
  const select = query.selectFrom('wallet_message').selectAll().where('transfer_id', '=', transferId)
  const { message, last_height, signed } = await select.executeTakeFirstOrThrow()
  return { message: fromBase64(message), lastHeight: last_height, signed: signed === null ? null : fromBase64(signed) }
}

/** Replaces a message that is not signed. Returns false if a concurrent request was faster. */
export async function replaceMessage(
  query: Query,
  transferId: string,
  { old, message, lifetime: { lastHeight } }: { old: WalletMessage; message: Uint8Array; lifetime: Lifetime },
): Promise<boolean> {
  return isWritten(query, transferId, { old, change: { message: toText(message), last_height: lastHeight } })
}

/** Stores the signed transaction, which is the only one sent from now on. Returns false if a concurrent request was faster. */
export async function storeSigned(
  query: Query,
  transferId: string,
  { requested, transaction }: { requested: WalletMessage; transaction: Uint8Array },
): Promise<boolean> {
  return isWritten(query, transferId, { old: requested, change: { signed: toText(transaction) } })
}

async function isWritten(
  query: Query,
  transferId: string,
  {
    old: { message },
    change,
  }: { old: WalletMessage; change: { message?: string; last_height?: number; signed?: string } },
): Promise<boolean> {
  const update = query.updateTable('wallet_message').set(change).where('transfer_id', '=', transferId)
  const unsigned = update.where('message', '=', toText(message)).where('signed', 'is', null)
  return changedOne(await unsigned.executeTakeFirstOrThrow())
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'))
}
