// Compares what an exchange lists for one account with the transfers of that account.

import type { RecoveryPolicy } from '../exchanges/recovery-policy.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Query } from '../storage/storage.ts'
import type { Span } from './exchange-accounts.ts'
import { matchWithdrawal } from './fingerprint.ts'
import type { TransferState } from './transfer-status.ts'
import { type Transfer, transferOf } from './transfer-store.ts'

/** For clocks that differ, and for an order that its user confirmed much later. */
const marginMs = 2 * 86_400_000
/** How long after the last request of a transfer its withdrawal can be made, with clocks that differ. */
const lateMs = 600_000

export interface TransferWithReference extends Transfer {
  clientReference: string
  /** Until when its last request was good. */
  validUntil: Date
}

export interface StrayWithdrawal {
  withdrawal: Withdrawal
  /** The transfer with this reference, which has ended as not sent or has another withdrawal. */
  transfer: TransferWithReference | null
}

interface Comparison {
  withdrawals: number
  strays: StrayWithdrawal[]
  /** Withdrawals without a reference, at an exchange where this server's have one. The user made them at the exchange. */
  madeElsewhere: number
  /** Transfers whose withdrawal is not in the list. */
  unlisted: TransferWithReference[]
}

/** States in which nothing was sent, as this server has it. */
const notSent: readonly TransferState[] = ['NotSent', 'Rejected', 'Abandoned']

/** The transfers of these accounts from around the span. */
export async function transfersToCompare(
  query: Query,
  accountIds: readonly string[],
  { since, until }: Span,
): Promise<TransferWithReference[]> {
  const rows = await query
    .selectFrom('transfer')
    .selectAll('transfer')
    .where('account_id', 'in', accountIds)
    .where('created_at', '>=', since.getTime() - marginMs)
    .where('created_at', '<', until.getTime() + marginMs)
    .execute()
  const attempts = new Map<string, { reference: string; validUntil: number }>()
  for (let at = 0; at < rows.length; at += 500) {
    const ids = rows.slice(at, at + 500).map(({ id }) => id)
    const found = await query
      .selectFrom('attempt')
      .select(['transfer_id', 'client_reference', 'valid_until'])
      .where('transfer_id', 'in', ids)
      .orderBy('n')
      .execute()
    for (const row of found) {
      attempts.set(row.transfer_id, { reference: row.client_reference, validUntil: row.valid_until })
    }
  }
  return rows.map((row) => {
    const { reference = '', validUntil = row.created_at } = attempts.get(row.id) ?? {}
    return { ...transferOf(row), clientReference: reference, validUntil: new Date(validUntil) }
  })
}

interface ComparisonScope {
  recoveryClass: RecoveryPolicy['class']
  span: Span
  networks: NetworkCatalogue
}

export function compareWithdrawals(
  listed: readonly Withdrawal[],
  transfers: readonly TransferWithReference[],
  { recoveryClass, span: { since, until }, networks }: ComparisonScope,
): Comparison {
  const byWithdrawal = new Map(transfers.map((transfer) => [transfer.withdrawalId ?? '', transfer]))
  const byReference = new Map(transfers.map((transfer) => [plainReference(transfer.clientReference), transfer]))
  const seen = new Set<string>()
  const isWithin = (time: Date) => time >= since && time < until
  const comparison: Comparison = { withdrawals: 0, strays: [], madeElsewhere: 0, unlisted: [] }
  for (const withdrawal of new Map(listed.map((each) => [each.id, each])).values()) {
    const reference = plainReference(withdrawal.clientReference)
    const transfer =
      byWithdrawal.get(withdrawal.id) ??
      (reference === '' ? undefined : byReference.get(reference)) ??
      (recoveryClass === 'match' ? openLike(withdrawal, { transfers, seen, networks }) : undefined)
    // A second withdrawal under one reference was sent twice.
    const isSecond = transfer !== undefined && seen.has(transfer.id)
    if (transfer !== undefined) seen.add(transfer.id)
    if (!isWithin(withdrawal.createdAt)) continue
    comparison.withdrawals += 1
    if (transfer === undefined && reference === '' && recoveryClass !== 'match') comparison.madeElsewhere += 1
    else if (transfer === undefined) comparison.strays.push({ withdrawal, transfer: null })
    else if ((isSecond || notSent.includes(transfer.state)) && hasMoved(withdrawal))
      comparison.strays.push({ withdrawal, transfer })
  }
  comparison.unlisted = transfers.filter(
    (transfer) => isWithin(transfer.createdAt) && !seen.has(transfer.id) && isExpected(transfer),
  )
  return comparison
}

/** Exchanges that take letters and digits alone list the reference without its dashes. */
function plainReference(reference: string): string {
  return reference.replaceAll('-', '').toLowerCase()
}

/** For exchanges without references: an open transfer that may have made this withdrawal but is not matched to it yet. */
function openLike(
  withdrawal: Withdrawal,
  {
    transfers,
    seen,
    networks,
  }: { transfers: readonly TransferWithReference[]; seen: ReadonlySet<string>; networks: NetworkCatalogue },
) {
  return transfers.find(
    ({ id, state, withdrawalId, validUntil, terms }) =>
      withdrawalId === null &&
      // The exchange makes it soon after the request, or not at all.
      withdrawal.createdAt.getTime() <= validUntil.getTime() + lateMs &&
      !seen.has(id) &&
      isOpen(state) &&
      matchWithdrawal(withdrawal, terms, networks) !== 'other',
  )
}

function isOpen(state: TransferState): boolean {
  return state === 'Submitting' || state === 'Unknown'
}

function hasMoved({ state }: Withdrawal): boolean {
  return state !== 'failed' && state !== 'canceled'
}

/** Its withdrawal must be at the exchange, or may be. */
function isExpected({ withdrawalId, state }: Transfer): boolean {
  return withdrawalId !== null || isOpen(state)
}

/** Returns those ids that belong to a transfer of any age and account. */
export async function withdrawalIdsInUse(
  query: Query,
  exchangeType: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const used = new Set<string>()
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await query
      .selectFrom('transfer')
      .select('withdrawal_id')
      .where('exchange_type', '=', exchangeType)
      .where('withdrawal_id', 'in', ids.slice(at, at + 500))
      .execute()
    for (const row of rows) if (row.withdrawal_id !== null) used.add(row.withdrawal_id)
  }
  return used
}
