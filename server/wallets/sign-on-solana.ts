// Checks and stores a transaction that a Solana wallet signed, and then sends it. Sending it again sends the same transaction.

import { base58 } from '@scure/base'
import { isSignedBy, readTransaction } from '../chains/solana-message.ts'
import { matchesRequest } from '../chains/verify-signed-message.ts'
import { ApiError } from '../contract/errors.ts'
import { errorFacts } from '../log/log.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction } from '../storage/storage.ts'
import { proofOf } from '../transfers/payment-proof.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer, transferById } from '../transfers/transfer-store.ts'
import { pollSolanaWallet, sendSigned } from './poll-solana-wallet.ts'
import { refuseWalletRequest } from './refuse-wallet-request.ts'
import {
  messageOf,
  replaceMessage,
  requestedMessage,
  requestOf,
  type SolanaRequest,
  storeSigned,
} from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import { soon } from './store-poll.ts'
import { asNetworkUnavailable } from './wallet-adapter.ts'
import { claimPayment, clearDeclined } from './watch-rows.ts'

export interface Signed {
  transfer: Transfer
  /** The next message to sign, if the last one came too late for the chain. */
  request: SolanaRequest | null
}

/**
 * Throws `walletSignedOther`, `sendingPaused`, `destinationNotAllowed` and `networkUnavailable`: nothing was sent then. After any other
 * error it may have been sent. The same call sends the same transaction.
 */
export async function reportSigned(
  deps: TransferDeps,
  at: SolanaNetwork,
  { transfer: { id }, transaction }: { transfer: Transfer; transaction: Uint8Array },
): Promise<Signed> {
  const { query } = deps.database
  const transfer = await storedTransfer(deps, id)
  if (transfer.state !== 'AwaitingWallet') return { transfer, request: null }
  await refuseWalletRequest(deps, transfer)
  const requested = await requestedMessage(query, id)
  const signature = signatureOn(requested.message, transfer, transaction)
  const { height } = await asNetworkUnavailable(at, () => at.reads.head('confirmed'))
  if (height > requested.lastHeight) return asNetworkUnavailable(at, () => requestAgain(deps, at, transfer))
  const hash = base58.encode(signature)
  const isStored = await inTransaction(deps.database, async (inside) => {
    if (!(await storeSigned(inside, id, { requested, transaction }))) return false
    await clearDeclined(inside, id)
    if (!(await claimPayment(inside, id, { claim: proofOf(transfer.terms, hash), sentNonce: null })))
      throw new LostRace()
    const nextPollAt = soon(deps)
    const event = { kind: 'signed', detail: { hash } }
    const change = { state: 'Broadcast', hash, confirmations: 0, emptyPolls: 0, nextPollAt, event } as const
    if ((await changeTransfer(inside, transfer, { change, now: deps.now() })) === null) throw new LostRace()
    return true
  }).catch((error: unknown) => {
    if (error instanceof LostRace) return false
    throw error
  })
  // A faster request has stored and sent it.
  if (isStored) await sendSigned(deps, at, { transferId: id, transaction })
  return { transfer: await pollNow(deps, at, id), request: null }
}

/** Throws `walletSignedOther` unless the account signed exactly these instructions. */
function signatureOn(message: Uint8Array, { terms }: Transfer, transaction: Uint8Array): Uint8Array {
  const read = readTransaction(transaction)
  const isRequested = read !== null && matchesRequest(message, read.message)
  if (!isRequested || !isSignedBy(terms.fromAddress, read.message, read.signature)) {
    throw new ApiError('walletSignedOther', { name: terms.fromName })
  }
  return read.signature
}

async function requestAgain(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<Signed> {
  await renewMessage(deps, at, transfer)
  const seen = await storedTransfer(deps, transfer.id)
  if (seen.state !== 'AwaitingWallet') return { transfer: seen, request: null }
  return { transfer: seen, request: requestOf(at, seen, await requestedMessage(deps.database.query, seen.id)) }
}

/**
 * Replaces the message once no block can contain it any more and none does, so at most one message can be sent. Throws the error of a
 * node that cannot be reached.
 */
export async function renewMessage(deps: TransferDeps, at: SolanaNetwork, transfer: Transfer): Promise<void> {
  const { query } = deps.database
  const requested = await requestedMessage(query, transfer.id)
  const { height } = await at.reads.head('confirmed')
  if (height <= requested.lastHeight || requested.signed !== null) return
  // The user may have sent it without this server.
  await pollSolanaWallet(at)(deps, transfer)
  if ((await storedTransfer(deps, transfer.id)).state !== 'AwaitingWallet') return
  const lifetime = await at.reads.lifetime()
  await replaceMessage(query, transfer.id, {
    old: requested,
    message: messageOf(transfer.id, transfer.terms, lifetime),
    lifetime,
  })
}

async function storedTransfer({ database }: TransferDeps, id: string): Promise<Transfer> {
  const transfer = await transferById(database.query, id)
  if (transfer === undefined) throw new Error('a transfer is gone')
  return transfer
}

/** If the node cannot be read now, a later poll reads it. */
async function pollNow(deps: TransferDeps, at: SolanaNetwork, id: string): Promise<Transfer> {
  const before = await storedTransfer(deps, id)
  try {
    await pollSolanaWallet(at)(deps, before)
  } catch (error) {
    deps.log.warn({ transferId: id, ...errorFacts(error) }, 'the chain could not be read for a wallet')
  }
  return storedTransfer(deps, id)
}
