// Attempts at the same payment: the same amount of the same token to the same address. One mined payment belongs to one of them.
// Between attempts of different users only a proof decides. A reported hash is public, so it is no claim.

import type { Chain } from '../chains/chain.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'
import { isFromAnyAccount, isLater, type Sent } from './find-sent.ts'
import { hasProved, type User } from './proved-addresses.ts'
import { type Watch, watchOf } from './watch-rows.ts'

export const ambiguousReason = 'the payment fits equal attempts of several users, and none has proved the address'

/** Whether the payment is ambiguous between users, and a proof of the address by this user may decide it. */
export async function mayBeDecidedByProof(query: Query, transfer: Transfer): Promise<boolean> {
  const { id, state, attention, terms } = transfer
  if (state !== 'Ambiguous' || attention !== ambiguousReason || !terms.fromAddress.startsWith('0x')) return false
  const polled = query.selectFrom('transfer').select('id').where('id', '=', id).where('next_poll_at', 'is not', null)
  return (await polled.executeTakeFirst()) !== undefined && !(await hasProved(query, transfer, terms))
}

/** Open ones that have found nothing yet, this one not counted. An ambiguous one stays open until it ends. */
export async function equalAttempts(query: Query, terms: TransferTerms, ownId: string | null): Promise<Transfer[]> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '=', selfCustodyType)
    .where((where) => where.or([where('next_poll_at', 'is not', null), where('state', '=', 'Ambiguous')]))
    .where('state', 'in', ['AwaitingWallet', 'Ambiguous'])
    .execute()
  return rows.map(transferOf).filter((other) => other.id !== ownId && isEqual(other.terms, terms))
}

export function isOfUser(transfer: Transfer, { clientId, userId }: User): boolean {
  return transfer.clientId === clientId && transfer.userId === userId
}

/**
 * Whether the chain no longer has the payment of an equal transfer from any sender. What replaces that payment belongs to that
 * transfer, so no other may take it before that one has been polled.
 */
export async function isEqualReorganised(query: Query, chain: Chain, { id, terms }: Transfer): Promise<boolean> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '=', selfCustodyType)
    .where('next_poll_at', 'is not', null)
    .where('state', '=', 'Broadcast')
    .execute()
  const found = rows.map(transferOf).filter((other) => other.id !== id && isFromAnyAccount(other.terms))
  const equals = found.filter((other) => isEqual(other.terms, terms))
  const { toAddress: to, contract } = terms
  const payments = await Promise.all(equals.map(({ hash }) => chain.findPayment({ hash, to, contract })))
  return payments.includes(undefined)
}

function isEqual(one: TransferTerms, other: TransferTerms): boolean {
  return (
    one.networkKey === other.networkKey &&
    one.contract === other.contract &&
    one.toAddress === other.toAddress &&
    one.amount.equals(other.amount)
  )
}

/**
 * Whether a transaction may be what an exchange sends for an equal transfer: `yes` where the exchange has named it, `unknown`
 * while it has named none.
 */
export async function isOfExchange(
  query: Query,
  terms: TransferTerms,
  hash: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const hashes = await equalExchangeHashes(query, terms)
  return hashes.includes(hash.toLowerCase()) ? 'yes' : hashes.includes('') ? 'unknown' : 'no'
}

/** Whether an exchange has an equal transfer in progress and has not named its transaction. */
export async function mayExchangePay(query: Query, terms: TransferTerms): Promise<boolean> {
  return (await equalExchangeHashes(query, terms)).includes('')
}

/** '' for a transfer whose transaction the exchange has not named. */
async function equalExchangeHashes(query: Query, terms: TransferTerms): Promise<string[]> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '<>', selfCustodyType)
    .where('next_poll_at', 'is not', null)
    .where('status', '=', 'Pending')
    .execute()
  return rows.map(transferOf).flatMap((other) => (isEqual(other.terms, terms) ? [other.hash.toLowerCase()] : []))
}

export type PaymentMatch = 'own' | 'other' | 'ambiguous'

/** To which of the equal attempts a payment belongs. */
export async function matchPayment(query: Query, transfer: Transfer, sent: Sent): Promise<PaymentMatch> {
  const equal = await equalAttempts(query, transfer.terms, transfer.id)
  if (equal.length === 0) return 'own'
  const watch = await watchOf(query, transfer.id)
  const foreign: Transfer[] = []
  for (const other of equal) {
    const otherWatch = await watchOf(query, other.id)
    if (!isLater(otherWatch, sent) || !mayBeFrom(other.terms, sent)) continue
    if (!isOfUser(other, transfer)) foreign.push(other)
    else if (isBetterMatch(other.terms, otherWatch, transfer.terms, watch, sent)) return 'other'
  }
  return amongUsers(query, transfer, foreign)
}

/** A proved address goes before an unproved one, and before a payment from any account. Nothing else decides. */
async function amongUsers(query: Query, transfer: Transfer, foreign: readonly Transfer[]): Promise<PaymentMatch> {
  if (foreign.length === 0) return 'own'
  const isProved = await hasProved(query, transfer, transfer.terms)
  const proofs = await Promise.all(foreign.map((other) => hasProved(query, other, other.terms)))
  if (proofs.includes(true)) return isProved ? 'ambiguous' : 'other'
  return isProved ? 'own' : 'ambiguous'
}

function mayBeFrom(terms: TransferTerms, sent: Sent): boolean {
  return isFromAnyAccount(terms) || terms.fromAddress.toLowerCase() === sent.from.toLowerCase()
}

/** Of two attempts of one user. */
function isBetterMatch(terms: TransferTerms, watch: Watch, own: TransferTerms, ownWatch: Watch, sent: Sent): boolean {
  if (sent.isHinted || isFromAnyAccount(terms)) return false
  if (isFromAnyAccount(own) || watch.hints.includes(sent.hash)) return true
  return ownWatch.declinedAt !== null && watch.declinedAt === null
}
