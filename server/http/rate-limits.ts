// Rate limits: how many requests a client or end user may send, and how often an address may guess. The RateLimit headers state what
// is left, so that a client can slow down before it is refused.

import type { LimitName } from '../config-values.ts'
import { ApiError, type ErrorType } from '../contract/errors.ts'
import type { LimitState } from '../limits/bucket.ts'
import type { Limits } from '../limits/limits.ts'
import { subnetOf } from './caller-address.ts'
import type { AppContext } from './request-context.ts'

/** Throws `rateLimited`. */
export async function countRequest(
  limits: Limits,
  context: AppContext,
  { name, subject }: { name: LimitName; subject: string },
): Promise<void> {
  const state = await limits.take(name, subject)
  setLimitHeaders(limits, context, { name, state })
  if (!state.allowed) throw new ApiError('rateLimited', { seconds: state.seconds })
}

function setLimitHeaders(
  limits: Limits,
  context: AppContext,
  { name, state }: { name: LimitName; state: LimitState },
): void {
  const { quota, windowSeconds } = limits.policies[name]
  const headers = context.get('headers')
  headers['RateLimit-Policy'] = `"${name}";q=${quota};w=${windowSeconds}`
  headers.RateLimit = `"${name}";r=${state.remaining};t=${state.seconds}`
}

// Errors of a wrong guess. Other errors, such as an unavailable exchange, are not counted.
const guesses: ReadonlySet<ErrorType> = new Set([
  'invalidCredentials',
  'linkExpired',
  'signInRejected',
  'codeWrong',
  'codeLocked',
  'refreshTokenInvalid',
])

/** For secrets that are too long to guess. A valid one is never refused, and invalid ones do not limit sign-ins. */
export async function refuseGuesses<T>(limits: Limits, context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isGuess(error)) throw error
    const state = await limits.take('secret', subnetOf(context.get('address')))
    if (state.allowed) throw error
    setLimitHeaders(limits, context, { name: 'secret', state })
    throw new ApiError('rateLimited', { seconds: state.seconds })
  }
}

/** Counts a guess by the caller's network and, if given, the login. */
export async function asAttempt<T>(
  limits: Limits,
  context: AppContext,
  { login, work }: { login: string | null; work: () => Promise<T> },
): Promise<T> {
  const network = subnetOf(context.get('address'))
  const buckets: [LimitName, string][] = [['address', network]]
  if (login !== null) buckets.push(['signIn', `${network} ${login}`])
  // Count before the outcome is known. Otherwise a hundred concurrent guesses would all be allowed.
  const taken: [LimitName, string][] = []
  for (const [name, subject] of buckets) {
    const state = await limits.take(name, subject)
    if (!state.allowed) {
      for (const bucket of taken) await limits.release(...bucket)
      setLimitHeaders(limits, context, { name, state })
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
