// Signing in on the exchange's own page. The way there and back runs through this server, in one window: its first step leaves
// a cookie, and only a window with that cookie may bring an answer back. The word (`state`) that travels along names the
// connection and is good once. What came of it is read from the connection, by the session that began it.

import { randomBytes } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import {
  type Credentials,
  type Exchange,
  ExchangeFailure,
  type RedirectAnswer,
  type SignInResult,
} from '../exchanges/exchange.ts'
import { hashSecret, sameHash } from '../secrets/tokens.ts'
import { changedOne } from '../storage/storage.ts'
import type { AccountDeps } from './accounts.ts'
import { type ConnectionOwner, loadConnection, type OpenConnection, saveConnection } from './connection-rows.ts'

/** Under this server's public address. */
export const redirectPath = '/api/v1/link/redirect'
export const returnPath = `${redirectPath}/return`

export interface RedirectDeps extends AccountDeps {
  publicUrl: string
}

/** The word for a new connection: its id, and a secret. */
export function newState(connectionId: string): string {
  return `${connectionId}.${randomBytes(32).toString('base64url')}`
}

/** Where the user's window goes first. */
export function redirectUrlOf({ publicUrl }: RedirectDeps, state: string): string {
  return `${publicUrl}${redirectPath}?${new URLSearchParams({ state })}`
}

/**
 * The first step of the window: where it goes next, and the secret of its cookie. Throws `connectionNotFound`.
 */
export async function enterRedirect(deps: RedirectDeps, state: string): Promise<{ url: string; secret: string }> {
  const { row, exchange, pending } = await loadByState(deps, state)
  if (row.state !== 'redirect' || pending.url === undefined) throw new ApiError('connectionNotFound')
  const secret = randomBytes(32).toString('base64url')
  const owner = { sessionId: row.session_id }
  const waiting = { ...pending, window: hashSecret(secret) }
  await saveConnection(deps, owner, exchange, row.id, { state: 'redirect', code_kind: null }, waiting)
  return { url: pending.url, secret }
}

/**
 * The last step of the window. Whatever comes of it is kept with the connection. Throws `connectionNotFound` for an answer that
 * nobody waits for, that comes a second time, or in another window.
 */
export async function returnFromRedirect(
  deps: RedirectDeps,
  state: string,
  secret: string,
  answer: RedirectAnswer,
  settle: (owner: ConnectionOwner, exchange: Exchange, connectionId: string, result: SignInResult) => Promise<unknown>,
): Promise<{ exchange: Exchange; failed: boolean }> {
  const { row, exchange, pending } = await loadByState(deps, state)
  const isThisWindow = pending.window !== undefined && sameHash(pending.window, hashSecret(secret))
  if (!isThisWindow || exchange.finishRedirect === undefined) throw new ApiError('connectionNotFound')
  const claimed = await deps.database.query
    .updateTable('connection')
    .set({ state: 'returned' })
    .where('id', '=', row.id)
    .where('state', '=', 'redirect')
    .executeTakeFirstOrThrow()
  if (!changedOne(claimed)) throw new ApiError('connectionNotFound')
  const owner = { sessionId: row.session_id, clientId: pending.clientId ?? '', userId: pending.userId ?? '' }
  const result = await finish(exchange, pending, answer)
  try {
    await settle(owner, exchange, row.id, result)
    return { exchange, failed: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const failure = { error: error.type, data: JSON.stringify(error.data) }
    await saveConnection(deps, owner, exchange, row.id, { state: 'failed', code_kind: null }, failure)
    return { exchange, failed: true }
  }
}

async function finish(exchange: Exchange, pending: Credentials, answer: RedirectAnswer): Promise<SignInResult> {
  if (answer.code === '' || exchange.finishRedirect === undefined) {
    return { state: 'failed', reason: 'confirmationDeclined' }
  }
  const { url: _, window: __, state: ___, clientId: ____, userId: _____, ...given } = pending
  try {
    return await exchange.finishRedirect(given, answer)
  } catch (error) {
    // The answer was good once: whatever kept it from being used, the user begins anew.
    if (error instanceof ExchangeFailure) return { state: 'failed', reason: 'confirmationExpired' }
    throw error
  }
}

/** The error with which a redirect ended. */
export function failureOfRedirect({ pending }: OpenConnection): ApiError {
  return new ApiError(pending.error as ApiError['type'], JSON.parse(pending.data ?? '{}') as ApiError['data'])
}

async function loadByState(deps: RedirectDeps, state: string): Promise<OpenConnection> {
  const [id = ''] = state.split('.')
  if (!isUuid(id)) throw new ApiError('connectionNotFound')
  const found = await loadConnection(deps, null, id)
  const { state: expected } = found.pending
  if (expected === undefined || !sameHash(hashSecret(expected), hashSecret(state))) {
    throw new ApiError('connectionNotFound')
  }
  return found
}
