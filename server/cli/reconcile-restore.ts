// Compares the lost time of a restored database with the exchanges, and ends the pause once an operator confirms what was found.

import { createHash } from 'node:crypto'
import { managedExchanges } from '../exchanges/registry.ts'
import type { Database } from '../storage/storage.ts'
import type { Span } from '../transfers/exchange-accounts.ts'
import type { ReconcileDeps, Reconciliation } from '../transfers/reconcile-accounts.ts'
import { confirmRestore, type Restore, readRestore, recordComparison, refuseUnchecked } from '../transfers/restore.ts'
import { CommandFailure } from './command.ts'

/** An exchange's clock may be ahead of the server's, also if that of a new machine is wrong. */
const exchangeClockMs = 3_600_000

/** What a comparison needs to know about the restore. */
export interface RestoreToCompare {
  restore: Restore
  /** From here on, exchanges list everything that was sent before the restore. */
  listedAt: Date
  /** From the lost time until now. */
  span: Span
}

/** Null if no restore is to be confirmed. Throws RestoreUnchecked. */
export async function restoreToCompare(deps: ReconcileDeps): Promise<RestoreToCompare | null> {
  const { query } = deps.database
  await refuseUnchecked(query)
  const restore = await readRestore(query)
  if (restore === null) return null
  const listedAt = new Date(restore.startedAt.getTime() + (await longestListingDelay(deps)))
  const until = new Date(deps.now().getTime() + exchangeClockMs)
  return { restore, listedAt, span: { since: restore.restoredTo, until } }
}

/** In milliseconds, from the last request of a server until its exchange lists the withdrawal. */
async function longestListingDelay({ database: { query }, exchanges }: ReconcileDeps): Promise<number> {
  const rows = await query.selectFrom('account').select('exchange_type').distinct().execute()
  const used = managedExchanges(exchanges).filter(({ type }) => rows.some((row) => row.exchange_type === type))
  const delays = used.map(
    ({ recovery: { requestMs, fenceMs, visibilityMs } }) => requestMs + (fenceMs ?? 0) + visibilityMs,
  )
  return Math.max(0, ...delays)
}

export interface ComparedRestore {
  restoredTo: Date
  /** Null if it was too early to compare. */
  confirmationCode: string | null
  /** From this time on, a comparison can be confirmed. */
  confirmableAt: Date
}

/** Records the comparison, if it was started late enough. Throws a CommandFailure if a server started anew on a restored database. */
export async function concludeComparison(
  { database }: ReconcileDeps,
  { restore, listedAt }: RestoreToCompare,
  { result, comparedAt }: { result: Reconciliation; comparedAt: Date },
): Promise<ComparedRestore> {
  const compared = { restoredTo: restore.restoredTo, confirmableAt: listedAt }
  if (comparedAt < listedAt) return { ...compared, confirmationCode: null }
  const confirmationCode = codeOf(result, restore)
  if (await recordComparison(database.query, restore, confirmationCode)) return { ...compared, confirmationCode }
  throw new CommandFailure('A server was started with --after-restore during the comparison. Run it again.')
}

/** Differs for every other result. */
function codeOf({ strays, notOrderedHere, unknownToExchange, unreadable }: Reconciliation, restore: Restore): string {
  const place = ({ exchangeType, externalId }: { exchangeType: string; externalId: string }) =>
    `${exchangeType} ${externalId}`
  const withdrawals = [...strays, ...notOrderedHere].map(
    ({ account, withdrawal }) => `${place(account)} ${withdrawal.id}`,
  )
  const found = [withdrawals, unknownToExchange.map(({ id }) => id), unreadable.map(place)].map((list) => list.sort())
  const text = JSON.stringify([restore.startedAt, found])
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** The sentences that follow the list. */
export function restoreLines(
  { restoredTo, confirmationCode, confirmableAt }: ComparedRestore,
  { unreadable }: Reconciliation,
): string[] {
  const lines = [
    `The database was restored. What happened after ${restoredTo.toISOString()} may be lost, and nothing is sent.`,
    'Accounts that were connected in the lost time are read only if their users have connected them again. Exchanges list no payments from wallets.',
  ]
  if (unreadable.length > 0) {
    lines.push('Check the accounts that could not be read at their exchange, or decide to continue without them.')
  }
  if (confirmationCode === null) {
    lines.push(
      `Exchanges may not list yet what was sent last. Run this again after ${confirmableAt.toISOString()}: it then prints the code that confirms the list.`,
    )
  } else {
    lines.push(
      `Credit or refund the withdrawals that the list shows. Then run "transfer-link reconcile --confirm-restore ${confirmationCode}": servers send again.`,
    )
  }
  return lines
}

/** Throws a CommandFailure unless the code is that of the newest comparison. */
export async function confirm(database: Database, code: string): Promise<void> {
  await refuseUnchecked(database.query)
  if ((await readRestore(database.query)) === null) throw new CommandFailure('There is no restore to confirm.')
  if (await confirmRestore(database, code)) return
  throw new CommandFailure(
    'Not confirmed: this is not the code of the newest comparison. Run "transfer-link reconcile", check its list, and use the code that it prints.',
  )
}
