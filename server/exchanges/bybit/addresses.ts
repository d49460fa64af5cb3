// Addresses that the user saved at Bybit. Bybit sends only to saved addresses, and only in the letter case in which they are saved.

import * as z from 'zod'
import { isSameAddress } from '../../networks/equal-addresses.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText } from '../kit/response-parts.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalTerms } from '../withdrawal.ts'
import { everyRow, pageSize } from './records.ts'

const SavedAddress = z.object({ coin: AnyText, chain: AnyText, address: AnyText, tag: AnyText.nullish() })
const SavedAddresses = z.object({
  result: z.object({ rows: z.array(SavedAddress), nextPageCursor: AnyText.nullish() }),
})

/** The coin of an address that is saved for every coin of its chain. */
const everyCoin = 'baseCoin'

/** The address in the form in which the user saved it; undefined if it is not saved. Throws an ExchangeFailure. */
export async function savedAddress(
  calls: ExchangeCalls,
  credentials: Credentials,
  {
    chain,
    terms: { symbol, address, addressTag },
  }: { chain: string; terms: Pick<WithdrawalTerms, 'symbol' | 'address' | 'addressTag'> },
): Promise<string | undefined> {
  const rows = await everyRow(async (cursor) => {
    const params = { chain, addressType: '0', limit: String(pageSize), ...cursor }
    return (await calls.read(SavedAddresses, { endpoint: 'GET /v5/asset/withdraw/query-address', params, credentials }))
      .result
  })
  const usable = rows.filter(
    (row) => row.chain === chain && (row.coin === symbol || row.coin === everyCoin) && (row.tag ?? '') === addressTag,
  )
  const equal =
    usable.find((row) => row.address === address) ?? usable.find((row) => isSameAddress(row.address, address))
  return equal?.address
}
