// Finds transfers by their payment. Each statement has an index (migrations 0024 and 0050), so its cost does not grow
// with the number of open transfers. Amounts are compared as canonical text.

import { type SelectQueryBuilder, sql } from 'kysely'
import { Amount } from '../contract/amount.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'

type Select<O> = SelectQueryBuilder<Tables, 'transfer', O>

/** Literals, not parameters: a database uses a partial index only if the statement itself states the condition of the index. */
const walletType = sql.lit(selfCustodyType)
const ambiguous = sql.lit('Ambiguous')

/** Transfers with the same amount of the same token to the same address. */
function equalTo<O>(select: Select<O>, { toAddress, amount, contract, networkKey }: TransferTerms): Select<O> {
  return select
    .where('to_address', '=', toAddress)
    .where('amount', '=', amount.toString())
    .where('contract', '=', contract)
    .where('network_key', '=', networkKey)
}

/** Other open transfers without a found payment. An ambiguous one is open until it ends. */
export async function equalAttempts(query: Query, terms: TransferTerms, ownId: string | null): Promise<Transfer[]> {
  const equal = () => equalTo(query.selectFrom('transfer').selectAll(), terms).where('exchange_type', '=', walletType)
  const polled = equal().where('next_poll_at', 'is not', null).where('state', 'in', ['AwaitingWallet', 'Ambiguous'])
  const unpolled = equal().where('state', '=', ambiguous).where('next_poll_at', 'is', null)
  const rows = await polled.unionAll(unpolled).execute()
  return rows.map(transferOf).filter(({ id }) => id !== ownId)
}

/** Hashes of equal payments from any account that have been found and are not settled yet. */
export async function equalUnsettledHashes(query: Query, { id, terms }: Transfer): Promise<string[]> {
  const rows = await equalTo(query.selectFrom('transfer').select('hash'), terms)
    .where('exchange_type', '=', walletType)
    .where('next_poll_at', 'is not', null)
    .where('state', '=', 'Broadcast')
    .where('from_address', '=', '')
    .where('id', '<>', id)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Other open transfers from exchanges that have not returned a hash. */
export async function equalExchangeTransfers(query: Query, terms: TransferTerms, ownId: string): Promise<Transfer[]> {
  const rows = await equalTo(query.selectFrom('transfer').selectAll(), terms)
    .where('exchange_type', '<>', walletType)
    .where('status', '=', sql.lit('Pending'))
    .where('hash', '=', '')
    .execute()
  return rows.map(transferOf).filter(({ id }) => id !== ownId)
}

/** In lower case; '' for a transfer whose hash the exchange has not returned. */
export async function equalExchangeHashes(query: Query, terms: TransferTerms): Promise<string[]> {
  const rows = await equalTo(query.selectFrom('transfer').select('hash'), terms)
    .where('exchange_type', '<>', walletType)
    .where('status', '=', sql.lit('Pending'))
    .where('next_poll_at', 'is not', null)
    .execute()
  return rows.map(({ hash }) => hash.toLowerCase())
}

/** Nonces of this account's transactions that are already polled. */
export async function polledNonces(
  query: Query,
  { networkKey, fromAddress }: TransferTerms,
): Promise<Set<number | null>> {
  // With a condition on next_poll_at, SQLite would read all due transfers by their index.
  const rows = await query
    .selectFrom('transfer')
    .innerJoin('wallet_watch', 'wallet_watch.transfer_id', 'transfer.id')
    .select(['wallet_watch.sent_nonce', 'next_poll_at'])
    .where('exchange_type', '=', walletType)
    .where('from_address', '=', fromAddress)
    .where('network_key', '=', networkKey)
    .where('status', '=', 'Pending')
    .execute()
  return new Set(rows.flatMap((row) => (row.next_poll_at === null ? [] : [row.sent_nonce])))
}

interface RecentAttempts {
  clientId: string
  userId: string
  terms: TransferTerms
  since: Date
  states: readonly ('AwaitingWallet' | 'Ambiguous' | 'Broadcast')[]
}

/** Of the same user from the same account to the same address, whatever the amount; the newest first. */
export async function recentAttempts(query: Query, attempts: RecentAttempts): Promise<Transfer[]> {
  const { clientId, userId, terms, since, states } = attempts
  const rows = await query
    .selectFrom('transfer')
    .selectAll()
    .where('exchange_type', '=', walletType)
    .where('from_address', '=', terms.fromAddress)
    .where('to_address', '=', terms.toAddress)
    // A row is updated no earlier than it is created, and the index is by this time.
    .where('updated_at', '>', since.getTime())
    .where('created_at', '>', since.getTime())
    .where('contract', '=', terms.contract)
    .where('network_key', '=', terms.networkKey)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('state', 'in', states)
    .execute()
  // Ordered here: to save the sorting, SQLite would read all transfers of the client by time.
  return rows.map(transferOf).toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

/** In base units: what other transfers have paid between the two addresses, or from any account, since this request. */
export async function paidSince(query: Query, { id, terms, createdAt }: Transfer): Promise<bigint> {
  const rows = await query
    .selectFrom('transfer')
    .select('amount')
    .where('exchange_type', '=', walletType)
    .where('from_address', 'in', ['', terms.fromAddress])
    .where('to_address', '=', terms.toAddress)
    .where('updated_at', '>=', createdAt.getTime())
    .where('contract', '=', terms.contract)
    .where('network_key', '=', terms.networkKey)
    .where('state', 'in', ['Broadcast', 'Succeeded'])
    .where('id', '<>', id)
    .execute()
  return rows.reduce((sum, { amount }) => sum + Amount.parse(amount).toBaseUnits(terms.decimals), 0n)
}
