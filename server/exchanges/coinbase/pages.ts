// Coinbase's lists, which come in pages.

import * as z from 'zod'
import { ExchangeFailure } from '../exchange-failure.ts'
import { AnyText } from '../kit/response-parts.ts'

export const pageSize = '100'
const mostPages = 100

export const Pagination = z.object({ next_uri: AnyText.nullish() })

interface Listed<Row> {
  data: Row[]
  pagination: z.infer<typeof Pagination>
}

/** Throws an ExchangeFailure unless the last page, or a row that is old enough, was read. */
export async function allPages<Row extends { id: string }>(
  read: (after: { starting_after?: string }) => Promise<Listed<Row>>,
  isOldEnough: (row: Row) => boolean = () => false,
): Promise<Row[]> {
  const rows: Row[] = []
  const seen = new Set<string>()
  let after: { starting_after?: string } = {}
  for (;;) {
    const { data, pagination } = await read(after)
    rows.push(...data)
    if (!pagination.next_uri || data.some(isOldEnough)) return rows
    const next = data.at(-1)?.id
    if (next === undefined || seen.has(next) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
    seen.add(next)
    after = { starting_after: next }
  }
}
