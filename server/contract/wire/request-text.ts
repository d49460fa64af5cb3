import * as z from 'zod'

/** Text of bounded length without control characters. */
export function text(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((value) => !/\p{Cc}/u.test(value), 'may not hold control characters')
}
