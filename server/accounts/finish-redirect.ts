// The return from an exchange's sign-in page. A sign-in that this server's page opened ends here. Any other one waits until its user
// has entered, in the returning window, the number that the session shows.

import { randomInt } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import type { Credentials, RedirectResponse, SignInResult } from '../exchanges/sign-in.ts'
import { settleConnection } from './connect-account.ts'
import { type OpenConnection, replaceConnection, saveConnection } from './connection-rows.ts'
import { loadInWindow, namesOf, type RedirectDeps, type RedirectNames } from './redirect-sign-in.ts'

const allowedTries = 3

/** The content of the returning window. */
type ReturnedRedirect =
  | { state: 'connected' | 'failed' }
  | { state: 'numberRequired'; names: RedirectNames; isRetry: boolean }

/**
 * Handles the return of the window from the exchange. A window that waits for its number, or has entered it, gets the state of the
 * sign-in. Throws `connectionNotFound` for an unexpected or repeated return, or one in another window.
 */
export async function returnFromRedirect(
  deps: RedirectDeps,
  { state, secret, response }: { state: string; secret: string; response: RedirectResponse },
): Promise<ReturnedRedirect> {
  const found = await loadInWindow(deps, state, secret)
  const { exchange, pending, row } = found
  if (row.state === 'connected' || row.state === 'failed') return { state: row.state }
  if (row.state === 'confirming') return numberRequired(deps, found)
  if (row.state !== 'redirect' || exchange.finishRedirect === undefined) throw new ApiError('connectionNotFound')
  // Only one request continues from here.
  const claimed = await replaceConnection(deps, found, { state: 'returned', pending })
  const result = await finish(exchange, pending, response)
  if (pending.needsNumber !== 'true' || result.state === 'failed') return end(deps, claimed, result)
  const held = {
    ...savedOf(claimed),
    clientId: pending.clientId ?? '',
    userId: pending.userId ?? '',
    result: JSON.stringify(result),
    number: String(randomInt(100, 1000)),
    triesLeft: String(allowedTries),
  }
  return numberRequired(deps, await replaceConnection(deps, claimed, { state: 'confirming', pending: held }))
}

/**
 * Handles the number that the user entered, or null if the user did not start the sign-in. The window then reads the state.
 * Throws `connectionNotFound` in another window, and for all but one of several concurrent requests.
 */
export async function confirmRedirect(
  deps: RedirectDeps,
  { state, secret, number }: { state: string; secret: string; number: string | null },
): Promise<void> {
  const found = await loadInWindow(deps, state, secret)
  const { pending, row } = found
  if (row.state === 'connected' || row.state === 'failed') return
  if (row.state !== 'confirming') throw new ApiError('connectionNotFound')
  const triesLeft = Number(pending.triesLeft) - 1
  if (number !== null && number !== pending.number && triesLeft > 0) {
    await replaceConnection(deps, found, { state: 'confirming', pending: { ...pending, triesLeft: String(triesLeft) } })
    return
  }
  const claimed = await replaceConnection(deps, found, { state: 'returned', pending })
  if (number === null) await end(deps, claimed, { state: 'failed', reason: 'confirmationDeclined' })
  else if (number !== pending.number) await end(deps, claimed, { state: 'failed', reason: 'codeLocked' })
  else await end(deps, claimed, JSON.parse(pending.result ?? '') as SignInResult)
}

async function numberRequired(deps: RedirectDeps, found: OpenConnection): Promise<ReturnedRedirect> {
  const isRetry = Number(found.pending.triesLeft) < allowedTries
  return { state: 'numberRequired', names: await namesOf(deps, found), isRetry }
}

/** The data by which a window that entered a number finds its result. */
function savedOf({ pending }: OpenConnection): Credentials {
  const { needsNumber, state = '', window = '' } = pending
  return needsNumber === 'true' ? { needsNumber, state, window } : {}
}

async function end(deps: RedirectDeps, claimed: OpenConnection, result: SignInResult): Promise<ReturnedRedirect> {
  const { exchange, pending, row } = claimed
  const user = { sessionId: row.session_id, clientId: pending.clientId ?? '', userId: pending.userId ?? '' }
  const connecting = { user, exchange, connectionId: row.id }
  const saved = savedOf(claimed)
  try {
    await settleConnection(deps, { ...connecting, alsoSealed: saved }, result)
    return { state: 'connected' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // No session is left to read the failure.
    if (error.type === 'sessionEnded') return { state: 'failed' }
    const failure = { ...saved, error: error.type, data: JSON.stringify(error.data) }
    await saveConnection(deps, connecting, { state: 'failed', pending: failure })
    return { state: 'failed' }
  }
}

async function finish(exchange: Exchange, pending: Credentials, response: RedirectResponse): Promise<SignInResult> {
  if (response.code === '' || exchange.finishRedirect === undefined) {
    return { state: 'failed', reason: 'confirmationDeclined' }
  }
  const { url: _, window: __, state: ___, clientId: ____, userId: _____, ...given } = pending
  const { confirmByNumber: ______, needsNumber: _______, ...forExchange } = given
  try {
    return await exchange.finishRedirect(forExchange, response)
  } catch (error) {
    // The code works once. After any failure the user starts again.
    if (error instanceof ExchangeFailure) return { state: 'failed', reason: 'confirmationExpired' }
    throw error
  }
}
