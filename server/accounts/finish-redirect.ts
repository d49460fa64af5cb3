// Signing in on the exchange's own page: the way back. A sign-in that our own page opened ends here. Any other one is held until
// its user has entered, in the returning window, the number that the session shows.

import { randomInt } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import {
  type Credentials,
  type Exchange,
  ExchangeFailure,
  type RedirectAnswer,
  type SignInResult,
} from '../exchanges/exchange.ts'
import { settle } from './connect-account.ts'
import { type OpenConnection, replaceConnection, saveConnection } from './connection-rows.ts'
import { loadInWindow, namesOf, type RedirectDeps, type RedirectNames } from './redirect-sign-in.ts'

const allowedTries = 3

/** What the returning window shows. */
export type ReturnedRedirect =
  | { state: 'connected' | 'failed' }
  | { state: 'numberRequired'; names: RedirectNames; isRetry: boolean }

/**
 * The exchange has led the window back. A window that waits for its number, or has entered it, sees where the sign-in stands.
 * Throws `connectionNotFound` for an answer that no sign-in waits for, that comes a second time, or in another window.
 */
export async function returnFromRedirect(
  deps: RedirectDeps,
  state: string,
  secret: string,
  answer: RedirectAnswer,
): Promise<ReturnedRedirect> {
  const found = await loadInWindow(deps, state, secret)
  const { exchange, pending, row } = found
  if (row.state === 'connected' || row.state === 'failed') return { state: row.state }
  if (row.state === 'confirming') return numberRequired(deps, found)
  if (row.state !== 'redirect' || exchange.finishRedirect === undefined) throw new ApiError('connectionNotFound')
  // Only one request goes on from here.
  const claimed = await replaceConnection(deps, found, 'returned', pending)
  const result = await finish(exchange, pending, answer)
  if (pending.needsNumber !== 'true' || result.state === 'failed') return end(deps, claimed, result)
  const held = {
    ...rememberedOf(claimed),
    clientId: pending.clientId ?? '',
    userId: pending.userId ?? '',
    result: JSON.stringify(result),
    number: String(randomInt(100, 1000)),
    triesLeft: String(allowedTries),
  }
  return numberRequired(deps, await replaceConnection(deps, claimed, 'confirming', held))
}

/**
 * The user entered a number, or said that the sign-in is not theirs (null). The window then reads where it stands.
 * Throws `connectionNotFound` in another window, and for all but one of several requests at once.
 */
export async function confirmRedirect(
  deps: RedirectDeps,
  state: string,
  secret: string,
  number: string | null,
): Promise<void> {
  const found = await loadInWindow(deps, state, secret)
  const { pending, row } = found
  if (row.state === 'connected' || row.state === 'failed') return
  if (row.state !== 'confirming') throw new ApiError('connectionNotFound')
  const triesLeft = Number(pending.triesLeft) - 1
  if (number !== null && number !== pending.number && triesLeft > 0) {
    await replaceConnection(deps, found, 'confirming', { ...pending, triesLeft: String(triesLeft) })
    return
  }
  const claimed = await replaceConnection(deps, found, 'returned', pending)
  if (number === null) await end(deps, claimed, { state: 'failed', reason: 'confirmationDeclined' })
  else if (number !== pending.number) await end(deps, claimed, { state: 'failed', reason: 'codeLocked' })
  else await end(deps, claimed, JSON.parse(pending.result ?? '') as SignInResult)
}

async function numberRequired(deps: RedirectDeps, found: OpenConnection): Promise<ReturnedRedirect> {
  const isRetry = Number(found.pending.triesLeft) < allowedTries
  return { state: 'numberRequired', names: await namesOf(deps, found), isRetry }
}

/** A window that enters a number finds its result by these. */
function rememberedOf({ pending }: OpenConnection): Credentials {
  const { needsNumber, state = '', window = '' } = pending
  return needsNumber === 'true' ? { needsNumber, state, window } : {}
}

async function end(deps: RedirectDeps, claimed: OpenConnection, result: SignInResult): Promise<ReturnedRedirect> {
  const { exchange, pending, row } = claimed
  const owner = { sessionId: row.session_id, clientId: pending.clientId ?? '', userId: pending.userId ?? '' }
  const remembered = rememberedOf(claimed)
  try {
    await settle(deps, owner, exchange, row.id, result, remembered)
    return { state: 'connected' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // There is no session that could read the failure.
    if (error.type === 'sessionEnded') return { state: 'failed' }
    const failure = { ...remembered, error: error.type, data: JSON.stringify(error.data) }
    await saveConnection(deps, owner, exchange, row.id, { state: 'failed', code_kind: null }, failure)
    return { state: 'failed' }
  }
}

async function finish(exchange: Exchange, pending: Credentials, answer: RedirectAnswer): Promise<SignInResult> {
  if (answer.code === '' || exchange.finishRedirect === undefined) {
    return { state: 'failed', reason: 'confirmationDeclined' }
  }
  const { url: _, window: __, state: ___, clientId: ____, userId: _____, ...given } = pending
  const { confirmByNumber: ______, needsNumber: _______, ...forExchange } = given
  try {
    return await exchange.finishRedirect(forExchange, answer)
  } catch (error) {
    // The code works once: after any failure the user starts again.
    if (error instanceof ExchangeFailure) return { state: 'failed', reason: 'confirmationExpired' }
    throw error
  }
}
