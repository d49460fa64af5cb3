// The way to an exchange's sign-in page. It starts at this server, in the window that also returns: the first step sets a cookie, and
// only a window with that cookie may return. The `state` parameter names the connection and works once. The session that started the
// sign-in reads its result from the connection.

import { randomBytes } from 'node:crypto'
import { clientById } from '../clients/clients.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { plainText } from '../contract/plain-text.ts'
import { hashSecret, sameHash } from '../secrets/tokens.ts'
import type { AccountDeps } from './accounts.ts'
import { loadConnection, type OpenConnection, replaceConnection } from './connection-rows.ts'

/** Path below this server's public URL. */
export const redirectPath = '/api/v1/link/redirect'
export const returnPath = `${redirectPath}/return`
export const confirmPath = `${redirectPath}/confirm`

export interface RedirectDeps extends AccountDeps {
  publicUrl: string
}

/** Facts about a sign-in that a page of this server shows. */
export interface RedirectNames {
  appName: string
  /** The app's id of its user. */
  userId: string
  exchangeName: string
}

/** The `state` of a new connection: its id and a secret. */
export function newState(connectionId: string): string {
  return `${connectionId}.${randomBytes(32).toString('base64url')}`
}

/** The first URL of the user's window. */
export function redirectUrlOf({ publicUrl }: RedirectDeps, state: string): string {
  return `${publicUrl}${redirectPath}?${new URLSearchParams({ state })}`
}

/** For a window that did not come from a page of this server. Has no effect. Throws `connectionNotFound`. */
export async function describeRedirect(
  deps: RedirectDeps,
  state: string,
): Promise<RedirectNames & { mayContinue: boolean }> {
  const found = await loadWaiting(deps, state)
  return { ...(await namesOf(deps, found)), mayContinue: found.pending.confirmByNumber === 'true' }
}

/**
 * The first step of the window. Returns its next URL and the secret of its cookie. A window that this server's page did not open needs
 * a number at the end, and a session that shows it. Throws `connectionNotFound`.
 */
export async function enterRedirect(
  deps: RedirectDeps,
  state: string,
  from: 'ownPage' | 'otherWindow',
): Promise<{ url: string; secret: string }> {
  const found = await loadWaiting(deps, state)
  const { url = '', needsNumber: _, ...pending } = found.pending
  const isOther = from === 'otherWindow'
  if (isOther && pending.confirmByNumber !== 'true') throw new ApiError('connectionNotFound')
  const secret = randomBytes(32).toString('base64url')
  const entered = { ...pending, url, window: hashSecret(secret), ...(isOther && { needsNumber: 'true' }) }
  await replaceConnection(deps, found, { state: 'redirect', pending: entered })
  return { url, secret }
}

/** The error with which a redirect ended. */
export function failureOfRedirect({ pending }: OpenConnection): ApiError {
  return new ApiError(pending.error as ApiError['type'], JSON.parse(pending.data ?? '{}') as ApiError['data'])
}

export async function namesOf(deps: RedirectDeps, { exchange, pending }: OpenConnection): Promise<RedirectNames> {
  const { clientId = '', userId = '' } = pending
  const app = await clientById(deps.database.query, clientId)
  return { appName: app?.name ?? '', userId: plainText(userId), exchangeName: exchange.name }
}

/** Throws `connectionNotFound` in any window other than the one that went to the exchange. */
export async function loadInWindow(deps: RedirectDeps, state: string, secret: string): Promise<OpenConnection> {
  const found = await loadByState(deps, state)
  const { window } = found.pending
  if (window === undefined || !sameHash(window, hashSecret(secret))) throw new ApiError('connectionNotFound')
  return found
}

/** Finds a connection whose window has not returned yet. */
async function loadWaiting(deps: RedirectDeps, state: string): Promise<OpenConnection> {
  const found = await loadByState(deps, state)
  if (found.row.state !== 'redirect') throw new ApiError('connectionNotFound')
  return found
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
