import * as z from 'zod'

/** Text of bounded length, without control characters (PostgreSQL stores no NUL) and halves of characters. */
export function text(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'may not hold control characters')
}
