// Attempts at the same payment: the same amount of the same token to the same address. One mined payment is of one of them, and
// where several are open the one that has more to do with it goes first.

import { selfCustodyType } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'
import { isFromAnybody, isLater, type Sent } from './find-sent.ts'
import { type Watch, watchOf } from './watch-rows.ts'

/** Open ones that have found nothing yet, this one not counted. */
export async function equalAttempts(query: Query, terms: TransferTerms, ownId: string | null): Promise<Transfer[]> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '=', selfCustodyType)
    .where('look_at', 'is not', null)
    .where('state', 'in', ['AwaitingWallet', 'Unclear'])
    .execute()
  return rows.map(transferOf).filter((other) => other.id !== ownId && isEqual(other.terms, terms))
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
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '<>', selfCustodyType)
    .where('look_at', 'is not', null)
    .where('status', '=', 'Pending')
    .execute()
  const hashes = rows
    .map(transferOf)
    .flatMap((other) => (isEqual(other.terms, terms) ? [other.hash.toLowerCase()] : []))
  return hashes.includes(hash.toLowerCase()) ? 'yes' : hashes.includes('') ? 'unknown' : 'no'
}

export async function belongsToAnother(query: Query, transfer: Transfer, sent: Sent): Promise<boolean> {
  if (sent.isHinted) return false
  const others = await equalAttempts(query, transfer.terms, transfer.id)
  if (others.length === 0) return false
  const own = await watchOf(query, transfer.id)
  for (const other of others) {
    if (isNearer(other.terms, await watchOf(query, other.id), transfer.terms, own, sent)) return true
  }
  return false
}

function isNearer(terms: TransferTerms, watch: Watch, own: TransferTerms, ownWatch: Watch, sent: Sent): boolean {
  const isOfSender = terms.fromAddress.toLowerCase() === sent.from.toLowerCase()
  if (!isOfSender || !isLater(watch, sent)) return false
  if (isFromAnybody(own) || watch.hints.includes(sent.hash)) return true
  return ownWatch.declinedAt !== null && watch.declinedAt === null
}
