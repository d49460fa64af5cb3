// Connected accounts: their exchange, user and sealed credentials.

import { ApiError } from '../contract/errors.ts'
import { redactInput } from '../contract/redact-input.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { type ExchangeRegistry, isSelfCustody, selfCustodyType } from '../exchanges/registry.ts'
import type { Credentials } from '../exchanges/sign-in.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { AccountTable } from '../storage/account-tables.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { checkToken, findAuthToken, refuseOtherEnvironment, type TokenDeps } from './tokens.ts'

export interface AccountDeps extends TokenDeps {
  exchanges: ExchangeRegistry
  sealer: Sealer
}

export interface Account {
  id: string
  signInId: string
  clientId: string
  userId: string
  externalId: string
  name: string
  exchange: Exchange
  /** Replaced in place when the exchange renews them. */
  credentials: Credentials
}

export const credentialsPurpose = 'exchange credentials'

/** Throws `accountNotFound` for an unknown id and for another client's account, `reconnectRequired` if the sign-in was ended. */
export async function loadAccount(deps: AccountDeps, clientId: string, accountId: string): Promise<Account> {
  return unlessEnded(await findAccount(deps, clientId, accountId))
}

function unlessEnded({ account, isEnded }: FoundAccount): Account {
  if (isEnded) throw new ApiError('reconnectRequired', { name: account.exchange.name })
  return account
}

/** For a pending transfer, which is polled until it ends even if the sign-in was ended. */
export async function loadAccountToPoll(deps: AccountDeps, clientId: string, accountId: string): Promise<Account> {
  return (await findAccount(deps, clientId, accountId)).account
}

/** The same for many accounts, in one statement. The function that it returns throws as `loadAccountToPoll` does. */
export async function loadAccountsToPoll(
  deps: AccountDeps,
  accountIds: readonly string[],
): Promise<(clientId: string, accountId: string) => Account> {
  const rows =
    accountIds.length === 0 ? [] : await selectAccounts(deps.database.query).where('id', 'in', accountIds).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (clientId, accountId) => {
    const row = byId.get(accountId)
    return accountOf(deps, row?.client_id === clientId ? row : undefined).account
  }
}

/** Later sign-ins to the same account at the exchange, newest first. Their credentials may work when the first no longer do. */
export async function laterSignIns(deps: AccountDeps, clientId: string, accountId: string): Promise<string[]> {
  const rows = await deps.database.query
    .selectFrom('account as own')
    .innerJoin('account as later', (join) =>
      join
        .onRef('later.client_id', '=', 'own.client_id')
        .onRef('later.user_id', '=', 'own.user_id')
        .onRef('later.exchange_type', '=', 'own.exchange_type')
        .onRef('later.external_id', '=', 'own.external_id')
        .onRef('later.sign_in_id', '<>', 'own.sign_in_id'),
    )
    .innerJoin('sign_in', 'sign_in.id', 'later.sign_in_id')
    .select('later.id')
    .where('own.id', '=', accountId)
    .where('own.client_id', '=', clientId)
    .where('sign_in.sealed_credentials', '<>', '')
    .orderBy('later.created_at', 'desc')
    .limit(5)
    .execute()
  return rows.map((row) => row.id)
}

const accountColumns = ['id', 'sign_in_id', 'client_id', 'user_id', 'external_id', 'name', 'exchange_type'] as const

// Subqueries and a statement per table instead of joins: see prepared-statement.ts.
function selectAccounts(query: Pick<Query, 'selectFrom'>) {
  return query
    .selectFrom('account')
    .select(accountColumns)
    .select(({ selectFrom }) => {
      const signIn = selectFrom('sign_in').whereRef('sign_in.id', '=', 'account.sign_in_id')
      return [
        signIn.select('sealed_credentials').$asScalar().$notNull().as('sealed_credentials'),
        signIn.select('ended_at').as('ended_at'),
      ]
    })
}

const accountById = preparedStatement((query, { accountId, clientId }: { accountId: string; clientId: string }) =>
  selectAccounts(query).where('id', '=', accountId).where('client_id', '=', clientId),
)

async function findAccount(deps: AccountDeps, clientId: string, accountId: string): Promise<FoundAccount> {
  const { rows } = await accountById(deps.database.query, { accountId, clientId })
  return accountOf(deps, rows[0])
}

interface FoundAccount {
  account: Account
  isEnded: boolean
}

interface AccountRow extends Pick<AccountTable, (typeof accountColumns)[number]> {
  sealed_credentials: string
  ended_at: number | null
}

function accountOf(deps: AccountDeps, row: AccountRow | undefined): FoundAccount {
  const exchange = row === undefined ? undefined : deps.exchanges.byType(row.exchange_type)
  if (row === undefined || exchange === undefined) throw new ApiError('accountNotFound')
  if (row.sealed_credentials === '') throw new ApiError('reconnectRequired', { name: exchange.name })
  const account = {
    id: row.id,
    signInId: row.sign_in_id,
    clientId: row.client_id,
    userId: row.user_id,
    externalId: row.external_id,
    name: row.name,
    exchange,
    credentials: deps.sealer.open(credentialsPurpose, [row.client_id, row.sign_in_id], row.sealed_credentials),
  }
  return { account, isEnded: row.ended_at !== null }
}

async function accountByToken({ database: { query } }: AccountDeps, clientId: string, token: string) {
  const found = await findAuthToken(query, clientId, token)
  if (found === undefined) return undefined
  const { account_id, revoked_at, expires_at } = found
  const [row] = (await accountById(query, { accountId: account_id, clientId })).rows
  return row && { ...row, revoked_at, expires_at }
}

export interface TokenBearer {
  clientId: string
  /** The user of the link in which the token is used. Null: the client's server, which acts for all its users. */
  userId: string | null
}

/**
 * Returns the account that `FromAuthToken` and `FromType` identify; `field` is the request's name for the type. In a link, another
 * user's token is refused like an unknown one.
 * Throws `selfCustodyNotSupported`, `integrationUnknown`, `fromTokenTypeMismatch` and the token's errors.
 */
export async function accountFromToken(
  deps: AccountDeps,
  { clientId, userId }: TokenBearer,
  { token, type, field = 'FromType' }: { token: string; type: string; field?: string },
): Promise<Account> {
  if (isSelfCustody(type)) throw new ApiError('selfCustodyNotSupported', { type })
  const exchange = deps.exchanges.byType(type)
  if (exchange === undefined) throw new ApiError('integrationUnknown', { type: redactInput(type, 40), field })
  refuseOtherEnvironment(deps, token)
  const row = await accountByToken(deps, clientId, token)
  const isOwn = userId === null || row?.user_id === userId
  const account = unlessEnded(accountOf(deps, checkToken(deps, isOwn ? row : undefined)))
  if (account.exchange.type !== exchange.type) throw new ApiError('fromTokenTypeMismatch')
  return account
}

/**
 * Returns the address that a wallet's token names. The token grants no access, so an expired one is accepted.
 * Throws `authTokenInvalid`, `fromTokenTypeMismatch`, `environmentMismatch`.
 */
export async function walletAddressFromToken(
  deps: AccountDeps,
  { clientId, userId }: TokenBearer,
  token: string,
): Promise<string> {
  refuseOtherEnvironment(deps, token)
  const row = await accountByToken(deps, clientId, token)
  const isOwn = userId === null || row?.user_id === userId
  if (row === undefined || !isOwn || row.revoked_at !== null) throw new ApiError('authTokenInvalid')
  if (row.exchange_type !== selfCustodyType) throw new ApiError('fromTokenTypeMismatch')
  return row.external_id
}
