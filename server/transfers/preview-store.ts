// Stored previews. A preview is loaded only within its scope: its client, and its account or session. After the retention period, the
// transfer of a spent preview is read instead.

import { ApiError } from '../contract/errors.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { PreviewTable } from '../storage/transfer-tables.ts'
import { type TransferTerms, termsFromText, termsToText } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'

const previewLifetimeSeconds = 300

export interface Preview {
  id: string
  clientId: string
  accountId: string
  sessionId: string | null
  terms: TransferTerms
  createdAt: Date
  expiresAt: Date
  /** Only a spent preview has a transfer: both are written together. */
  isSpent: boolean
  wrongCodes: number
}

interface NewPreview extends Pick<Preview, 'clientId' | 'accountId' | 'sessionId' | 'terms'> {
  /** Null if the quote does not expire. */
  quoteExpiresInSeconds: number | null
}

const insertRow = preparedStatement((query, row: PreviewTable) => query.insertInto('preview').values(row))

export async function savePreview(
  deps: TransferDeps,
  { quoteExpiresInSeconds, ...quoted }: NewPreview,
): Promise<Preview> {
  const createdAt = deps.now()
  const seconds = Math.min(previewLifetimeSeconds, quoteExpiresInSeconds ?? previewLifetimeSeconds)
  const preview: Preview = {
    ...quoted,
    id: deps.newId(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + seconds * 1000),
    isSpent: false,
    wrongCodes: 0,
  }
  await insertRow(deps.database.query, {
    id: preview.id,
    client_id: preview.clientId,
    account_id: preview.accountId,
    session_id: preview.sessionId,
    terms: termsToText(preview.terms),
    created_at: createdAt.getTime(),
    expires_at: preview.expiresAt.getTime(),
    spent_at: null,
    wrong_codes: 0,
  })
  return preview
}

export interface PreviewScope {
  clientId: string
  /** The account of the executing token; null in a link session, which owns the preview itself. */
  accountId: string | null
  sessionId: string | null
}

const previewById = preparedStatement((query, { id }: { id: string }) =>
  query
    .selectFrom('preview')
    .select(['id', 'client_id', 'account_id', 'session_id', 'terms'])
    .select(['created_at', 'expires_at', 'spent_at', 'wrong_codes'])
    .where('id', '=', id),
)

/** Throws `previewNotFound` for an unknown preview as for another client's, account's or session's. */
export async function loadPreview(deps: TransferDeps, scope: PreviewScope, previewId: string): Promise<Preview> {
  const id = previewId.toLowerCase()
  const [stored] = (await previewById(deps.database.query, { id })).rows
  const row = stored ?? (await deletedPreview(deps, id))
  const owned =
    row !== undefined &&
    row.client_id === scope.clientId &&
    (scope.accountId === null ||
      row.account_id === scope.accountId ||
      (row.spent_at !== null && (await isSameAccount(deps, row.account_id, scope.accountId)))) &&
    (scope.sessionId === null || row.session_id === scope.sessionId)
  if (!owned) throw new ApiError('previewNotFound')
  return {
    id: row.id,
    clientId: row.client_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    terms: termsFromText(row.terms),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    isSpent: row.spent_at !== null,
    wrongCodes: row.wrong_codes,
  }
}

/** The fields that the transfer of a spent preview has. The preview has expired, so nothing is sent by it. */
async function deletedPreview({ database }: TransferDeps, previewId: string) {
  const row = await database.query
    .selectFrom('transfer')
    .select(['client_id', 'account_id', 'session_id', 'terms', 'created_at'])
    .where('preview_id', '=', previewId)
    .executeTakeFirst()
  return row && { ...row, id: previewId, expires_at: 0, spent_at: row.created_at, wrong_codes: 0 }
}

/** Reloads the fields that other executes may have changed. The caller has loaded the preview within its scope. */
export async function reloadPreview({ database }: TransferDeps, preview: Preview): Promise<Preview> {
  const select = database.query.selectFrom('preview').select(['expires_at', 'wrong_codes']).where('id', '=', preview.id)
  const row = await select.executeTakeFirst()
  // Deleted: it had expired.
  return row === undefined
    ? { ...preview, expiresAt: new Date(0) }
    : { ...preview, expiresAt: new Date(row.expires_at), wrongCodes: row.wrong_codes }
}

/** After a new sign-in to the same account, earlier executions stay readable by their preview. */
async function isSameAccount({ database }: TransferDeps, accountId: string, laterId: string): Promise<boolean> {
  const rows = await database.query.selectFrom('account').selectAll().where('id', 'in', [accountId, laterId]).execute()
  const [one, other] = rows
  return (
    one !== undefined &&
    other !== undefined &&
    one.client_id === other.client_id &&
    one.user_id === other.user_id &&
    one.exchange_type === other.exchange_type &&
    one.external_id === other.external_id
  )
}
