import { type Kysely, sql } from 'kysely'
import { dropReference } from '../dialect.ts'
import type { SchemaIndex } from '../schema-index.ts'

/** Servers of the version before delete nothing. To them, a preview that was deleted is unknown. */
export const servesPreviousVersion = true

const columns = [
  // The session of the preview, once the preview is deleted.
  `alter table transfer add column session_id text`,
  // When the sign-in was last known to be in use, or will have been: its tokens can be used until then.
  `alter table sign_in add column in_use_until bigint`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(database)
  // A transfer stays longer than its preview.
  await dropReference(database, { table: 'transfer', column: 'preview_id', to: 'preview' })
}

export const indexes: readonly SchemaIndex[] = [
  // By these, rows that have expired are found.
  { name: 'connection_expiry', on: 'connection(expires_at)' },
  { name: 'link_session_expiry', on: 'link_session(expires_at)' },
  { name: 'link_expiry', on: 'link(expires_at)' },
  { name: 'token_delivery_created', on: 'token_delivery(created_at)' },
  { name: 'token_expiry', on: 'token(expires_at)' },
  { name: 'preview_created', on: 'preview(created_at)' },
  { name: 'sign_in_use', on: 'sign_in((coalesce(in_use_until, created_at)))' },
  { name: 'idempotency_key_created', on: 'idempotency_key(created_at)' },
  { name: 'wallet_ownership_proved', on: 'wallet_ownership(proved_at)' },
  // By these, the database finds the rows that refer to a deleted one.
  { name: 'connection_session', on: 'connection(session_id)' },
  { name: 'link_session_link', on: 'link_session(link_id)' },
  { name: 'session_account_account', on: 'session_account(account_id)' },
  { name: 'preview_account', on: 'preview(account_id)' },
  // The sign-ins of one account at an exchange.
  { name: 'account_external', on: 'account(exchange_type, external_id)' },
]
