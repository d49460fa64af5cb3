// Parts that the answers of all exchanges are made of, as zod reads them.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { ofText } from '../../contract/length-checks.ts'

export const AmountText = z.string().transform((text, context) => {
  const amount = Amount.tryParse(text)
  if (amount === null) context.addIssue({ code: 'custom', message: 'not an amount' })
  return amount ?? Amount.zero
})

/** An id, an address, a name: something, and not endless. */
export const ShortText = z.string().min(1, ofText).max(300, ofText)
export const AnyText = z.string().max(2_000, ofText)

/** Of a fee that is a share of the amount: none. */
export const NoShare = z.string().regex(/^(0(\.0*)?)?$/)

/** Seconds since 1970, with or without a fraction. */
export const SecondsTime = z
  .string()
  .regex(/^\d{9,11}(\.\d+)?$/)
  .transform((text) => new Date(Math.floor(Number(text) * 1000)))
/** Milliseconds since 1970. */
export const MillisecondsTime = z
  .string()
  .regex(/^\d{12,14}$/)
  .transform((text) => new Date(Number(text)))

/**
 * Every row that can be read, and the rest left out: one odd row of a list of assets must not hide all the others. Never for
 * withdrawals, where a row that is left out would be one that never was.
 */
export function readableRows<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const result = schema.safeParse(row)
      return result.success ? [result.data] : []
    }),
  )
}
