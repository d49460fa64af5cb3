import { searchAudit } from '../audit/list-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { type AuditRow, type AuditVerification, auditQuery } from '../contract/console/audit.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import { readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'

export const listAuditEntries = readEndpoint({
  path: '/api/audit',
  role: 'viewer',
  query: auditQuery,
  async respond({ deps, input: { after, since, ...filter } }) {
    const { entries, searchedTo } = await searchAudit(deps.database.query, {
      ...filter,
      since: since === undefined ? undefined : new Date(since),
      before: after === undefined ? undefined : entryNumber(after),
      limit: pageSize + 1,
    })
    const rows = entries.slice(0, pageSize).map(
      ({ n, at, actor, action, target, before, after: changed, reason = null }): AuditRow => ({
        ...{ n, at: at.toISOString(), actor: actor.name, origin: actor.origin, action, target },
        ...{ before, after: changed, reason },
      }),
    )
    const next = entries.length > pageSize ? rows.at(-1)?.n : searchedTo?.n
    const page: Page<AuditRow> = {
      ...{ rows, next: next === undefined ? null : String(next) },
      searchedTo: searchedTo?.at.toISOString() ?? null,
    }
    return page
  },
})

export const verifyAuditLog = readEndpoint({
  path: '/api/audit/verify',
  role: 'viewer',
  async respond({ deps }) {
    const verified: AuditVerification = await verifyAudit(deps.database.query)
    return verified
  },
})

function entryNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ConsoleError('invalidField', { field: 'after', message: 'after must be what the previous page returned.' })
}
