// An action of an operator and its entry in the audit log take effect together, or not at all.

import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { type Actor, type AuditedChange, appendEntry, lockAuditLog } from './audit-log.ts'

export interface AuditDeps {
  database: Database
  now(): Date
}

/** Reports what was changed. Without a report nothing was, and there is no entry. */
export type RecordChange = (change: AuditedChange) => void

/**
 * Runs `work` with a database inside a transaction. It may run more than once, so it must only run statements. The entries follow in the
 * order of the reports.
 */
export function audited<Result>(
  { database, now }: AuditDeps,
  actor: Actor,
  work: (database: Database, record: RecordChange) => Promise<Result>,
): Promise<Result> {
  return inAuditTransaction(database, async (query) => {
    const changes: AuditedChange[] = []
    const result = await work({ ...database, query }, (change) => changes.push(change))
    for (const change of changes) await appendEntry(query, change, { actor, now: now() })
    return result
  })
}

/** For work that appends its entries itself. What it reads stays true until they are written: other operators wait. */
export function inAuditTransaction<Result>(
  database: Database,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (query) => {
    // First: a transaction that waits for this lock while it has others could wait for ever.
    await lockAuditLog(query)
    return work(query)
  })
}
