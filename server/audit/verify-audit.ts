// Verifies the hash chain of the audit log.

import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { AuditEntryTable } from '../storage/operator-tables.ts'
import type { Query } from '../storage/storage.ts'
import { hashOfEntry } from './audit-log.ts'

const pageSize = 500

export interface VerifiedAudit {
  entries: number
  /** Of the last entry. '' without one. */
  lastHash: string
  /** The number of the first entry that is missing or is not as it was written. Null if there is none. */
  broken: number | null
}

/**
 * The chain does not show that its last entries are missing. `expected`: an entry that an operator has noted, which must still be there.
 */
export async function verifyAudit(
  query: Query,
  expected: { n: number; hash: string } | null = null,
): Promise<VerifiedAudit> {
  const verified: VerifiedAudit = { entries: 0, lastHash: '', broken: null }
  for (;;) {
    const select = query.selectFrom('audit_entry').selectAll().where('n', '>', verified.entries)
    const page = await select.orderBy('n').limit(pageSize).execute()
    for (const row of page) {
      if (!follows(row, verified) || (row.n === expected?.n && row.hash !== expected.hash))
        return { ...verified, broken: verified.entries + 1 }
      verified.entries = row.n
      verified.lastHash = row.hash
    }
    if (page.length < pageSize) break
    // The embedded storage answers without a pause, so a long log would keep every other request waiting.
    await turnOfOthers()
  }
  if (expected !== null && verified.entries < expected.n) return { ...verified, broken: verified.entries + 1 }
  return verified
}

function follows(row: AuditEntryTable, { entries, lastHash }: VerifiedAudit): boolean {
  return row.n === entries + 1 && row.previous_hash === lastHash && row.hash === hashOfEntry(row)
}
