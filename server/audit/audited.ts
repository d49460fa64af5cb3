// An action of an operator and its entry in the audit log take effect together, or not at all.

import { type Database, inTransaction } from '../storage/storage.ts'
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
  return inTransaction(database, async (query) => {
    // What `work` reads stays true until its entry is written: other operators wait.
    await lockAuditLog(query)
    const changes: AuditedChange[] = []
    const result = await work({ ...database, query }, (change) => changes.push(change))
    for (const change of changes) await appendEntry(query, change, { actor, now: now() })
    return result
  })
}
