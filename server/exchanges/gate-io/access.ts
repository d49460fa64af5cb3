// Permissions at Gate: whether a key may withdraw, and the addresses in the user's address book.

import * as z from 'zod'
import { isSameAddress } from '../../networks/equal-addresses.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText } from '../kit/response-parts.ts'
import { wordOf } from '../kit/tables.ts'
import type { Credentials } from '../sign-in.ts'
import type { OrderedBefore } from '../withdrawal.ts'
import { networkKeys } from './tables.ts'
import { AnyUpperText } from './text.ts'

const Key = z.object({
  key: z.unknown(),
  state: z.string().optional(),
  perms: z.array(z.object({ name: AnyText, read_only: z.boolean().optional() })).nullish(),
})
// Gate documents both forms: all keys of the account, or the key of the request.
const Keys = z.union([z.array(Key), Key.transform((key) => [{ ...key, key: '' }])])
const Saved = z.array(
  z.object({ currency: AnyUpperText, chain: AnyUpperText, address: AnyText, tag: AnyText.nullish() }),
)

const pageSize = 100
const mostPages = 50

export async function mayWithdraw(calls: ExchangeCalls, credentials: Credentials): Promise<boolean> {
  const keys = await calls.read(Keys, { endpoint: 'GET /api/v4/account/main_keys', credentials })
  const matching = keys.filter(({ key }) => isMaskOf(key, credentials.apiKey ?? ''))
  const [key] = matching
  if (key === undefined || matching.length > 1) return false
  // Without a list of permissions the key is accepted: Gate refuses the order of a key that may not withdraw.
  return key.perms?.some(({ name, read_only }) => /^withdraw(al)?$/.test(name) && read_only !== true) ?? true
}

/**
 * Whether the address is in the address book. Gate accepts a saved address once it is verified, or 24 hours after its first use on the
 * web. No endpoint states either, so an order to a saved address is tried again.
 */
export async function isSaved(calls: ExchangeCalls, credentials: Credentials, order: OrderedBefore): Promise<boolean> {
  const chain = wordOf(networkKeys, order.networkKey) ?? ''
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

/** Gate lists keys by their first characters, followed by asterisks. */
function isMaskOf(listed: unknown, apiKey: string): boolean {
  if (typeof listed !== 'string') return false
  const beginning = listed.replace(/\*+$/, '')
  return (
    listed === '' ||
    listed === apiKey ||
    (beginning.length >= 6 && listed !== beginning && apiKey.startsWith(beginning))
  )
}
