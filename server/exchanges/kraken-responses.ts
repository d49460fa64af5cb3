// What Kraken returns, as far as the adapter reads it.

import * as z from 'zod'
import type { HttpResponse } from './http-call.ts'
import { AmountText, AnyText, readableRows, SecondsTime, ShortText } from './kit/answer-parts.ts'
import { codeOf } from './kraken-tables.ts'

const Errors = z.object({ error: z.array(z.string()) })
const result = <T>(schema: z.ZodType<T>) => z.object({ result: schema }).transform((answer) => answer.result)

// Its documentation names the fields in one way, and has answered in the other.
export const KeyInfo = result(
  z.union([
    z.object({ permissions: z.array(z.string()), nonceWindow: z.string(), iban: ShortText }),
    z
      .object({ permissions: z.array(z.string()), nonce_window: z.string(), iban: ShortText })
      .transform(({ nonce_window: nonceWindow, ...rest }) => ({ ...rest, nonceWindow })),
  ]),
)
export const Balances = result(
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
export const Methods = result(readableRows(Method))
export const Addresses = result(
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
export const Info = result(z.object({ fee: AmountText }))
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
export const Rows = result(
  z.union([Page, z.array(Row).transform((rows) => ({ withdrawals: rows, next_cursor: null }))]),
)
export const Ordered = result(z.object({ refid: ShortText }))
export const Tickers = result(z.record(z.string(), z.unknown()))
export const Ticker = z.object({ c: z.tuple([AmountText]).rest(z.unknown()) })
export const SystemStatus = result(z.object({ status: z.string() }))

export const Limits = z.array(
  z.object({ limit_type: z.literal('amount'), limits: z.record(z.string(), z.object({ remaining: AmountText })) }),
)

/** Null for a success. An answer that does not say so is neither. */
export function errorsOf({ body, status }: HttpResponse): string[] | null {
  const errors = Errors.safeParse(body)
  if (!errors.success) return []
  if (errors.data.error.length > 0) return errors.data.error.map(codeOf)
  return status === 200 ? null : []
}
