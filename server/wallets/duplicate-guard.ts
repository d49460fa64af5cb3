// Refuses a wallet request while its account may already have made the same payment. A wallet can fail after it has sent, and a
// page can close before it reports; a second request would then pay twice.

import { ApiError } from '../contract/errors.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { type Transfer, transferById } from '../transfers/transfer-store.ts'
import { cannotPay } from './ambiguous-payment.ts'
import { isLater } from './find-sent.ts'
import { isRequestedCall } from './payment-call.ts'
import { polledNonces, recentAttempts } from './payment-queries.ts'
import { pollEvmWallet } from './poll-evm-wallet.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'
import { storeHint, type Watch, watchOf } from './watch-rows.ts'

/** After this time the wallet itself has informed the user, so a new payment is allowed. */
const openAttemptMs = 600_000

export type DuplicateGuardDeps = TransferDeps & { wallets: WalletNetworks }

interface PaymentRequester {
  clientId: string
  userId: string
  terms: TransferTerms
}

/**
 * Throws `duplicateTransferInProgress` if an earlier attempt is in progress, and `walletMayHaveSent` if the account has sent a
 * transaction that may be this payment.
 */
export async function assertNoOpenAttempt(
  deps: DuplicateGuardDeps,
  at: WalletNetwork,
  requested: PaymentRequester,
): Promise<void> {
  const since = new Date(deps.now().getTime() - openAttemptMs)
  const states = ['AwaitingWallet', 'Ambiguous'] as const
  for (const attempt of await recentAttempts(deps.database.query, { ...requested, since, states })) {
    const watch = await watchOf(deps.database.query, attempt.id)
    if (watch.declinedAt !== null) continue
    const { transfer } = await pollWithMempool(deps, at, attempt)
    if (transfer.state !== 'AwaitingWallet')
      throw new ApiError('duplicateTransferInProgress', { transferId: transfer.id })
    await assertNothingInMempool(deps, at, transfer)
  }
}

/** Throws `walletMayHaveSent` while the account has a pending transaction that may be this payment. */
export async function assertNothingInMempool(
  deps: DuplicateGuardDeps,
  at: WalletNetwork,
  transfer: Transfer,
): Promise<void> {
  const { id, terms } = transfer
  const watch = await watchOf(deps.database.query, id)
  if (watch.declinedAt !== null) return
  if (watch.hints.length > 0 || (await hasUnknownPending(deps, at, { terms, watch })))
    throw new ApiError('walletMayHaveSent', { name: terms.fromName })
}

/** Includes pending transactions, if the node lists them. */
export async function pollWithMempool(
  deps: DuplicateGuardDeps,
  at: WalletNetwork,
  before: Transfer,
): Promise<{ transfer: Transfer }> {
  const { query } = deps.database
  if (before.state === 'AwaitingWallet') {
    const watch = await watchOf(query, before.id)
    const { mined, pending } = await at.reads.nonces(before.terms.fromAddress)
    const waiting = pending > mined ? await at.reads.waiting(before.terms.fromAddress) : []
    const sent = waiting.find((each) => isRequestedCall(before.terms, each) && isLater(watch, each))
    if (sent !== undefined) await storeHint(query, before.id, sent.hash)
    await pollEvmWallet(deps.wallets)(deps, before)
  }
  return { transfer: (await transferById(query, before.id)) ?? before }
}

async function hasUnknownPending(
  deps: DuplicateGuardDeps,
  { reads }: WalletNetwork,
  { terms, watch }: { terms: TransferTerms; watch: Watch },
) {
  const { fromAddress } = terms
  const { mined, pending } = await reads.nonces(fromAddress)
  const first = Math.max(mined, watch.nonce)
  if (pending <= first) return false
  const [known, waiting] = [await polledNonces(deps.database.query, terms), await reads.waiting(fromAddress)]
  for (let nonce = first; nonce < pending; nonce++) {
    const shown = waiting.find((each) => each.nonce === nonce)
    if (!known.has(nonce) && (shown === undefined || !cannotPay(terms, shown))) return true
  }
  return false
}

/**
 * Throws `duplicateTransferInProgress` while a payment of the same amount is on its way: a page that missed the response would request
 * it again.
 */
export async function assertNoEqualPending(deps: TransferDeps, requested: PaymentRequester): Promise<void> {
  const since = new Date(deps.now().getTime() - openAttemptMs)
  const attempts = await recentAttempts(deps.database.query, { ...requested, since, states: ['Broadcast'] })
  const equal = attempts.find(({ terms }) => terms.amount.equals(requested.terms.amount))
  if (equal !== undefined) throw new ApiError('duplicateTransferInProgress', { transferId: equal.id })
}
