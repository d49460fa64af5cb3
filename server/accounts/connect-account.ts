// Connecting an exchange account inside a link session: sign in, answer a code, and at the end tokens for each account.

import { randomUUID } from 'node:crypto'
import { echo } from '../contract/echo.ts'
import { ApiError } from '../contract/errors.ts'
import type { CodeKind, CodeMethod, Credentials, Exchange, SignInResult } from '../exchanges/exchange.ts'
import { inTransaction } from '../storage/storage.ts'
import type { ConnectionTable } from '../storage/tables.ts'
import { type AccountDeps, credentialsPurpose } from './accounts.ts'
import { callExchange } from './call-exchange.ts'
import { type IssuedTokens, issueTokens } from './tokens.ts'

const connectionLifetimeMs = 600_000
const pendingPurpose = 'sign-in under way'

/** The link session in which an account is connected. */
export interface ConnectionOwner {
  sessionId: string
  clientId: string
  userId: string
}

export interface ConnectedAccount extends IssuedTokens {
  name: string
}

export type Connection =
  | { connectionId: string; state: 'connected'; exchange: Exchange; accounts: ConnectedAccount[] }
  | { connectionId: string; state: 'codeRequired'; kind: CodeKind; methods: CodeMethod[]; codeLength: number }
  | {
      connectionId: string
      state: 'waiting'
      by: 'email' | 'device'
      sentTo: string
      url: string | null
      expiresInSeconds: number
    }

/** Throws `integrationUnknown`, `missingField`, `signInRejected`, `accountLocked` and the errors of `callExchange`. */
export async function startConnection(
  deps: AccountDeps,
  owner: ConnectionOwner,
  type: string,
  fields: Record<string, string>,
): Promise<Connection> {
  const exchange = deps.exchanges.byType(type)
  if (exchange === undefined) throw new ApiError('integrationUnknown', { type: echo(type, 40), field: 'type' })
  const given: Credentials = {}
  for (const { name } of exchange.signIn.fields) {
    const value = fields[name]
    if (value === undefined || value === '') throw new ApiError('missingField', { field: `fields.${name}` })
    given[name] = value
  }
  const result = await callExchange(exchange, () => exchange.startSignIn(given))
  return settle(deps, owner, exchange, randomUUID(), result)
}

/** Throws `connectionNotFound`, `codeWrong`, `codeExpired`, `codeLocked` and the errors of `callExchange`. */
export async function answerCode(
  deps: AccountDeps,
  owner: ConnectionOwner,
  connectionId: string,
  code: string,
): Promise<Connection> {
  const { exchange, pending } = await loadOpen(deps, owner, connectionId)
  const result = await callExchange(exchange, () => exchange.answerCode(pending, code))
  return settle(deps, owner, exchange, connectionId, result)
}

export async function resendCode(
  deps: AccountDeps,
  owner: ConnectionOwner,
  connectionId: string,
  kind: CodeKind | undefined,
): Promise<Connection> {
  const { exchange, pending, row } = await loadOpen(deps, owner, connectionId)
  const wanted = kind ?? ((row.code_kind ?? 'totp') as CodeKind)
  const result = await callExchange(exchange, () => exchange.resendCode(pending, wanted))
  return settle(deps, owner, exchange, connectionId, result)
}

/**
 * How a sign-in stands that its user confirms elsewhere. One that is connected answers the same again as long as the
 * connection lives, because the first answer may have been lost.
 * Throws `connectionNotFound`, `confirmationExpired`, `confirmationDeclined` and the errors of `callExchange`.
 */
export async function checkConnection(
  deps: AccountDeps,
  owner: ConnectionOwner,
  connectionId: string,
): Promise<Connection> {
  const { exchange, pending, row } = await loadPending(deps, owner, connectionId)
  if (row.state === 'connected') return connectedBefore(exchange, connectionId, pending)
  const { checkSignIn } = exchange
  if (row.state !== 'waiting' || checkSignIn === undefined) throw new ApiError('connectionNotFound')
  const result = await callExchange(exchange, () => checkSignIn(pending))
  if (result.state === 'failed') {
    // Another look may have been faster: the exchange lets in once.
    const now = await loadPending(deps, owner, connectionId)
    if (now.row.state === 'connected') return connectedBefore(exchange, connectionId, now.pending)
  }
  return settle(deps, owner, exchange, connectionId, result)
}

function connectedBefore(exchange: Exchange, connectionId: string, { accounts = '[]' }: Credentials): Connection {
  return { connectionId, state: 'connected', exchange, accounts: JSON.parse(accounts) as ConnectedAccount[] }
}

/** Throws `connectionNotFound` for what does not wait for its user any more. */
async function loadOpen(deps: AccountDeps, owner: ConnectionOwner, connectionId: string) {
  const found = await loadPending(deps, owner, connectionId)
  if (found.row.state === 'connected') throw new ApiError('connectionNotFound')
  return found
}

async function loadPending(deps: AccountDeps, owner: ConnectionOwner, connectionId: string) {
  const row = await deps.database.query
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', connectionId)
    .where('session_id', '=', owner.sessionId)
    .where('expires_at', '>', deps.now().getTime())
    .executeTakeFirst()
  const exchange = row === undefined ? undefined : deps.exchanges.byType(row.exchange_type)
  if (row === undefined || exchange === undefined || row.sealed_pending === null)
    throw new ApiError('connectionNotFound')
  return { row, exchange, pending: deps.sealer.open(pendingPurpose, [owner.sessionId, row.id], row.sealed_pending) }
}

async function settle(
  deps: AccountDeps,
  owner: ConnectionOwner,
  exchange: Exchange,
  connectionId: string,
  result: SignInResult,
): Promise<Connection> {
  if (result.state === 'failed') {
    const data = result.reason === 'codeWrong' ? { attemptsLeft: result.attemptsLeft } : {}
    throw new ApiError(result.reason, { name: exchange.name, ...data })
  }
  const seal = (pending: Credentials) => deps.sealer.seal(pendingPurpose, [owner.sessionId, connectionId], pending)
  const { state } = result
  if (result.state === 'codeRequired') {
    const { kind, methods, codeLength } = result
    const sealed_pending = seal(result.pending)
    await saveConnection(deps, owner, exchange, connectionId, { state, sealed_pending, code_kind: kind })
    return { connectionId, state: 'codeRequired', kind, methods, codeLength }
  }
  if (result.state === 'waiting') {
    const { pending, state: _, ...rest } = result
    await saveConnection(deps, owner, exchange, connectionId, { state, sealed_pending: seal(pending), code_kind: null })
    return { connectionId, state: 'waiting', ...rest }
  }
  const accounts = await saveAccounts(deps, owner, exchange, result)
  const sealed_pending = seal({ accounts: JSON.stringify(accounts) })
  await saveConnection(deps, owner, exchange, connectionId, { state, sealed_pending, code_kind: null })
  return { connectionId, state: 'connected', exchange, accounts }
}

/** What a sign-in left behind is good for ten minutes, and its secrets are kept no longer. */
export async function eraseOldConnections({ database, now }: Pick<AccountDeps, 'database' | 'now'>): Promise<void> {
  await database.query.deleteFrom('connection').where('expires_at', '<=', now().getTime()).execute()
}

type ConnectionState = Pick<ConnectionTable, 'state' | 'sealed_pending' | 'code_kind'>

async function saveConnection(
  deps: AccountDeps,
  owner: ConnectionOwner,
  exchange: Exchange,
  id: string,
  state: ConnectionState,
) {
  const now = deps.now().getTime()
  const row = {
    id,
    session_id: owner.sessionId,
    exchange_type: exchange.type,
    created_at: now,
    expires_at: now + connectionLifetimeMs,
  }
  await deps.database.query
    .insertInto('connection')
    .values({ ...row, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
}

async function saveAccounts(
  deps: AccountDeps,
  owner: ConnectionOwner,
  exchange: Exchange,
  signIn: Extract<SignInResult, { state: 'connected' }>,
): Promise<ConnectedAccount[]> {
  const { clientId, userId } = owner
  const created_at = deps.now().getTime()
  const signInId = randomUUID()
  const columns = { client_id: clientId, user_id: userId, exchange_type: exchange.type, created_at }
  return inTransaction(deps.database, async (query) => {
    const sealed_credentials = deps.sealer.seal(credentialsPurpose, [clientId, signInId], signIn.credentials)
    await query
      .insertInto('sign_in')
      .values({ id: signInId, ...columns, sealed_credentials })
      .execute()
    const connected: ConnectedAccount[] = []
    for (const { externalId, name } of signIn.accounts) {
      const id = randomUUID()
      await query
        .insertInto('account')
        .values({ id, sign_in_id: signInId, ...columns, external_id: externalId, name })
        .execute()
      const tokens = await issueTokens(deps, query, { accountId: id, clientId }, signIn.renewable)
      connected.push({ ...tokens, name })
    }
    return connected
  })
}
