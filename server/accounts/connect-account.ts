// Connects an exchange account in a link session: sign-in, code, and finally tokens for each account.

import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { plainText } from '../contract/plain-text.ts'
import { redactInput } from '../contract/redact-input.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { plainMethods } from '../exchanges/plain-methods.ts'
import type { CodeKind, CodeMethod, Credentials, SignInResult } from '../exchanges/sign-in.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { recordAccountConnected } from './account-events.ts'
import { type AccountDeps, credentialsPurpose } from './accounts.ts'
import { callExchange } from './call-exchange.ts'
import {
  type Connecting,
  type ConnectingUser,
  loadConnection,
  lockOpenSession,
  saveConnection,
  writeConnection,
} from './connection-rows.ts'
import { disambiguateNames } from './disambiguate-names.ts'
import { failureOfRedirect, newState, type RedirectDeps, redirectUrlOf, returnPath } from './redirect-sign-in.ts'
import { type ConnectedAccount, issueTokens } from './tokens.ts'

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
  /** The user signs in on the exchange's page, in another window. `confirmationNumber` is for the user to enter there. */
  | { connectionId: string; state: 'redirect'; url: string; confirmationNumber?: string }

interface RequestedSignIn {
  type: string
  /** Values by the names of the exchange's fields. */
  fields: Record<string, string>
  /** A user who signs in in a window that this server's page did not open then enters a number. */
  confirmByNumber?: boolean | undefined
}

/** Throws `integrationUnknown`, `missingField`, `invalidField`, `signInRejected`, `accountLocked` and the errors of `callExchange`. */
export async function startConnection(
  deps: RedirectDeps,
  user: ConnectingUser,
  { type, fields, confirmByNumber = false }: RequestedSignIn,
): Promise<Connection> {
  const exchange = deps.exchanges.byType(type)
  if (exchange === undefined) throw new ApiError('integrationUnknown', { type: redactInput(type, 40), field: 'type' })
  const given = requireFields(exchange, fields)
  const connectionId = randomUUID()
  const connecting = { user, exchange, connectionId }
  const redirect = { url: deps.publicUrl + returnPath, state: newState(connectionId) }
  const result = await callExchange(exchange, () => exchange.startSignIn(given, redirect))
  if (result.state !== 'redirect') return settleConnection(deps, connecting, result)
  const { clientId, userId } = user
  const pending = {
    ...result.pending,
    url: result.url,
    state: redirect.state,
    clientId,
    userId,
    ...(confirmByNumber && { confirmByNumber: 'true' }),
  }
  await saveConnection(deps, connecting, { state: 'redirect', pending })
  return { connectionId, state: 'redirect', url: redirectUrlOf(deps, redirect.state) }
}

/** The values that the exchange's fields require, with the default of a select that has none. */
function requireFields({ signIn }: Exchange, fields: Record<string, string>): Credentials {
  const given: Credentials = {}
  for (const { name, optional, options, defaultValue } of signIn.fields) {
    const value = fields[name] || defaultValue
    if (optional && !value) continue
    const field = `fields.${name}`
    if (value === undefined || value === '') throw new ApiError('missingField', { field })
    if (options?.every((option) => option.value !== value)) {
      const values = options.map((option) => option.value).join(', ')
      throw new ApiError('invalidField', { field, problem: `must be one of ${values}` })
    }
    given[name] = value
  }
  return given
}

/** Throws `connectionNotFound`, `codeWrong`, `codeExpired`, `codeLocked` and the errors of `callExchange`. */
export async function submitCode(
  deps: AccountDeps,
  user: ConnectingUser,
  { connectionId, code }: { connectionId: string; code: string },
): Promise<Connection> {
  const { exchange, pending } = await loadOpen(deps, user, connectionId)
  const result = await callExchange(exchange, () => exchange.submitCode(pending, code))
  return settleConnection(deps, { user, exchange, connectionId }, result)
}

export async function resendCode(
  deps: AccountDeps,
  user: ConnectingUser,
  { connectionId, kind }: { connectionId: string; kind: CodeKind | undefined },
): Promise<Connection> {
  const { exchange, pending, row } = await loadOpen(deps, user, connectionId)
  const chosen = kind ?? ((row.code_kind ?? 'totp') as CodeKind)
  const result = await callExchange(exchange, () => exchange.resendCode(pending, chosen))
  return settleConnection(deps, { user, exchange, connectionId }, result)
}

/**
 * Returns the state of a sign-in that its user confirms elsewhere. A connected one returns the same result again during the lifetime
 * of the connection, because the first response may have been lost.
 * Throws `connectionNotFound`, `confirmationExpired`, `confirmationDeclined` and the errors of `callExchange`.
 */
export async function checkConnection(
  deps: RedirectDeps,
  user: ConnectingUser,
  connectionId: string,
): Promise<Connection> {
  const found = await loadConnection(deps, user.sessionId, connectionId)
  const { exchange, pending, row } = found
  if (row.state === 'connected') return connectedBefore(exchange, connectionId, pending)
  if (row.state === 'failed') throw failureOfRedirect(found)
  if (row.state === 'redirect' || row.state === 'returned') {
    return { connectionId, state: 'redirect', url: redirectUrlOf(deps, pending.state ?? '') }
  }
  if (row.state === 'confirming') {
    const { state: word = '', number: confirmationNumber = '' } = pending
    return { connectionId, state: 'redirect', url: redirectUrlOf(deps, word), confirmationNumber }
  }
  const { checkSignIn } = exchange
  if (row.state !== 'waiting' || checkSignIn === undefined) throw new ApiError('connectionNotFound')
  const result = await callExchange(exchange, () => checkSignIn(pending))
  if (result.state === 'failed') {
    // A concurrent poll may have been faster: the exchange grants access only once.
    const now = await loadConnection(deps, user.sessionId, connectionId)
    if (now.row.state === 'connected') return connectedBefore(exchange, connectionId, now.pending)
  }
  return settleConnection(deps, { user, exchange, connectionId }, result)
}

function connectedBefore(exchange: Exchange, connectionId: string, { accounts = '[]' }: Credentials): Connection {
  return { connectionId, state: 'connected', exchange, accounts: JSON.parse(accounts) as ConnectedAccount[] }
}

/** Throws `connectionNotFound` for a connection that no longer waits for its user, or waits for something else. */
async function loadOpen(deps: AccountDeps, user: ConnectingUser, connectionId: string) {
  const found = await loadConnection(deps, user.sessionId, connectionId)
  if (!['codeRequired', 'waiting'].includes(found.row.state)) throw new ApiError('connectionNotFound')
  return found
}

/** Applies the result of a sign-in. `alsoSealed` is stored beside the accounts of a connected one. */
export async function settleConnection(
  deps: AccountDeps,
  connecting: Connecting & { user: ConnectingUser; alsoSealed?: Credentials },
  result: SignInResult,
): Promise<Connection> {
  const { exchange, connectionId, alsoSealed = {} } = connecting
  if (result.state === 'failed') {
    const { state: _, reason, ...data } = result
    const addresses = exchange.signIn.serverAddresses?.join(', ')
    if (reason === 'keyAddressRefused' && !addresses)
      throw new ApiError('serverAddressRefused', { name: exchange.name })
    throw new ApiError(reason, { name: exchange.name, ...data, ...(addresses ? { addresses } : {}) })
  }
  const { state } = result
  // Only the start of a sign-in can be a redirect.
  if (result.state === 'redirect') throw new ApiError('connectionNotFound')
  if (result.state === 'codeRequired') {
    const { kind, codeLength, pending } = result
    const methods = plainMethods(result.methods)
    await saveConnection(deps, connecting, { state, codeKind: kind, pending })
    return { connectionId, state: 'codeRequired', kind, methods, codeLength }
  }
  if (result.state === 'waiting') {
    const { pending, state: _, sentTo, ...rest } = result
    await saveConnection(deps, connecting, { state, pending })
    return { connectionId, state: 'waiting', sentTo: plainText(sentTo), ...rest }
  }
  const accounts = await inTransaction(deps.database, async (query) => {
    const saved = await saveAccounts(deps, query, { ...connecting, signIn: result })
    const pending = { ...alsoSealed, accounts: JSON.stringify(saved.accounts) }
    await writeConnection(deps, query, { ...connecting, state, signInId: saved.signInId, pending })
    return saved.accounts
  })
  return { connectionId, state: 'connected', exchange, accounts }
}

/** The session stays open until the transaction ends. Throws `sessionEnded`. */
async function saveAccounts(
  deps: AccountDeps,
  query: Query,
  {
    user,
    exchange,
    signIn,
  }: Connecting & { user: ConnectingUser; signIn: Extract<SignInResult, { state: 'connected' }> },
): Promise<{ signInId: string; accounts: ConnectedAccount[] }> {
  const { clientId, userId } = user
  const created_at = deps.now().getTime()
  const signInId = randomUUID()
  const columns = { client_id: clientId, user_id: userId, exchange_type: exchange.type, created_at }
  const { link_id, token_delivery } = await lockOpenSession(deps, query, user.sessionId)
  const sealed_credentials = deps.sealer.seal(credentialsPurpose, [clientId, signInId], signIn.credentials)
  await query
    .insertInto('sign_in')
    .values({ id: signInId, ...columns, sealed_credentials })
    .execute()
  const isForServer = token_delivery === 'server'
  if (isForServer) {
    const renewable = signIn.renewable ? 1 : 0
    const row = { sign_in_id: signInId, link_id, renewable, created_at, delivered_at: null }
    await query.insertInto('token_delivery').values(row).execute()
  }
  const accounts: ConnectedAccount[] = []
  for (const { externalId, name } of disambiguateNames(signIn.accounts)) {
    const id = randomUUID()
    await query
      .insertInto('account')
      .values({ id, sign_in_id: signInId, ...columns, external_id: externalId, name })
      .execute()
    const connected = { id, clientId, userId, type: exchange.type, name }
    await recordAccountConnected(query, connected, new Date(created_at))
    const account = { accountId: id, clientId }
    const tokens = isForServer ? null : await issueTokens(deps, query, { account, renewable: signIn.renewable })
    accounts.push({ accountId: id, name, externalId, tokens })
  }
  return { signInId, accounts }
}
