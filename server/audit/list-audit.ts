import type { Query } from '../storage/storage.ts'
import { type AuditEntry, entryOf } from './audit-log.ts'

export interface AuditFilter {
  /** An action, or the first word of several: `client.create`, `client`. */
  action?: string | undefined
  target?: string | undefined
  actor?: string | undefined
  since?: Date | undefined
  /** The last entry of the previous page. */
  before?: number | undefined
  limit: number
}

/** Newest first. */
export async function listAudit(query: Query, filter: AuditFilter): Promise<AuditEntry[]> {
  const { action, target, actor, since, before, limit } = filter
  let select = query.selectFrom('audit_entry').selectAll()
  if (action !== undefined) {
    select = select.where(({ or, eb }) => or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
  }
  if (target !== undefined) select = select.where('target', '=', target)
  if (actor !== undefined) select = select.where('actor', '=', actor)
  if (since !== undefined) select = select.where('at', '>=', since.getTime())
  if (before !== undefined) select = select.where('n', '<', before)
  return (await select.orderBy('n', 'desc').limit(limit).execute()).map(entryOf)
}
