// Paged lists. Each page has the URL of the next one.

import { ExchangeError } from '../../exchange-error.ts'

const defaultLimit = 25
const highestLimit = 300

export interface Page<Item> {
  data: Item[]
  pagination: Record<string, unknown>
}

/** `path` is the path of the list below the base. Throws bad_request. */
export function paged<Item extends { id: string }>(items: Item[], path: string, query: URLSearchParams): Page<Item> {
  const limitText = query.get('limit') ?? String(defaultLimit)
  if (!/^\d{1,4}$/.test(limitText) || Number(limitText) < 1)
    throw new ExchangeError(400, 'bad_request', 'Invalid limit.')
  const limit = Math.min(Number(limitText), highestLimit)
  const after = query.get('starting_after')
  const order = query.get('order') === 'asc' ? 'asc' : 'desc'
  const ordered = order === 'asc' ? items.toReversed() : items
  const start = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  const data = ordered.slice(start, start + limit)
  const last = start + limit < ordered.length ? (data.at(-1)?.id ?? null) : null
  const next = new URLSearchParams({ limit: String(limit), order, starting_after: last ?? '' })
  return {
    data,
    pagination: {
      ending_before: null,
      starting_after: after,
      limit,
      order,
      previous_uri: null,
      next_uri: last === null ? null : `${path}?${next}`,
    },
  }
}
