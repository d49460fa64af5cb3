// Limits on requests: how many a client or an end user may send, and how often an address may guess. What is left is told in
// the RateLimit headers, so that a client can slow down before it is refused.

import { ApiError, type ErrorType } from '../contract/errors.ts'
import type { LimitState } from '../limits/bucket.ts'
import type { LimitName, Limits } from '../limits/limits.ts'
import { networkOfAddress } from './caller-address.ts'
import type { AppContext } from './request-context.ts'

/** Throws `rateLimited`. */
export async function countRequest(
  limits: Limits,
  context: AppContext,
  name: LimitName,
  subject: string,
): Promise<void> {
  const state = await limits.take(name, subject)
  tellLimit(limits, context, name, state)
  if (!state.allowed) throw new ApiError('rateLimited', { seconds: state.seconds })
}

function tellLimit(limits: Limits, context: AppContext, name: LimitName, state: LimitState): void {
  const { quota, windowSeconds } = limits.policies[name]
  const headers = context.get('headers')
  headers['RateLimit-Policy'] = `"${name}";q=${quota};w=${windowSeconds}`
  headers.RateLimit = `"${name}";r=${state.remaining};t=${state.seconds}`
}

// The refusals that a guess meets. Anything else, an exchange that is down for one, counts for nobody.
const guesses: ReadonlySet<ErrorType> = new Set([
  'invalidCredentials',
  'linkExpired',
  'signInRejected',
  'codeWrong',
  'codeLocked',
  'refreshTokenInvalid',
])

/** For secrets too long to be guessed. A right one is never refused, and wrong ones never limit sign-ins. */
export async function refuseGuesses<T>(limits: Limits, context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isGuess(error)) throw error
    const state = await limits.take('secret', networkOfAddress(context.get('address')))
    if (state.allowed) throw error
    tellLimit(limits, context, 'secret', state)
    throw new ApiError('rateLimited', { seconds: state.seconds })
  }
}

/** For a guess, by the network it comes from and, where there is one, the login it is about. */
export async function asAttempt<T>(
  limits: Limits,
  context: AppContext,
  login: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const network = networkOfAddress(context.get('address'))
  const buckets: [LimitName, string][] = [['address', network]]
  if (login !== null) buckets.push(['signIn', `${network} ${login}`])
  // Counted before the outcome is known, or a hundred guesses at once would all find room.
  const taken: [LimitName, string][] = []
  for (const [name, subject] of buckets) {
    const state = await limits.take(name, subject)
    if (!state.allowed) {
      for (const bucket of taken) await limits.release(...bucket)
      tellLimit(limits, context, name, state)
      throw new ApiError('rateLimited', { seconds: state.seconds })
    }
    taken.push([name, subject])
  }
  try {
    const result = await work()
    for (const bucket of taken) await limits.release(...bucket)
    return result
  } catch (error) {
    if (!isGuess(error)) for (const bucket of taken) await limits.release(...bucket)
    throw error
  }
}

function isGuess(error: unknown): boolean {
  return error instanceof ApiError && guesses.has(error.type)
}
