import { html, nothing } from 'lit'
import { checkIcon } from '../../../components/ui/icons.ts'
import type { AuditVerification } from '../../../server/contract/console/audit.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { errorNotice, notice } from '../elements/notices.ts'
import '../elements/short-id.ts'

/** Whether the hash chain of the audit log is complete. */
export function auditVerification(verification: AuditVerification | ConsoleApiError | 'loading') {
  if (verification === 'loading')
    return notice('neutral', html`<span role="status">Verifying the chain of hashes…</span>`)
  if (verification instanceof ConsoleApiError) return errorNotice(verification)
  const { entries, lastHash, broken } = verification
  if (broken !== null) {
    return notice(
      'danger',
      html`<div role="alert"><b>The chain is broken at entry ${broken}</b>This entry is missing or was changed after it was written. Keep a
        copy of the database, and find out who can write to it.</div>`,
    )
  }
  const hash = html` The last hash is <short-id text=${lastHash} what="the last hash"></short-id>`
  return notice(
    'ok',
    html`<span role="status">The chain of ${entries} ${entries === 1 ? 'entry' : 'entries'} is complete.</span>${
      lastHash === '' ? nothing : hash
    }`,
    checkIcon,
  )
}
