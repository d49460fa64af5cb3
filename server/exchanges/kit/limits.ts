// The rate limits of an adapter. A bucket allows its whole quota at once and refills meanwhile. So within one window, an exchange can
// receive up to twice the quota less one. A default is chosen so that this is within the documented limit.

import type { CallPolicy } from './tools.ts'

export interface DefaultLimit extends CallPolicy {
  /** Where the exchange documents the limit, and what it states. `notDocumented` if it states none. */
  source: string
}

/** `key` counts the requests of one key, `address` all requests from one of our source addresses. The others count some calls of a key. */
export type DefaultLimits = Readonly<Record<string, DefaultLimit>> & {
  readonly key: DefaultLimit
  readonly address: DefaultLimit
  /** Requests without a key, from one of our source addresses. */
  readonly public?: DefaultLimit
}

/** The limits in force, by name. */
export type Limits<Name extends string = string> = Readonly<Record<Name, CallPolicy>> & { readonly address: CallPolicy }

export const notDocumented = 'Not documented. Our choice.'

/** Limits that the operator has set, by exchange type and name. */
export type LimitsByType = ReadonlyMap<string, Readonly<Record<string, CallPolicy>>>

/** The defaults of an exchange, replaced by those that the operator has set. */
export function limitsOf<Name extends string>(
  type: string,
  defaults: Readonly<Record<Name | 'address', DefaultLimit>>,
  { limits }: { limits?: LimitsByType },
): Limits<Name> {
  const given = limits?.get(type) ?? {}
  const entries = Object.entries<CallPolicy>(defaults).map(([name, { quota, windowSeconds }]) => [
    name,
    given[name] ?? { quota, windowSeconds },
  ])
  return Object.fromEntries(entries)
}
