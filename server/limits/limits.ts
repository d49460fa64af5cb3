// The limits and their sizes. A normal user or a busy backend stays far below them. Guessing does not.

import type { LimitName } from '../config-values.ts'
import { isPostgres } from '../storage/dialect.ts'
import type { Database } from '../storage/storage.ts'
import type { Buckets, LimitPolicy, LimitState } from './bucket.ts'
import { memoryBuckets } from './memory-buckets.ts'
import { storedBuckets } from './stored-buckets.ts'

interface LimitPolicies extends Record<LimitName, LimitPolicy> {
  /** Requests of one client application. */
  client: LimitPolicy
  /** Requests of one end user in link sessions. */
  user: LimitPolicy
  /** Sign-ins with one login from one address that the exchange refused. */
  signIn: LimitPolicy
  /** Wrong codes entered to send, for one account at an exchange. */
  code: LimitPolicy
  /** Wrong logins and one-time codes from one address. */
  address: LimitPolicy
  /** Wrong link codes, client secrets and refresh tokens from one address: 256 bits each, so a right one is never refused. */
  secret: LimitPolicy
}

export const productionLimits: LimitPolicies = {
  client: { quota: 200, windowSeconds: 2 },
  user: { quota: 100, windowSeconds: 10 },
  signIn: { quota: 10, windowSeconds: 60 },
  code: { quota: 20, windowSeconds: 86_400 },
  address: { quota: 100, windowSeconds: 60 },
  secret: { quota: 100, windowSeconds: 60 },
}

/** High enough for load tests from a single address. Guessing one login is still slow. */
export const sandboxLimits: LimitPolicies = {
  client: { quota: 20_000, windowSeconds: 2 },
  user: { quota: 20_000, windowSeconds: 2 },
  signIn: { quota: 60, windowSeconds: 60 },
  code: { quota: 5_000, windowSeconds: 86_400 },
  address: { quota: 600_000, windowSeconds: 60 },
  secret: { quota: 600_000, windowSeconds: 60 },
}

interface LimitDeps {
  environment: 'sandbox' | 'production'
  database: Database
  now(): Date
  rateLimits?: Partial<LimitPolicies>
}

export interface Limits {
  policies: LimitPolicies
  take(name: LimitName, subject: string): Promise<LimitState>
  release(name: LimitName, subject: string): Promise<void>
}

/** `lasting` holds the limits over a day, which a restart must not reset. */
export function rateLimits(
  policies: LimitPolicies,
  { buckets, now, lasting = buckets }: { buckets: Buckets; now: () => Date; lasting?: Buckets },
): Limits {
  const bucketsOf = (name: LimitName) => (name === 'code' ? lasting : buckets)
  return {
    policies,
    take: (name, subject) => bucketsOf(name).take(`${name}:${subject}`, policies[name], now()),
    release: (name, subject) => bucketsOf(name).release(`${name}:${subject}`, policies[name]),
  }
}

/** Of the environment, with those that the operator has set. */
export function defaultLimits({ environment, database, now, rateLimits: settings }: LimitDeps): Limits {
  const usual = environment === 'sandbox' ? sandboxLimits : productionLimits
  return rateLimits({ ...usual, ...settings }, { buckets: bucketsFor(database), now, lasting: storedBuckets(database) })
}

/** In memory if one process owns the data, otherwise in the database, where they apply across processes. */
export function bucketsFor(database: Database): Buckets {
  return isPostgres(database.query) ? storedBuckets(database) : memoryBuckets()
}
