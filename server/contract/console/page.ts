// Lists of the console.

import * as z from 'zod'

/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** The value of `after` for the next page. Null on the last one. */
  next: string | null
}

/** Rows of a page. */
export const pageSize = 50

export const after = z.string().max(300).optional()

/** Of every action: why the operator acts, for the audit log. It must not name a user. */
export const reason = z
  .string('must say why, in 5 to 500 characters')
  .trim()
  .min(5, 'must say why, in 5 to 500 characters')
  .max(500, 'must say why, in 5 to 500 characters')
