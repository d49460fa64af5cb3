// Sessions of links. The code of a link opens a session. From then on, a session token in the user's tab identifies it.

import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { environmentOf, hashSecret, newToken } from '../secrets/tokens.ts'
import type { LinkSessionTable, LinkTable } from '../storage/link-tables.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import { type Link, type LinkDeps, linkOf } from './links.ts'
import { endPrevious, spendReturnCode } from './moved-sessions.ts'

const sessionLifetimeMs = 3_600_000
/** How long the page that spent a code may repeat the request, if it did not receive the response. */
const reopenMs = 120_000

export interface LinkSession {
  id: string
  link: Link
  expiresAt: Date
  /** The account connected or chosen in this session, to resume from after a reload. */
  accountId: string | null
  /** The only wallet address that connects without the user's confirmation; null if any address does. */
  expectedWallet: string | null
}

/** The transfer under review when the link moved to a full page. The amount is decimal text. */
export interface Continued {
  accountId: string
  networkId: string
  symbol: string
  amount: string
}

/** An open session, or one whose link moved to a full page: it can only read the transfers of the full page. */
export interface OpenOrMovedSession {
  session: LinkSession
  /** Time of the move; null until the full page opens. */
  movedAt: Date | null
  continued: Continued | null
}

/**
 * Spends the code and opens the session. Unknown, expired and used codes all get `linkExpired`. A page that spent the code with a
 * secret, `opening`, may repeat the request once, because it may not have received the first response. The session then has a new
 * token, and the first one is void. A page at the URL of another client (`linkOfOtherClient`) spends nothing.
 */
export async function redeemLink(
  deps: LinkDeps,
  authCode: string,
  { opening, clientId }: { opening?: string | undefined; clientId?: string | undefined } = {},
): Promise<{ session: LinkSession; sessionToken: string; continued: Continued | null }> {
  const now = deps.now().getTime()
  const code_hash = hashSecret(authCode)
  const sessionToken = newToken('ls', deps.environment)
  const token_hash = hashSecret(sessionToken)
  const openingId = opening === undefined ? null : hashSecret(`${authCode} ${opening}`)
  const { session, link } = await inTransaction(deps.database, async (query) => {
    const spentId = (await spendCode(query, code_hash, now)) ?? (await spendReturnCode(query, code_hash, now))
    const reopened = spentId !== null || openingId === null ? null : await reopen(query, openingId, { token_hash, now })
    const linkId = spentId ?? reopened?.link_id
    if (linkId === undefined) throw new ApiError('linkExpired')
    const row = await query.selectFrom('link').selectAll().where('id', '=', linkId).executeTakeFirstOrThrow()
    if (clientId !== undefined && clientId.toLowerCase() !== row.client_id) throw new ApiError('linkOfOtherClient')
    const id = openingId ?? randomUUID()
    return { session: reopened ?? (await openSession(query, row, { session: { id, token_hash }, now })), link: row }
  })
  return { session: sessionOf(session, link), sessionToken, continued: continuedOf(link) }
}

/** Spends a link's code and returns the link's id. Returns null for an unknown, expired or spent code. */
async function spendCode(query: Query, code_hash: string, now: number): Promise<string | null> {
  const spent = await query
    .updateTable('link')
    .set({ redeemed_at: now })
    .where('code_hash', '=', code_hash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (!changedOne(spent)) return null
  const link = query.selectFrom('link').select('id').where('code_hash', '=', code_hash)
  return (await link.executeTakeFirstOrThrow()).id
}

async function openSession(
  query: Query,
  link: LinkTable,
  { session: { id, token_hash }, now }: { session: Pick<LinkSessionTable, 'id' | 'token_hash'>; now: number },
): Promise<LinkSessionTable> {
  const { id: link_id, from_account_id: account_id, expected_wallet } = link
  const expires_at = (await endPrevious(query, link_id, now)) ?? now + sessionLifetimeMs
  const times = { created_at: now, expires_at, reopened_at: null }
  const moved = { return_hash: null, reads_until: null }
  const session = { id, link_id, token_hash, account_id, expected_wallet, ...times, ...moved }
  await query.insertInto('link_session').values(session).execute()
  if (account_id !== null) await admitAccount(query, id, account_id)
  return session
}

const movingCodeLifetimeSeconds = 120

/**
 * Creates a one-time code for the same link. It moves the session, with its account and its expected wallet, to the page that opens
 * it first. The return code moves the session back once, during its original lifetime and unless its user has left. Throws
 * `sessionEnded`.
 */
export async function reissueCode(
  deps: LinkDeps,
  { id, link, accountId, expectedWallet }: LinkSession,
  continued: Continued | null,
): Promise<{ authCode: string; expiresIn: number; returnCode: string }> {
  const authCode = newToken('ac', deps.environment)
  const returnCode = newToken('ac', deps.environment)
  const fromAccountId = continued?.accountId ?? accountId
  const now = deps.now().getTime()
  await inTransaction(deps.database, async (query) => {
    await query
      .updateTable('link')
      .set({
        code_hash: hashSecret(authCode),
        redeemed_at: null,
        expires_at: now + movingCodeLifetimeSeconds * 1000,
        continued: continued === null ? null : JSON.stringify(continued),
        ...(fromAccountId !== null && { from_account_id: fromAccountId }),
        ...(expectedWallet !== null && { expected_wallet: expectedWallet }),
      })
      .where('id', '=', link.id)
      .execute()
    const updated = await query
      .updateTable('link_session')
      .set({ return_hash: hashSecret(returnCode) })
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    // The session may have moved or ended since the request began.
    if (!changedOne(updated)) throw new ApiError('sessionEnded')
  })
  return { authCode, expiresIn: movingCodeLifetimeSeconds, returnCode }
}

/** Returns null if the session does not exist, was opened too long ago, was reopened before, or has ended. */
async function reopen(
  query: Query,
  openingId: string,
  { token_hash, now }: { token_hash: string; now: number },
): Promise<LinkSessionTable | null> {
  const reopened = await query
    .updateTable('link_session')
    .set({ token_hash, reopened_at: now })
    .where('id', '=', openingId)
    .where('reopened_at', 'is', null)
    .where('created_at', '>', now - reopenMs)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (!changedOne(reopened)) return null
  return query.selectFrom('link_session').selectAll().where('id', '=', openingId).executeTakeFirstOrThrow()
}

/** Ends the session of a user who has left. Its token is then unknown. A transfer that was sent continues. */
export async function endSession({ database, now }: Pick<LinkDeps, 'database' | 'now'>, sessionId: string) {
  await database.query
    .updateTable('link_session')
    .set({ expires_at: now().getTime(), return_hash: null, reads_until: null })
    .where('id', '=', sessionId)
    .execute()
}

/** Whether the session has neither ended nor expired. */
export async function isSessionOpen({ database, now }: Pick<LinkDeps, 'database' | 'now'>, sessionId: string) {
  const session = database.query.selectFrom('link_session').select('id').where('id', '=', sessionId)
  return (await session.where('expires_at', '>', now().getTime()).executeTakeFirst()) !== undefined
}

/** Throws `sessionEnded`, `environmentMismatch`. */
export async function sessionByToken(deps: LinkDeps, token: string): Promise<LinkSession> {
  const { session, movedAt } = await openOrMovedSessionByToken(deps, token)
  if (movedAt !== null) throw new ApiError('sessionEnded')
  return session
}

/** Like `sessionByToken`, but also accepts a session that moved to a full page. Throws `sessionEnded`, `environmentMismatch`. */
export async function openOrMovedSessionByToken(deps: LinkDeps, token: string): Promise<OpenOrMovedSession> {
  const named = environmentOf(token)
  if (named !== null && named !== deps.environment) throw new ApiError('environmentMismatch')
  const { query } = deps.database
  const now = deps.now().getTime()
  const ofToken = query.selectFrom('link_session').selectAll().where('token_hash', '=', hashSecret(token))
  const row = await ofToken.executeTakeFirst()
  const isMoved = row !== undefined && row.expires_at <= now
  if (row === undefined || (isMoved && (row.reads_until ?? 0) <= now)) throw new ApiError('sessionEnded')
  const link = await query.selectFrom('link').selectAll().where('id', '=', row.link_id).executeTakeFirstOrThrow()
  const movedAt = isMoved ? new Date(row.expires_at) : null
  return { session: sessionOf(row, link), movedAt, continued: continuedOf(link) }
}

/** Allows the session to use an account that was connected in it, or whose token the app passed. */
export async function admitAccount(query: Query, sessionId: string, accountId: string): Promise<void> {
  const row = { session_id: sessionId, account_id: accountId }
  await query
    .insertInto('session_account')
    .values(row)
    .onConflict((conflict) => conflict.columns(['session_id', 'account_id']).doNothing())
    .execute()
}

export async function mayUseAccount(deps: LinkDeps, sessionId: string, accountId: string): Promise<boolean> {
  const select = deps.database.query
    .selectFrom('session_account')
    .select('account_id')
    .where('session_id', '=', sessionId)
  return (await select.where('account_id', '=', accountId).executeTakeFirst()) !== undefined
}

export async function saveSessionAccount(deps: LinkDeps, sessionId: string, accountId: string): Promise<void> {
  await deps.database.query
    .updateTable('link_session')
    .set({ account_id: accountId })
    .where('id', '=', sessionId)
    .execute()
}

/** From now on, another wallet address connects in the session only with the user's confirmation. */
export async function expectWallet(deps: LinkDeps, sessionId: string, address: string): Promise<void> {
  await deps.database.query
    .updateTable('link_session')
    .set({ expected_wallet: address })
    .where('id', '=', sessionId)
    .execute()
}

function sessionOf(row: LinkSessionTable, link: LinkTable): LinkSession {
  const { id, expires_at, account_id: accountId, expected_wallet: expectedWallet } = row
  return { id, link: linkOf(link), expiresAt: new Date(expires_at), accountId, expectedWallet }
}

function continuedOf({ continued }: LinkTable): Continued | null {
  return continued === null ? null : (JSON.parse(continued) as Continued)
}
