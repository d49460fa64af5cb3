// Auth and refresh tokens: opaque references to a connected account, stored as hashes. They are not credentials of the exchange, and
// work only for the client and environment that they were issued to.

import { ApiError } from '../contract/errors.ts'
import { type Environment, environmentOf, hashSecret, newToken } from '../secrets/tokens.ts'
import type { TokenTable } from '../storage/account-tables.ts'
import { lockRows } from '../storage/dialect.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { changedOne, type Database, inTransaction, type Query } from '../storage/storage.ts'
import { recordAccountsEnded } from './account-events.ts'

const authTokenSeconds = 86_400
const refreshTokenSeconds = 90 * 86_400
/** From the sign-in: after a year the user signs in again, even if the tokens were refreshed. */
export const tokenFamilySeconds = 365 * 86_400

export interface TokenDeps {
  database: Database
  environment: Environment
  now(): Date
}

export interface IssuedTokens {
  authToken: string
  refreshToken: string | null
  expiresInSeconds: number
  refreshTokenExpiresInSeconds: number
}

/** An account of a finished sign-in. `tokens` null: the client's server fetches them (token-delivery.ts). */
export interface ConnectedAccount {
  accountId: string
  name: string
  externalId: string
  tokens: IssuedTokens | null
}

/** Issues a new pair for an account. `renewable` false: without a refresh token. */
export async function issueTokens(
  deps: TokenDeps,
  query: Query,
  { account, renewable }: { account: { accountId: string; clientId: string }; renewable: boolean },
): Promise<IssuedTokens> {
  const now = deps.now().getTime()
  const { accountId: account_id, clientId: client_id } = account
  const signIn = await query
    .selectFrom('account')
    .innerJoin('sign_in', 'sign_in.id', 'account.sign_in_id')
    .select(['sign_in.id', 'sign_in.created_at'])
    .where('account.id', '=', account_id)
    .executeTakeFirstOrThrow()
  const secondsLeft = Math.floor((signIn.created_at - now) / 1000) + tokenFamilySeconds
  const insert = async (kind: 'auth' | 'refresh', token: string, seconds: number) => {
    const times = { created_at: now, expires_at: now + seconds * 1000, used_at: null, revoked_at: null }
    const row = { hash: hashSecret(token), kind, sign_in_id: signIn.id, account_id, client_id, ...times }
    await query.insertInto('token').values(row).execute()
  }
  const expiresInSeconds = Math.min(authTokenSeconds, secondsLeft)
  const refreshTokenExpiresInSeconds = Math.min(refreshTokenSeconds, secondsLeft)
  const authToken = newToken('at', deps.environment)
  const refreshToken = renewable ? newToken('rt', deps.environment) : null
  await insert('auth', authToken, expiresInSeconds)
  if (refreshToken !== null) await insert('refresh', refreshToken, refreshTokenExpiresInSeconds)
  return { authToken, refreshToken, expiresInSeconds, refreshTokenExpiresInSeconds }
}

const authTokenByHash = preparedStatement((query, { hash, clientId }: { hash: string; clientId: string }) =>
  query
    .selectFrom('token')
    .select(['account_id', 'revoked_at', 'expires_at'])
    .where('hash', '=', hash)
    .where('kind', '=', 'auth')
    .where('client_id', '=', clientId),
)

/** Never cached: a revoked token must fail at once. */
export async function findAuthToken(query: Query, clientId: string, token: string) {
  const { rows } = await authTokenByHash(query, { hash: hashSecret(token), clientId })
  return rows[0]
}

/**
 * Returns the account of an auth token. Another client's token counts as unknown.
 * Throws `authTokenInvalid`, `authTokenExpired`, `environmentMismatch`.
 */
export async function accountOfToken(deps: TokenDeps, clientId: string, token: string): Promise<string> {
  refuseOtherEnvironment(deps, token)
  return checkToken(deps, await findAuthToken(deps.database.query, clientId, token)).account_id
}

/** Throws `authTokenInvalid`, `authTokenExpired`. */
export function checkToken<Row extends Pick<TokenTable, 'revoked_at' | 'expires_at'>>(
  { now }: TokenDeps,
  row: Row | undefined,
): Row {
  if (row === undefined || row.revoked_at !== null) throw new ApiError('authTokenInvalid')
  if (row.expires_at <= now().getTime()) throw new ApiError('authTokenExpired')
  return row
}

export function refuseOtherEnvironment(deps: TokenDeps, token: string): void {
  const named = environmentOf(token)
  if (named !== null && named !== deps.environment) throw new ApiError('environmentMismatch')
}

/**
 * Exchanges a refresh token for a new pair, once, and revokes the account's previous tokens. A second use is treated as theft and
 * revokes every token of the sign-in, including those of its other accounts.
 * Throws `refreshTokenInvalid`, `environmentMismatch`.
 */
export async function rotateTokens(
  deps: TokenDeps,
  clientId: string,
  refreshToken: string,
): Promise<{ accountId: string; tokens: IssuedTokens }> {
  refuseOtherEnvironment(deps, refreshToken)
  const hash = hashSecret(refreshToken)
  const now = deps.now().getTime()
  const issued = await inTransaction(deps.database, async (query) => {
    const token = query.selectFrom('token').selectAll().where('hash', '=', hash).where('kind', '=', 'refresh')
    const row = await token.where('client_id', '=', clientId).executeTakeFirst()
    if (row === undefined) return null
    const { account_id: accountId, sign_in_id: signInId } = row
    // One rotation of a sign-in at a time. Otherwise a revocation of all tokens could miss those that another rotation issues.
    const signIn = query.selectFrom('sign_in').select('ended_at').where('id', '=', signInId)
    const found = await lockRows(query, signIn).executeTakeFirst()
    if (found === undefined || found.ended_at !== null) return null
    if (await useToken(query, hash, now)) {
      await endTokens(query, { signInId, accountId }, now)
      return {
        accountId,
        tokens: await issueTokens(deps, query, { account: { accountId, clientId }, renewable: true }),
      }
    }
    const { used_at } = await token.executeTakeFirstOrThrow()
    if (used_at !== null) {
      await endTokens(query, { signInId }, now)
      await recordAccountsEnded(query, signInId, new Date(now))
    }
    return null
  })
  if (issued === null) throw new ApiError('refreshTokenInvalid')
  return issued
}

/** Returns false for a token that was used, was revoked or has expired. */
async function useToken(query: Query, hash: string, now: number): Promise<boolean> {
  const used = await query
    .updateTable('token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return changedOne(used)
}

/**
 * Revokes the tokens of a sign-in, or of one of its accounts, and erases the copies that a link session can read during the lifetime of
 * its connection.
 */
export async function endTokens(
  query: Query,
  { signInId, accountId }: { signInId: string; accountId?: string },
  now: number,
): Promise<void> {
  const tokens = query
    .updateTable('token')
    .set({ revoked_at: now })
    .where('sign_in_id', '=', signInId)
    .where('revoked_at', 'is', null)
  await (accountId === undefined ? tokens : tokens.where('account_id', '=', accountId)).execute()
  await query.deleteFrom('connection').where('sign_in_id', '=', signInId).execute()
}
