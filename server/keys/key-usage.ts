// Which master keys sealed the rows of the database.

import { sql } from 'kysely'
import { sealingKeyId } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'
import { sealedColumns } from './sealed-columns.ts'

export interface KeyUsage {
  keyId: string
  table: string
  column: string
  rows: number
}

/** Reads every row that holds sealed text. */
export async function readKeyUsage(query: Query): Promise<KeyUsage[]> {
  const usage: KeyUsage[] = []
  for (const { table, column } of Object.values(sealedColumns).flat()) {
    const keyId = sealingKeyId(query, column)
    const counts = sql<{ keyId: string; rows: number }>`
      select ${keyId} as ${sql.ref('keyId')}, count(*) as ${sql.ref('rows')} from ${sql.table(table)}
      where ${sql.ref(column)} <> '' group by ${keyId} order by ${keyId}`
    for (const row of (await counts.execute(query)).rows) usage.push({ ...row, table, column })
  }
  return usage
}
