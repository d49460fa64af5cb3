// Links: made for one user with the addresses that may receive, opened once by the code in their URL, then carried on by a
// session token that lives in the user's tab.

import { randomUUID } from 'node:crypto'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import { webOrigin } from '../contract/web-origin.ts'
import { type Environment, environmentOf, hashSecret, newToken } from '../secrets/tokens.ts'
import { changedOne, type Database, inTransaction, type Query } from '../storage/storage.ts'
import type { LinkTable } from '../storage/tables.ts'

const linkLifetimeMs = 600_000
const sessionLifetimeMs = 3_600_000
/** For how long the page that spent a code may ask again for the answer that it did not get. */
const answerAgainMs = 120_000

export interface LinkDeps {
  database: Database
  environment: Environment
  now(): Date
}

/** What the app fixed in advance; amounts are decimal text. */
export interface FixedTransfer {
  /** Null where the user chooses what to send, worth `amountInFiat`. */
  symbol: string | null
  amount: string | null
  amountInFiat: string | null
}

export interface Link {
  id: string
  clientId: string
  userId: string
  callbackUrl: string
  /** It may embed the link and receives its messages. '' where the stored callback URL names none that may. */
  origin: string
  transfersEnabled: boolean
  destinations: Destination[]
  fixed: FixedTransfer | null
  fromAccountId: string | null
  fromType: string | null
  transactionId: string | null
  /** The address that the link's wallet token names. */
  expectedWallet: string | null
}

export interface LinkSession {
  id: string
  link: Link
  expiresAt: Date
  /** The account connected or chosen in this session, for resuming after a reload. */
  accountId: string | null
  /** The only wallet address that connects without the user's confirmation; null where any does. */
  expectedWallet: string | null
}

export type NewLink = Omit<Link, 'id' | 'origin' | 'expectedWallet'> & Partial<Pick<Link, 'expectedWallet'>>

export async function createLink(deps: LinkDeps, link: NewLink): Promise<{ linkId: string; authCode: string }> {
  const linkId = randomUUID()
  const authCode = newToken('ac', deps.environment)
  const now = deps.now().getTime()
  await deps.database.query
    .insertInto('link')
    .values({
      id: linkId,
      client_id: link.clientId,
      user_id: link.userId,
      callback_url: link.callbackUrl,
      code_hash: hashSecret(authCode),
      transfers_enabled: link.transfersEnabled ? 1 : 0,
      destinations: JSON.stringify(link.destinations),
      fixed: link.fixed === null ? null : JSON.stringify(link.fixed),
      from_account_id: link.fromAccountId,
      from_type: link.fromType,
      transaction_id: link.transactionId,
      expected_wallet: link.expectedWallet ?? null,
      created_at: now,
      expires_at: now + linkLifetimeMs,
      redeemed_at: null,
    })
    .execute()
  return { linkId, authCode }
}

/**
 * Spends the code and opens the session. Unknown, expired and used codes get the same `linkExpired`; but whoever spent a code
 * with a secret of their own, `opening`, gets in by it once more: an answer that came too late is not lost.
 */
export async function redeemLink(
  deps: LinkDeps,
  authCode: string,
  opening?: string,
): Promise<{ session: LinkSession; sessionToken: string }> {
  const now = deps.now().getTime()
  const code_hash = hashSecret(authCode)
  const sessionToken = newToken('ls', deps.environment)
  const firstId = opening === undefined ? null : hashSecret(`${authCode} ${opening}`)
  const { id, row } = await inTransaction(deps.database, async (query) => {
    const spent = await query
      .updateTable('link')
      .set({ redeemed_at: now })
      .where('code_hash', '=', code_hash)
      .where('redeemed_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    const isFirst = changedOne(spent)
    if (!isFirst && !(await wasOpenedBy(query, firstId, now))) throw new ApiError('linkExpired')
    const link = await query.selectFrom('link').selectAll().where('code_hash', '=', code_hash).executeTakeFirstOrThrow()
    const session = {
      id: (isFirst && firstId) || randomUUID(),
      link_id: link.id,
      token_hash: hashSecret(sessionToken),
      created_at: now,
      expires_at: now + sessionLifetimeMs,
      account_id: link.from_account_id,
      expected_wallet: link.expected_wallet,
    }
    await query.insertInto('link_session').values(session).execute()
    if (link.from_account_id !== null) await admitAccount(query, session.id, link.from_account_id)
    return { id: session.id, row: link }
  })
  const expiresAt = new Date(now + sessionLifetimeMs)
  const { from_account_id: accountId, expected_wallet: expectedWallet } = row
  return { session: { id, link: linkOf(row), expiresAt, accountId, expectedWallet }, sessionToken }
}

async function wasOpenedBy(query: Query, firstId: string | null, now: number): Promise<boolean> {
  if (firstId === null) return false
  const first = query.selectFrom('link_session').select('id').where('id', '=', firstId)
  return (await first.where('created_at', '>', now - answerAgainMs).executeTakeFirst()) !== undefined
}

/** Throws `sessionEnded`, `environmentMismatch`. */
export async function sessionByToken(deps: LinkDeps, token: string): Promise<LinkSession> {
  const named = environmentOf(token)
  if (named !== null && named !== deps.environment) throw new ApiError('environmentMismatch')
  const row = await deps.database.query
    .selectFrom('link_session')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', deps.now().getTime())
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('sessionEnded')
  const link = await deps.database.query
    .selectFrom('link')
    .selectAll()
    .where('id', '=', row.link_id)
    .executeTakeFirstOrThrow()
  const { id, account_id: accountId, expected_wallet: expectedWallet } = row
  return { id, link: linkOf(link), expiresAt: new Date(row.expires_at), accountId, expectedWallet }
}

/** From now on the session may use the account: it was connected in it, or the app handed its token over. */
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

export async function rememberAccount(deps: LinkDeps, sessionId: string, accountId: string): Promise<void> {
  await deps.database.query
    .updateTable('link_session')
    .set({ account_id: accountId })
    .where('id', '=', sessionId)
    .execute()
}

/** A link as its page may know it. Looking does not spend the code: a prefetch must not burn a link. */
export async function peekAtLink(
  deps: LinkDeps,
  by: { authCode: string } | { linkId: string },
): Promise<{ link: Link; canBeOpened: boolean } | null> {
  const [column, value] =
    'authCode' in by ? (['code_hash', hashSecret(by.authCode)] as const) : (['id', by.linkId] as const)
  const row = await deps.database.query.selectFrom('link').selectAll().where(column, '=', value).executeTakeFirst()
  if (row === undefined) return null
  return { link: linkOf(row), canBeOpened: row.redeemed_at === null && row.expires_at > deps.now().getTime() }
}

function linkOf(row: LinkTable): Link {
  return {
    id: row.id,
    clientId: row.client_id,
    userId: row.user_id,
    callbackUrl: row.callback_url,
    origin: webOrigin(row.callback_url) ?? '',
    transfersEnabled: row.transfers_enabled === 1,
    destinations: JSON.parse(row.destinations) as Destination[],
    fixed: row.fixed === null ? null : (JSON.parse(row.fixed) as FixedTransfer),
    fromAccountId: row.from_account_id,
    fromType: row.from_type,
    transactionId: row.transaction_id,
    expectedWallet: row.expected_wallet,
  }
}
