import * as z from 'zod'
import { parseTime } from '../time.ts'

/** A time in a request, as a `Date`. */
export const RequestTime = z
  .string()
  .refine(
    (value) => parseTime(value) !== null,
    'must be a day such as 2026-11-20, or a time with its zone such as 2026-11-20T14:02:00Z',
  )
  .meta({ format: 'date-time' })
  .transform((value) => parseTime(value) as Date)
