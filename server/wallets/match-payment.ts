// Attempts at the same payment: the same amount of the same token to the same address. One mined payment belongs to one of them.
// Between attempts of different users only a proof decides. A reported hash is public and proves nothing.

import type { Chain } from '../chains/chain.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { isFromAnyAccount, isLater, type Sent } from './find-sent.ts'
import { equalAttempts, equalExchangeHashes, equalUnsettledHashes } from './payment-queries.ts'
import { hasProved, type User } from './proved-addresses.ts'
import { type Watch, watchOf } from './watch-rows.ts'

/** An earlier version stored another ending. */
const ambiguousBeginning = 'the payment fits equal attempts of several users'
export const ambiguousReason = `${ambiguousBeginning}, and no proof of the address decides between them`

/** Whether the payment is ambiguous between users, and a proof of the address by this user may decide it. */
export async function mayBeDecidedByProof(query: Query, transfer: Transfer): Promise<boolean> {
  const { id, state, attention, terms } = transfer
  if (state !== 'Ambiguous' || !attention?.startsWith(ambiguousBeginning) || !terms.fromAddress.startsWith('0x'))
    return false
  const polled = query.selectFrom('transfer').select('id').where('id', '=', id).where('next_poll_at', 'is not', null)
  return (await polled.executeTakeFirst()) !== undefined && !(await hasProved(query, transfer, terms))
}

export function isOfUser(transfer: Transfer, { clientId, userId }: User): boolean {
  return transfer.clientId === clientId && transfer.userId === userId
}

/**
 * Whether the chain no longer has the payment of an equal transfer from any sender. A replacement of that payment belongs to that
 * transfer, so no other transfer may adopt it before that one has been polled.
 */
export async function isEqualReorganised(query: Query, chain: Chain, transfer: Transfer): Promise<boolean> {
  const { toAddress: to, contract } = transfer.terms
  const hashes = await equalUnsettledHashes(query, transfer)
  const payments = await Promise.all(hashes.map((hash) => chain.findPayment({ hash, to, contract })))
  return payments.includes(undefined)
}

/**
 * Whether an exchange sent a transaction for an equal transfer: `yes` if the exchange has returned its hash, `unknown` while the
 * exchange has returned none.
 */
export async function isOfExchange(
  query: Query,
  terms: TransferTerms,
  hash: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const hashes = await equalExchangeHashes(query, terms)
  return hashes.includes(hash.toLowerCase()) ? 'yes' : hashes.includes('') ? 'unknown' : 'no'
}

/** Whether an exchange has an equal transfer in progress and has not returned its hash. */
export async function mayExchangePay(query: Query, terms: TransferTerms): Promise<boolean> {
  return (await equalExchangeHashes(query, terms)).includes('')
}

type PaymentMatch = 'own' | 'other' | 'ambiguous'

/** Decides which of the equal attempts a payment belongs to. */
export async function matchPayment(query: Query, transfer: Transfer, sent: Sent): Promise<PaymentMatch> {
  const equal = await equalAttempts(query, transfer.terms, transfer.id)
  if (equal.length === 0) return 'own'
  const watch = await watchOf(query, transfer.id)
  const foreign: Transfer[] = []
  for (const other of equal) {
    const otherWatch = await watchOf(query, other.id)
    if (!isLater(otherWatch, sent) || !mayBeFrom(other.terms, sent)) continue
    if (!isOfUser(other, transfer)) foreign.push(other)
    else if (isBetterMatch({ terms: other.terms, watch: otherWatch, own: transfer.terms, ownWatch: watch, sent }))
      return 'other'
  }
  return matchAmongUsers(query, transfer, foreign)
}

/** A proved address takes precedence over an unproved one and over a payment from any account. Nothing else decides. */
async function matchAmongUsers(query: Query, transfer: Transfer, foreign: readonly Transfer[]): Promise<PaymentMatch> {
  if (foreign.length === 0) return 'own'
  const isProved = await hasProved(query, transfer, transfer.terms)
  const proofs = await Promise.all(foreign.map((other) => hasProved(query, other, other.terms)))
  if (proofs.includes(true)) return isProved ? 'ambiguous' : 'other'
  return isProved ? 'own' : 'ambiguous'
}

function mayBeFrom(terms: TransferTerms, sent: Sent): boolean {
  return isFromAnyAccount(terms) || terms.fromAddress.toLowerCase() === sent.from.toLowerCase()
}

interface Rivals {
  terms: TransferTerms
  watch: Watch
  own: TransferTerms
  ownWatch: Watch
  sent: Sent
}

/** Of two attempts of one user. */
function isBetterMatch({ terms, watch, own, ownWatch, sent }: Rivals): boolean {
  if (sent.isHinted || isFromAnyAccount(terms)) return false
  if (isFromAnyAccount(own) || watch.hints.includes(sent.hash)) return true
  return ownWatch.declinedAt !== null && watch.declinedAt === null
}
