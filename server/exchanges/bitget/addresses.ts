// The address book of a unified account. Bitget has no endpoint for that of a classic account.

import * as z from 'zod'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText, inData, ShortText } from '../kit/response-parts.ts'
import type { Credentials } from '../sign-in.ts'
import type { OrderedBefore } from '../withdrawal.ts'
import { bitgetNetworkKey } from './tables.ts'

const Entry = z.object({
  chain: AnyText.nullish(),
  address: ShortText,
  memo: AnyText.nullish(),
  type: AnyText.nullish(),
})
type Entry = z.infer<typeof Entry>
const Page = inData(z.object({ addressList: z.array(Entry), cursor: AnyText.nullish() }))

const pageSize = 10
const mostPages = 10

/**
 * Whether the address of an order is certainly not saved. False if the address book is longer than the pages that are read. Throws an
 * ExchangeFailure.
 */
export async function isUnsaved(
  calls: ExchangeCalls,
  credentials: Credentials,
  order: OrderedBefore,
): Promise<boolean> {
  let cursor = ''
  for (let page = 0; page < mostPages; page++) {
    const { addressList, cursor: next } = await calls.read(Page, {
      endpoint: 'GET /api/v3/account/withdraw-address',
      credentials,
      params: { limit: String(pageSize), ...(cursor === '' ? {} : { cursor }) },
      limit: { name: 'addresses' },
    })
    if (addressList.some((entry) => isAddressOf(entry, order))) return false
    if (addressList.length < pageSize || (next ?? '') === '') return true
    cursor = next ?? ''
  }
  return false
}

/** An entry for every EVM chain, or for all chains, names a chain outside our table. */
function isAddressOf({ chain, address, memo, type }: Entry, order: OrderedBefore): boolean {
  if (type === 'internal' || address.toLowerCase() !== order.address.toLowerCase()) return false
  const networkKey = type === 'regular' ? bitgetNetworkKey(chain ?? '') : ''
  return (memo ?? '') === order.addressTag && (networkKey === '' || networkKey === order.networkKey)
}
