// Lists of the console.

import * as z from 'zod'
import { plainText } from '../plain-text.ts'

/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** The value of `after` for the next page. Null on the last one. */
  next: string | null
  /** A search with rare results reads so far back at once, and `next` continues there. Null, or missing, if the page is complete. */
  searchedTo?: string | null
}

/** Rows of a page. */
export const pageSize = 50

export const after = z.string().max(300).optional()

const tooShortOrLong = 'must say why, in 5 to 500 characters'

/** Of every action: why the operator acts, for the audit log. It must not name a user. */
export const reason = z
  .string(tooShortOrLong)
  .transform((text) => plainText(text).trim())
  .pipe(z.string().min(5, tooShortOrLong).max(500, tooShortOrLong))
