// Proof that a user controls an EVM address: the wallet signs a message of this server, which is valid once, for five minutes.
// It is requested only while the payment cannot be distinguished from an equal one of another user or of an exchange.

import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { isSameAddress } from '../networks/equal-addresses.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { isOfUser, mayExchangePay } from './match-payment.ts'
import { ownershipMessage } from './ownership-message.ts'
import { equalAttempts } from './payment-queries.ts'
import { everyNetwork, hasProved, type User } from './proved-addresses.ts'
import { asNetworkUnavailable } from './wallet-adapter.ts'
import type { WalletNetworks } from './wallet-networks.ts'

const challengeLifetimeMs = 300_000

export interface Challenge {
  challengeId: string
  message: string
  address: string
  expiresInSeconds: number
}

type OwnershipDeps = { database: Database; wallets: WalletNetworks; now(): Date }

/**
 * Throws `walletOwnershipRequired` while another user has an open attempt that the same payment would fit, or an exchange may send
 * an equal payment, unless this user has proved the address.
 */
export async function requireOwnership(
  query: Query,
  { transferId, terms, ...user }: User & { transferId: string; terms: TransferTerms },
): Promise<void> {
  const equal = await equalAttempts(query, terms, transferId)
  const isSamePayer = (other: TransferTerms) =>
    isFromAnyAccount(other) || isSameAddress(other.fromAddress, terms.fromAddress)
  const competing = equal.filter((other) => !isOfUser(other, user) && isSamePayer(other.terms))
  const isAlone = competing.length === 0 && !(await mayExchangePay(query, terms))
  if (isAlone || (await hasProved(query, user, terms))) return
  const { fromName: name, fromAddress: address, networkId } = terms
  throw new ApiError('walletOwnershipRequired', { name, address, networkId })
}

export async function createChallenge(
  { database, now }: OwnershipDeps,
  { clientId, userId }: User,
  { app, address, networkKey }: { app: string; address: string; networkKey: string },
): Promise<Challenge> {
  const id = randomUUID()
  const at = now().getTime()
  const expiresAt = at + challengeLifetimeMs
  const message = ownershipMessage({ app, address, code: id, expiresAt: new Date(expiresAt) })
  const wallet = { client_id: clientId, user_id: userId, address: address.toLowerCase(), network_key: networkKey }
  await database.query
    .insertInto('wallet_challenge')
    .values({ id, ...wallet, message, expires_at: expiresAt })
    .execute()
  return { challengeId: id, message, address, expiresInSeconds: challengeLifetimeMs / 1_000 }
}

/** Throws `walletChallengeExpired`, also for one that was used, and `walletSignatureInvalid`, after which it can be used. */
export async function proveOwnership(
  deps: OwnershipDeps,
  { clientId, userId }: User,
  { challengeId, signature }: { challengeId: string; signature: string },
): Promise<void> {
  const { database, wallets, now } = deps
  const challenge = await database.query
    .selectFrom('wallet_challenge')
    .selectAll()
    .where('id', '=', challengeId)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now().getTime())
    .executeTakeFirst()
  const at = challenge && wallets.get(challenge.network_key)
  if (challenge === undefined || at === undefined) throw new ApiError('walletChallengeExpired')
  const { address, message } = challenge
  const signer = await asNetworkUnavailable(at, () => at.reads.signerOf({ address, message, signature }))
  if (signer === null) throw new ApiError('walletSignatureInvalid', { address })
  const network_key = signer === 'key' ? everyNetwork : challenge.network_key
  const proof = { client_id: clientId, user_id: userId, address, network_key, proved_at: now().getTime() }
  await inTransaction(database, async (query) => {
    const used = await query.deleteFrom('wallet_challenge').where('id', '=', challengeId).executeTakeFirstOrThrow()
    if (used.numDeletedRows !== 1n) throw new ApiError('walletChallengeExpired')
    await query
      .insertInto('wallet_ownership')
      .values(proof)
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'user_id', 'address', 'network_key'])
          .doUpdateSet({ proved_at: proof.proved_at }),
      )
      .execute()
  })
}
