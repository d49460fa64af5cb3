// Kraken's responses, as far as the adapter reads them.

import * as z from 'zod'
import type { HttpResponse } from '../http-call.ts'
import { AmountText, AnyText, inResult, readableRows, SecondsTime, ShortText } from '../kit/response-parts.ts'
import { codeOf } from './tables.ts'

const Errors = z.object({ error: z.array(z.string()) })
// The documentation and actual responses name the fields differently.
export const KeyInfo = inResult(
  z.union([
    z.object({ permissions: z.array(z.string()), nonceWindow: z.string(), iban: ShortText }),
    z
      .object({ permissions: z.array(z.string()), nonce_window: z.string(), iban: ShortText })
      .transform(({ nonce_window: nonceWindow, ...rest }) => ({ ...rest, nonceWindow })),
  ]),
)
export const Balances = inResult(
  z.record(
    z.string(),
    z.object({
      balance: AmountText,
      hold_trade: AmountText.nullish(),
      credit: AmountText.nullish(),
      credit_used: AmountText.nullish(),
    }),
  ),
)
export const Method = z.object({
  asset: ShortText,
  method: ShortText,
  network: ShortText,
  minimum: AmountText,
  fee: z.object({ asset: ShortText, fee: AmountText }),
  limits: z.unknown(),
})
export type Method = z.infer<typeof Method>
export const Methods = inResult(readableRows(Method))
export const Addresses = inResult(
  readableRows(
    z.object({
      address: ShortText,
      asset: ShortText,
      key: ShortText,
      verified: z.boolean(),
      method: ShortText,
      tag: AnyText.nullish(),
      memo: AnyText.nullish(),
    }),
  ),
)
export const Info = inResult(z.object({ fee: AmountText }))
export const Row = z.object({
  refid: ShortText,
  asset: ShortText,
  network: AnyText.nullish(),
  info: AnyText,
  txid: AnyText.nullish(),
  amount: AmountText,
  fee: AmountText,
  time: SecondsTime,
  status: ShortText,
  'status-prop': AnyText.nullish(),
  key: AnyText.nullish(),
})
export type Row = z.infer<typeof Row>
const Page = z.object({ withdrawals: z.array(Row), next_cursor: AnyText.nullish() })
export const Rows = inResult(
  z.union([Page, z.array(Row).transform((rows) => ({ withdrawals: rows, next_cursor: null }))]),
)
export const Ordered = inResult(z.object({ refid: ShortText }))
export const Tickers = inResult(z.record(z.string(), z.unknown()))
export const Ticker = z.object({ c: z.tuple([AmountText]).rest(z.unknown()) })
export const SystemStatus = inResult(z.object({ status: z.string() }))

export const Limits = z.array(
  z.object({ limit_type: z.literal('amount'), limits: z.record(z.string(), z.object({ remaining: AmountText })) }),
)

/** Null for a success. Empty for a response without `error`, which is neither a success nor a rejection. */
export function krakenErrors({ body, status }: HttpResponse): string[] | null {
  const errors = Errors.safeParse(body)
  if (!errors.success) return []
  if (errors.data.error.length > 0) return errors.data.error.map(codeOf)
  return status === 200 ? null : []
}
