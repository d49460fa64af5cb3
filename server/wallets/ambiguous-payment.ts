// Detects a payment that an account may have made without a transaction that proves it. The transfer is then neither Succeeded
// nor failed. Contracts can pay native coins inside another call, which shows only in the balances before and after.

import type { Nonces, SeenTransaction } from '../chains/evm-reads.ts'
import { isSameAddress } from '../networks/equal-addresses.ts'
import type { Query } from '../storage/storage.ts'
import { inTransaction } from '../storage/storage.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { changeTransfer } from '../transfers/transfer-store.ts'
import { isRequestedCall, paymentCall } from './payment-call.ts'
import { paidSince } from './payment-queries.ts'
import { soon } from './store-poll.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import type { NativeBalances, WatchedTransfer } from './watch-rows.ts'
import { isClaimedByOther } from './watch-rows.ts'

interface AmbiguousPayment {
  /** The hash that an operator should check first; '' if there is none. */
  hash: string
  reason: string
}

/** Whether the transaction cannot be this payment, whatever its outcome. */
export function cannotPay(terms: TransferTerms, seen: SeenTransaction): boolean {
  if (terms.contract === '' || seen.data === '0x') return !isRequestedCall(terms, seen)
  const { data } = paymentCall(terms, { from: terms.fromAddress, to: terms.toAddress, amount: terms.amount })
  const isPlain = /^0x(a9059cbb|095ea7b3)/i.test(seen.data)
  return isPlain && isSameAddress(seen.to, terms.contract) && !seen.data.toLowerCase().startsWith(data.toLowerCase())
}

/**
 * The first nonce of a new payment. Pending transactions are excluded if the node lists them: the user may replace a
 * pending transaction with the payment.
 */
export function firstNewNonce(
  terms: TransferTerms,
  { mined, pending }: Nonces,
  waiting: readonly SeenTransaction[],
): number {
  const isOther = (nonce: number) => waiting.some((each) => each.nonce === nonce && cannotPay(terms, each))
  let first = pending
  while (first > mined && isOther(first - 1)) first--
  return first
}

/** Native balances of both sides before the request; null for a token, whose contract logs every payment. */
export async function nativeBalancesBefore(
  { reads }: WalletNetwork,
  terms: TransferTerms,
): Promise<NativeBalances | null> {
  return terms.contract === '' ? nativeBalances(reads, terms) : null
}

/** Returns null if no candidate payment exists. */
export async function findAmbiguousPayment(
  query: Query,
  at: WalletNetwork,
  { transfer, watch, olderHashes }: WatchedTransfer & { olderHashes: readonly string[] },
): Promise<AmbiguousPayment | null> {
  const { terms } = transfer
  for (const hash of olderHashes) {
    const { toAddress: to, contract, fromAddress: from } = terms
    const payment = await at.chain.findPayment({ hash, to, contract, from })
    if (payment !== undefined && isAsPreviewed(terms, payment))
      return { hash, reason: 'its nonce may be that of an equal payment from before' }
  }
  return watch.declinedAt === null && (await hasPaidFromWithin(query, at, { transfer, watch }))
    ? { hash: '', reason: 'the account is a contract, and paid so much coin in a way that no transaction shows' }
    : null
}

/** Reported as Unknown; an operator ends it. A later proof still counts. */
export async function storeAmbiguous(
  deps: TransferDeps,
  transfer: Transfer,
  { hash, reason }: AmbiguousPayment,
): Promise<boolean> {
  const event = { kind: 'unclear', detail: { reason, ...(hash === '' ? {} : { hash }) } }
  const change = {
    state: 'Ambiguous',
    hash,
    confirmations: 0,
    attention: reason,
    nextPollAt: soon(deps),
    event,
  } as const
  const written = await inTransaction(deps.database, async (query) => {
    const claim = proofOf(transfer.terms, hash)
    const isOfAnother = (await hasProvedAnother(query, claim)) || (await isClaimedByOther(query, transfer.id, claim))
    if (hash !== '' && isOfAnother) return null
    return changeTransfer(query, transfer, { change, now: deps.now() })
  })
  if (written !== null) deps.log.error({ transferId: transfer.id, reason }, 'a transfer needs an operator')
  return written !== null
}

async function hasPaidFromWithin(query: Query, { reads }: WalletNetwork, { transfer, watch }: WatchedTransfer) {
  const { terms } = transfer
  const { balancesBefore: before } = watch
  if (before === null || terms.contract !== '' || !(await reads.hasCode(terms.fromAddress))) return false
  const now = await nativeBalances(reads, terms)
  const units = terms.amount.toBaseUnits(terms.decimals)
  const paid = before.payer - now.payer
  if (paid < units) return false
  // An account with code may still pay by ordinary transactions.
  const needed = units + (await paidSince(query, transfer))
  if (paid < needed) return false
  // A contract may forward the amount immediately.
  return now.receiver - before.receiver >= needed || (await reads.hasCode(terms.toAddress))
}

async function nativeBalances(
  reads: WalletNetwork['reads'],
  { fromAddress, toAddress }: TransferTerms,
): Promise<NativeBalances> {
  const [from, to] = await Promise.all([reads.balances(fromAddress, []), reads.balances(toAddress, [])])
  return { payer: from.native, receiver: to.native }
}
