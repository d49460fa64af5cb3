/** An index that a migration adds to a table that may already have many rows (`indexes` in `schema-version.ts`). */
export interface SchemaIndex {
  name: string
  unique?: boolean
  /** What follows `on`: the table with its columns, and a condition. For example `transfer(client_id, created_at)`. */
  on: string | { postgres: string; sqlite: string }
}
