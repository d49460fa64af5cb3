// A list as one parameter, in JSON: the text of a statement does not depend on the length of its list, so it can be prepared
// (prepared-statement.ts).

import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Query } from './storage.ts'

/** The texts of a list, for `in`. */
export function textsOf(query: Query, list: string) {
  return isPostgres(query)
    ? sql<string>`(select value from json_array_elements_text(cast(${list} as json)))`
    : sql<string>`(select value from json_each(${list}))`
}

/** The objects of a list, for `from`. Each is the `value` of its row. */
export function objectsOf(query: Query, list: string) {
  return isPostgres(query)
    ? sql<{ value: unknown }>`jsonb_array_elements(cast(${list} as jsonb))`
    : sql<{ value: unknown }>`json_each(${list})`
}
