import * as z from 'zod'
import { ofText } from '../length-checks.ts'

/** Text of bounded length, without control characters (PostgreSQL stores no NUL) and halves of characters. */
export function text(maximum: number) {
  return z
    .string()
    .max(maximum, ofText)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'may not hold control characters')
}
