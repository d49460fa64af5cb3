import type { Query } from '../storage/storage.ts'
import { type AuditEntry, entryOf, lastEntry } from './audit-log.ts'

export interface AuditFilter {
  /** An action, or the first word of several: `client.create`, `client`. */
  action?: string | undefined
  target?: string | undefined
  actor?: string | undefined
  since?: Date | undefined
  /** The last entry of the previous page. */
  before?: number | undefined
  /** The oldest entry that is read. */
  first?: number | undefined
  limit: number
}

/** Newest first. */
export async function listAudit(query: Query, filter: AuditFilter): Promise<AuditEntry[]> {
  const { action, target, actor, since, before, first, limit } = filter
  let select = query.selectFrom('audit_entry').selectAll()
  if (action !== undefined) {
    select = select.where(({ or, eb }) => or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
  }
  if (target !== undefined) select = select.where('target', '=', target)
  if (actor !== undefined) select = select.where('actor', '=', actor)
  if (since !== undefined) select = select.where('at', '>=', since.getTime())
  if (before !== undefined) select = select.where('n', '<', before)
  if (first !== undefined) select = select.where('n', '>=', first)
  return (await select.orderBy('n', 'desc').limit(limit).execute()).map(entryOf)
}

/** A search reads this many entries at once. */
export const entriesAtOnce = 20_000
/** The clocks of the machines that write entries differ by less. */
const clocksDifferMs = 3_600_000

export interface FoundEntries {
  entries: AuditEntry[]
  /** Older entries were not searched. Null if the search is complete, or has found `limit` entries. */
  searchedTo: { n: number; at: Date } | null
}

/** As `listAudit`, but a filter without an index ends after `entriesAtOnce`. The next page continues there. */
export async function searchAudit(query: Query, filter: AuditFilter): Promise<FoundEntries> {
  // Targets have an index.
  if (filter.target !== undefined) return { entries: await listAudit(query, filter), searchedTo: null }
  // A request can name a number beyond the last entry.
  const end = Math.min(filter.before ?? Number.POSITIVE_INFINITY, ((await lastEntry(query))?.n ?? 0) + 1)
  const first = end - entriesAtOnce
  const entries = await listAudit(query, { ...filter, first })
  if (entries.length === filter.limit || first <= 1) return { entries, searchedTo: null }
  const oldest = query.selectFrom('audit_entry').select(['n', 'at']).where('n', '>=', first).orderBy('n')
  const { n, at } = await oldest.limit(1).executeTakeFirstOrThrow()
  const isComplete = filter.since !== undefined && at < filter.since.getTime() - clocksDifferMs
  return { entries, searchedTo: isComplete ? null : { n, at: new Date(at) } }
}
