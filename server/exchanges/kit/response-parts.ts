// zod schemas of the parts that the responses of all exchanges share.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { ofText } from '../../contract/length-checks.ts'

export const AmountText = z.string().transform((text, context) => {
  const amount = Amount.tryParse(text)
  if (amount === null) context.addIssue({ code: 'custom', message: 'not an amount' })
  return amount ?? Amount.zero
})

/** An id, an address or a name: not empty, with a maximum length. */
export const ShortText = z.string().min(1, ofText).max(300, ofText)
export const AnyText = z.string().max(2_000, ofText)

/** A fee in percent of the amount that is zero. */
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
 * Drops the rows that do not match the schema: one malformed row of a list of assets must not hide the others. Never use it for
 * withdrawals: a dropped row would count as a withdrawal that was never made.
 */
export function readableRows<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const result = schema.safeParse(row)
      return result.success ? [result.data] : []
    }),
  )
}

/** The field `data`, for exchanges that wrap what they return in it. */
export const inData = <T>(schema: z.ZodType<T>) => z.object({ data: schema }).transform((response) => response.data)
export const inResult = <T>(schema: z.ZodType<T>) =>
  z.object({ result: schema }).transform((response) => response.result)
