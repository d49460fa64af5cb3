// Auth and refresh tokens: opaque references to a connected account, kept as hashes. They carry no power of their own over
// the exchange, and work only for the client and environment they were issued to.

import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { type Environment, environmentOf, hashSecret, newToken } from '../secrets/tokens.ts'
import { rememberedStatement } from '../storage/remembered-statement.ts'
import { changedOne, type Database, inTransaction, type Query } from '../storage/storage.ts'
import type { TokenTable } from '../storage/tables.ts'

export const authTokenSeconds = 86_400
export const refreshTokenSeconds = 90 * 86_400

export interface TokenDeps {
  database: Database
  environment: Environment
  now(): Date
}

export interface IssuedTokens {
  accountId: string
  authToken: string
  refreshToken: string | null
}

/** A fresh pair for an account. `renewable` false gives no refresh token. */
export async function issueTokens(
  deps: TokenDeps,
  query: Query,
  owner: { accountId: string; clientId: string },
  renewable: boolean,
  familyId: string = randomUUID(),
): Promise<IssuedTokens> {
  const now = deps.now().getTime()
  const authToken = newToken('at', deps.environment)
  const refreshToken = renewable ? newToken('rt', deps.environment) : null
  const row = (kind: 'auth' | 'refresh', token: string, seconds: number) => ({
    hash: hashSecret(token),
    kind,
    family_id: familyId,
    account_id: owner.accountId,
    client_id: owner.clientId,
    created_at: now,
    expires_at: now + seconds * 1000,
    used_at: null,
    revoked_at: null,
  })
  await query
    .insertInto('token')
    .values(row('auth', authToken, authTokenSeconds))
    .execute()
  if (refreshToken !== null)
    await query
      .insertInto('token')
      .values(row('refresh', refreshToken, refreshTokenSeconds))
      .execute()
  return { accountId: owner.accountId, authToken, refreshToken }
}

const tokenByHash = rememberedStatement((query, hash: string, kind: 'auth', clientId: string) =>
  query
    .selectFrom('token')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('client_id', '=', clientId),
)

/**
 * The account an auth token stands for. Another client's token is as unknown as one that never was.
 * Throws `authTokenInvalid`, `authTokenExpired`, `environmentMismatch`.
 */
export async function accountOfToken(deps: TokenDeps, clientId: string, token: string): Promise<string> {
  refuseOtherEnvironment(deps, token)
  const [row] = await tokenByHash(deps.database, hashSecret(token), 'auth', clientId)
  return checkToken(deps, row).account_id
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
 * Exchanges a refresh token for a new pair, once. A second use is taken as theft and ends the whole family.
 * Throws `refreshTokenInvalid`, `environmentMismatch`.
 */
export async function rotateTokens(deps: TokenDeps, clientId: string, refreshToken: string): Promise<IssuedTokens> {
  refuseOtherEnvironment(deps, refreshToken)
  const hash = hashSecret(refreshToken)
  const now = deps.now().getTime()
  const issued = await inTransaction(deps.database, async (query) => {
    const used = await query
      .updateTable('token')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('kind', '=', 'refresh')
      .where('client_id', '=', clientId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    const row = await query
      .selectFrom('token')
      .selectAll()
      .where('hash', '=', hash)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (row === undefined || row.kind !== 'refresh') return null
    if (!changedOne(used)) {
      if (row.used_at !== null) {
        await query.updateTable('token').set({ revoked_at: now }).where('family_id', '=', row.family_id).execute()
      }
      return null
    }
    const owner = { accountId: row.account_id, clientId }
    return issueTokens(deps, query, owner, true, row.family_id)
  })
  if (issued === null) throw new ApiError('refreshTokenInvalid')
  return issued
}
