// What a key of Gate may do: its permission to withdraw, and the addresses that it may withdraw to.

import * as z from 'zod'
import { type Credentials, ExchangeFailure, type OrderedBefore } from './exchange.ts'
import { networkKeys } from './gate-io-tables.ts'
import { AnyUpperText } from './gate-io-text.ts'
import { AnyText } from './kit/answer-parts.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'

const Key = z.object({
  key: z.unknown(),
  state: z.string().optional(),
  perms: z.array(z.object({ name: AnyText, read_only: z.boolean().optional() })).nullish(),
})
// All keys of the account, or the one of the request: both are documented.
const Keys = z.union([z.array(Key), Key.transform((key) => [{ ...key, key: '' }])])
const Saved = z.array(
  z.object({ currency: AnyUpperText, chain: AnyUpperText, address: AnyText, tag: AnyText.nullish() }),
)

const pageSize = 100
const mostPages = 50

export async function mayWithdraw(calls: ExchangeCalls, credentials: Credentials): Promise<boolean> {
  const keys = await calls.read(Keys, { endpoint: 'GET /api/v4/account/main_keys', credentials })
  const own = keys.filter(({ key }) => isMaskOf(key, credentials.apiKey ?? ''))
  const [key] = own
  if (key === undefined || own.length > 1) return false
  // Without a list nothing is known. Gate refuses the order of a key that may not withdraw, and nothing is made.
  return key.perms?.some(({ name, read_only }) => /^withdraw(al)?$/.test(name) && read_only !== true) ?? true
}

/**
 * Whether the address is in the address book. Gate accepts a saved address once it is verified, or used on the web 24 hours ago,
 * which no record shows: so a saved address is worth another try.
 */
export async function isSaved(calls: ExchangeCalls, credentials: Credentials, order: OrderedBefore): Promise<boolean> {
  const chain = Object.keys(networkKeys).find((name) => networkKeys[name] === order.networkKey) ?? ''
  for (let page = 1; page <= mostPages; page++) {
    const params = { currency: order.symbol, chain, limit: String(pageSize), page: String(page) }
    const saved = await calls.read(Saved, { endpoint: 'GET /api/v4/wallet/saved_address', params, credentials })
    const isThere = saved.some(
      (entry) =>
        entry.currency === order.symbol &&
        entry.chain === chain &&
        isSameAddress(entry.address, order.address) &&
        (entry.tag ?? '') === order.addressTag,
    )
    if (isThere || saved.length < pageSize) return isThere
  }
  throw new ExchangeFailure('unavailable')
}

/** Keys are listed by their beginning, with stars for the rest. */
function isMaskOf(listed: unknown, apiKey: string): boolean {
  if (typeof listed !== 'string') return false
  const beginning = listed.replace(/\*+$/, '')
  return (
    listed === '' ||
    listed === apiKey ||
    (beginning.length >= 6 && listed !== beginning && apiKey.startsWith(beginning))
  )
}

// Letters of an EVM address carry a checksum alone; those of the others are the address.
function isSameAddress(one: string, other: string): boolean {
  return one === other || (/^0x/.test(one) && one.toLowerCase() === other.toLowerCase())
}
