// Copies all rows of one database into another, empty one. Each table is copied in one transaction, then read back and compared before
// the next one begins.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, type Query } from './storage.ts'
import type { Tables } from './tables.ts'

/** Every table with its primary key. A table comes after those that its foreign keys refer to. */
export const tablesInOrder: readonly (readonly [keyof Tables, readonly string[]])[] = [
  ['client', ['id']],
  ['client_secret', ['id']],
  ['callback_url', ['client_id', 'url']],
  ['sign_in', ['id']],
  ['account', ['id']],
  ['token', ['hash']],
  ['link', ['id']],
  ['link_session', ['id']],
  ['session_account', ['session_id', 'account_id']],
  ['connection', ['id']],
  ['token_delivery', ['sign_in_id']],
  ['preview', ['id']],
  ['transfer', ['id']],
  ['attempt', ['transfer_id', 'n']],
  ['transfer_event', ['transfer_id', 'n']],
  ['idempotency_key', ['client_id', 'key_hash']],
  ['rate_bucket', ['id']],
  ['exchange_key', ['id']],
  ['wallet_watch', ['transfer_id']],
  ['wallet_message', ['transfer_id']],
  ['store', ['id']],
  ['server_process', ['id']],
  ['wallet_challenge', ['id']],
  ['wallet_ownership', ['client_id', 'user_id', 'address', 'network_key']],
  ['sending_pause', ['scope']],
  ['operator_limit', ['client_id', 'name']],
  ['daily_usage', ['client_id', 'user_id', 'day']],
  ['allowed_destination', ['client_id', 'network_id', 'address', 'address_tag']],
  ['known_destination', ['client_id', 'user_id', 'network_id', 'address', 'address_tag']],
  ['erasure', ['client_id', 'user_id']],
  ['audit_entry', ['n']],
  ['operator', ['id']],
  ['operator_passkey', ['id']],
  ['operator_code', ['hash']],
  ['operator_challenge', ['hash']],
  ['operator_session', ['hash']],
  ['resolve_proposal', ['transfer_id']],
  ['transfer_summary', ['period', 'starts_at', 'exchange_type', 'network_key', 'symbol', 'result']],
  ['client_event', ['id']],
  ['webhook_endpoint', ['id']],
  ['webhook_message', ['event_id', 'format']],
  ['webhook_delivery', ['endpoint_id', 'event_id']],
  ['webhook_attempt', ['endpoint_id', 'event_id', 'n']],
]

const pageSize = 500

/** The target was not empty, or its rows differ from those of the source after copying. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefused'
  }
}

export interface CopiedTable {
  table: string
  rows: number
  /** The sum of the SHA-256 of all rows, in hex. It does not depend on the order of the rows. */
  digest: string
}

type Row = Record<string, string | number | null>

/** Throws CopyRefused. `copying` receives the number of rows of a table that have been written so far. */
export async function copyStorage(
  source: Database,
  target: Database,
  copying: (table: string, rows: number) => void = () => {},
): Promise<CopiedTable[]> {
  for (const [table] of tablesInOrder) await refuseRows(target, table)
  const copied: CopiedTable[] = []
  for (const [table, key] of tablesInOrder) {
    const left = await inTransaction(target, (query) => copyTable(source, query, { table, key, copying }))
    const arrived = digestOf(table)
    for await (const page of pagesOf(target.query, table, key)) arrived.add(page)
    if (arrived.result().rows !== left.rows || arrived.result().digest !== left.digest) {
      throw new CopyRefused(
        `Table ${table} differs after copying: ${left.rows} rows were copied, ${arrived.result().rows} were found.`,
      )
    }
    copied.push(left)
  }
  return copied
}

async function refuseRows(target: Database, table: keyof Tables): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(target.query)
  if (rows.length > 0) {
    throw new CopyRefused(`The target is not empty: table ${table} has rows. Use a new, empty database.`)
  }
}

async function copyTable(
  source: Database,
  target: Query,
  {
    table,
    key,
    copying,
  }: { table: keyof Tables; key: readonly string[]; copying: (table: string, rows: number) => void },
): Promise<CopiedTable> {
  const digest = digestOf(table)
  copying(table, 0)
  for await (const page of pagesOf(source.query, table, key)) {
    // Both databases have the same tables, so a row of one has the type of the other.
    await target
      .insertInto(table)
      .values(page as never)
      .execute()
    digest.add(page)
    copying(table, digest.result().rows)
  }
  return digest.result()
}

/** All rows in the order of their primary key, a page at a time. */
async function* pagesOf(query: Query, table: keyof Tables, key: readonly string[]): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after = sql`1 = 1`
  for (;;) {
    const statement = sql<Row>`select * from ${sql.table(table)} where ${after} order by ${columns} limit ${sql.lit(pageSize)}`
    const { rows } = await statement.execute(query)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

// Sorted texts differ between databases, so the digest must not depend on the order.
function digestOf(table: string): { add(rows: Row[]): void; result(): CopiedTable } {
  let count = 0
  let sum = 0n
  return {
    add(rows) {
      count += rows.length
      for (const row of rows) {
        const text = JSON.stringify(
          Object.keys(row)
            .sort()
            .map((column) => [column, row[column]]),
        )
        sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
      }
    },
    result: () => ({ table, rows: count, digest: sum.toString(16).padStart(64, '0') }),
  }
}
