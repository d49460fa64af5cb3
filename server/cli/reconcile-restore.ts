// Compares the lost time of a restored database with the exchanges, and ends the pause once an operator confirms what was found.

import { createHash } from 'node:crypto'
import { managedExchanges } from '../exchanges/registry.ts'
import type { ReconcileDeps, Reconciliation } from '../transfers/reconcile-accounts.ts'
import { confirmRestore, type Restore, recordFindings } from '../transfers/restore.ts'
import { CommandFailure } from './command.ts'

/** Throws a CommandFailure while an exchange may not list yet what was sent before the restore. */
export async function requireListed(deps: ReconcileDeps, { startedAt }: Restore): Promise<void> {
  const { query } = deps.database
  const rows = await query.selectFrom('account').select('exchange_type').distinct().execute()
  const used = managedExchanges(deps.exchanges).filter(({ type }) => rows.some((row) => row.exchange_type === type))
  const delays = used.map(
    ({ recovery: { requestMs, fenceMs, visibilityMs } }) => requestMs + (fenceMs ?? 0) + visibilityMs,
  )
  const listedAt = new Date(startedAt.getTime() + Math.max(0, ...delays))
  if (deps.now() >= listedAt) return
  throw new CommandFailure(
    `Exchanges may not list yet what was sent last. Run this again after ${listedAt.toISOString()}.`,
  )
}

/** What has to be the same when an operator confirms. */
function findingsOf({ strays, notOrderedHere, unknownToExchange, unreadable }: Reconciliation): string {
  const place = ({ exchangeType, accountId }: { exchangeType: string; accountId: string }) =>
    `${exchangeType} ${accountId}`
  const withdrawals = [...strays, ...notOrderedHere].map(
    ({ account, withdrawal }) => `${place(account)} ${withdrawal.id}`,
  )
  const found = [withdrawals, unknownToExchange.map(({ id }) => id), unreadable.map(place)].map((list) => list.sort())
  return createHash('sha256').update(JSON.stringify(found)).digest('hex')
}

/** Returns the sentences that follow the list. */
export async function concludeComparison(
  { database }: ReconcileDeps,
  result: Reconciliation,
  { restore, confirms }: { restore: Restore; confirms: boolean },
): Promise<string[]> {
  const findings = findingsOf(result)
  if (!confirms) {
    await recordFindings(database.query, findings)
    return ['', ...nextSteps(result, restore)]
  }
  if (await confirmRestore(database, findings)) return ['', 'Confirmed. Servers send again.']
  await recordFindings(database.query, findings)
  throw new CommandFailure(
    'Not confirmed: the comparison before found something else, or there was none. Check the list above, then run the command again.',
  )
}

function nextSteps({ unreadable }: Reconciliation, { restoredTo }: Restore): string[] {
  const steps = [
    `The database was restored. What happened after ${restoredTo.toISOString()} may be lost, and nothing is sent.`,
    'Accounts that were connected in the lost time are not in the database and were not read. Exchanges list no payments from wallets.',
  ]
  if (unreadable.length > 0) {
    steps.push('Check the accounts that could not be read at their exchange, or decide to continue without them.')
  }
  steps.push(
    'Credit or refund what the list shows. Then run "transfer-link reconcile --confirm-restore": servers send again.',
  )
  return steps
}
