// Pages of a list that is ordered by a time and an id.

import { type Page, pageSize } from '../contract/console/page.ts'
import { ConsoleError } from './console-error.ts'

export interface Key {
  at: number
  id: string
}

/** Throws `invalidField`. */
export function readKey(after: string | undefined): Key | undefined {
  if (after === undefined) return undefined
  const [, at, id] = /^(\d{1,15})\.(.{1,200})$/.exec(after) ?? []
  if (id !== undefined) return { at: Number(at), id }
  throw new ConsoleError('invalidField', { field: 'after', message: 'after must be what the previous page returned.' })
}

/** `found`: one more than a page, if there are more. */
export function pageOf<Item, Row>(
  found: readonly Item[],
  { keyOf, rowOf }: { keyOf(item: Item): Key; rowOf(item: Item, index: number): Row },
): Page<Row> {
  const items = found.slice(0, pageSize)
  const last = items.at(-1)
  const key = found.length > pageSize && last !== undefined ? keyOf(last) : null
  return { rows: items.map(rowOf), next: key === null ? null : `${key.at}.${key.id}` }
}
