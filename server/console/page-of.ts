import { type Page, pageSize } from '../contract/console/page.ts'
import { writeCursor } from '../http/time-cursor.ts'

/** `found`: one more than a page, if there are more. `timeOf`: by which they are ordered. */
export function pageOf<Item extends { createdAt: Date; id: string }>(
  found: readonly Item[],
  timeOf: (item: Item) => Date = ({ createdAt }) => createdAt,
): Page<Item> {
  const rows = found.slice(0, pageSize)
  const last = found.length > pageSize ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : writeCursor({ createdAt: timeOf(last), id: last.id }) }
}
