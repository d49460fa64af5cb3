// Sign-ins in progress. A row lives for ten minutes, and contains what the exchange needs again, sealed to its session.

import { ApiError } from '../contract/errors.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import type { CodeKind, Credentials } from '../exchanges/sign-in.ts'
import type { ConnectionTable } from '../storage/account-tables.ts'
import { deleteBatch } from '../storage/delete-batch.ts'
import { lockRowsShared } from '../storage/dialect.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import type { AccountDeps } from './accounts.ts'

const connectionLifetimeMs = 600_000
const pendingPurpose = 'sign-in under way'

/** The link session in which an account is connected. */
export interface ConnectingUser {
  sessionId: string
  clientId: string
  userId: string
}

export interface OpenConnection {
  row: ConnectionTable
  exchange: Exchange
  pending: Credentials
}

/** A sign-in that a session has started. */
export interface Connecting {
  user: Pick<ConnectingUser, 'sessionId'>
  exchange: Exchange
  connectionId: string
}

interface ConnectionState {
  state: string
  codeKind?: CodeKind
  signInId?: string
  pending: Credentials
}

/** Writes only while the session is open: its user may leave while the exchange responds. Throws `sessionEnded`. */
export async function saveConnection(deps: AccountDeps, connecting: Connecting, state: ConnectionState): Promise<void> {
  await inTransaction(deps.database, async (query) => {
    await lockOpenSession(deps, query, connecting.user.sessionId)
    await writeConnection(deps, query, { ...connecting, ...state })
  })
}

/** The link of a session that stays open until the transaction ends. Throws `sessionEnded`. */
export async function lockOpenSession({ now }: Pick<AccountDeps, 'now'>, query: Query, sessionId: string) {
  const select = query
    .selectFrom('link_session')
    .innerJoin('link', 'link.id', 'link_session.link_id')
    .select(['link_id', 'token_delivery'])
    .where('link_session.id', '=', sessionId)
    .where('link_session.expires_at', '>', now().getTime())
  const link = await lockRowsShared(query, select).executeTakeFirst()
  if (link === undefined) throw new ApiError('sessionEnded')
  return link
}

/** For a transaction that holds the open session. */
export async function writeConnection(
  deps: AccountDeps,
  query: Query,
  { user: { sessionId }, exchange, connectionId: id, ...connection }: Connecting & ConnectionState,
): Promise<void> {
  const now = deps.now().getTime()
  const changed = {
    state: connection.state,
    code_kind: connection.codeKind ?? null,
    sign_in_id: connection.signInId ?? null,
    sealed_pending: deps.sealer.seal(pendingPurpose, [sessionId, id], connection.pending),
  }
  await query
    .insertInto('connection')
    .values({
      id,
      session_id: sessionId,
      exchange_type: exchange.type,
      created_at: now,
      expires_at: now + connectionLifetimeMs,
      ...changed,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

/** Writes only if nothing else has written since the row was read, else throws `connectionNotFound`. */
export async function replaceConnection(
  deps: AccountDeps,
  { row, exchange }: OpenConnection,
  { state, pending }: { state: string; pending: Credentials },
): Promise<OpenConnection> {
  const changed = { state, sealed_pending: deps.sealer.seal(pendingPurpose, [row.session_id, row.id], pending) }
  const result = await deps.database.query
    .updateTable('connection')
    .set(changed)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('sealed_pending', '=', row.sealed_pending)
    .executeTakeFirstOrThrow()
  if (!changedOne(result)) throw new ApiError('connectionNotFound')
  return { row: { ...row, ...changed }, exchange, pending }
}

/** Throws `connectionNotFound`. `sessionId` null: finds the connection by its id alone. The caller must authenticate in another way. */
export async function loadConnection(
  deps: AccountDeps,
  sessionId: string | null,
  connectionId: string,
): Promise<OpenConnection> {
  const row = await deps.database.query
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', connectionId)
    .where('expires_at', '>', deps.now().getTime())
    .executeTakeFirst()
  const exchange = row === undefined ? undefined : deps.exchanges.byType(row.exchange_type)
  const isFound = row !== undefined && (sessionId === null || row.session_id === sessionId)
  if (!isFound || exchange === undefined || row.sealed_pending === null) throw new ApiError('connectionNotFound')
  return { row, exchange, pending: deps.sealer.open(pendingPurpose, [row.session_id, row.id], row.sealed_pending) }
}

/** The newest sign-in of a session, if it has connected an account. */
export async function newestConnected(
  { database, now }: Pick<AccountDeps, 'database' | 'now'>,
  sessionId: string,
): Promise<{ connectionId: string; type: string } | null> {
  const row = await database.query
    .selectFrom('connection')
    .select(['id', 'exchange_type', 'state'])
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now().getTime())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.state === 'connected' ? { connectionId: row.id, type: row.exchange_type } : null
}

/** Ends the unfinished sign-ins of a session, so that no account connects in it any more. */
export async function erasePendingConnections({ database }: Pick<AccountDeps, 'database'>, sessionId: string) {
  await database.query
    .deleteFrom('connection')
    .where('session_id', '=', sessionId)
    .where('state', '<>', 'connected')
    .execute()
}

/** Deletes connections after ten minutes, with their secrets. At most one batch. Returns their number. */
export function deleteExpiredConnections({ database, now }: Pick<AccountDeps, 'database' | 'now'>): Promise<number> {
  const expired = database.query.selectFrom('connection').select('id').where('expires_at', '<=', now().getTime())
  return deleteBatch(database.query, { table: 'connection', key: ['id'] }, expired)
}
