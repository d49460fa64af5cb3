// Seals again, with the current master key, what another key sealed. It can be interrupted and run again, and runs beside servers: a
// row changes only if its sealed text is still the one that was read.

import { sql } from 'kysely'
import { keyIdOf, type Sealer, type SealPurpose, sealPurposes } from '../secrets/seal.ts'
import { sealingKeyId } from '../storage/dialect.ts'
import { type Database, inTransaction, pauseFor, type Query } from '../storage/storage.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

/** Servers write between two batches. On the embedded storage they wait for one that is long. */
const batchSize = 25
const betweenBatchesMs = 20
/** Rows that a server wrote in the meantime are read again. */
const passes = 10

export interface ResealDeps {
  database: Database
  sealer: Sealer
  currentKeyId: string
}

export interface Resealed {
  rows: number
  /** Rows that no master key opens, by their column and the id of the key that sealed them. */
  unreadable: { table: string; column: string; keyId: string; rows: number }[]
  /** False if servers continued to seal rows with another key. */
  isComplete: boolean
}

type Row = Record<string, string>

interface Batch {
  rows: Row[]
  changed: number
  unreadable: string[]
}

/** `resealing` receives the number of rows that were sealed again so far. */
export async function reseal(deps: ResealDeps, resealing: (rows: number) => void = () => {}): Promise<Resealed> {
  const result: Resealed = { rows: 0, unreadable: [], isComplete: true }
  for (const purpose of sealPurposes) {
    for (const column of sealedColumns[purpose].filter(({ isResealed }) => isResealed)) {
      const before = result.rows
      const done = await resealColumn(deps, { purpose, column }, (rows) => resealing(before + rows))
      result.rows += done.rows
      result.isComplete &&= done.isComplete
      for (const [keyId, found] of Map.groupBy(done.unreadable, (id) => id)) {
        result.unreadable.push({ table: column.table, column: column.column, keyId, rows: found.length })
      }
    }
  }
  return result
}

interface Place {
  purpose: SealPurpose
  column: SealedColumn
}

async function resealColumn(
  deps: ResealDeps,
  place: Place,
  resealing: (rows: number) => void,
): Promise<{ rows: number; unreadable: string[]; isComplete: boolean }> {
  let rows = 0
  for (let pass = 1; ; pass++) {
    let isComplete = true
    const unreadable: string[] = []
    for (let after: Row | null = null; ; ) {
      const batch = await resealBatch(deps, place, after)
      const last = batch.rows.at(-1)
      if (last === undefined) break
      after = last
      rows += batch.changed
      unreadable.push(...batch.unreadable)
      isComplete &&= batch.changed + batch.unreadable.length === batch.rows.length
      resealing(rows)
      await pauseFor(deps.database, betweenBatchesMs)
    }
    if (isComplete || pass === passes) return { rows, unreadable, isComplete }
  }
}

async function resealBatch(deps: ResealDeps, { purpose, column }: Place, after: Row | null): Promise<Batch> {
  const rows = await nextRows(deps, column, after)
  const unreadable: string[] = []
  const replacements = rows.flatMap((row) => {
    const [owner, before] = [column.owner.map((name) => row[name] ?? ''), row[column.column] ?? '']
    const secret = opened(deps.sealer, purpose, { owner, before })
    if (secret !== null) return [{ row, before, sealed: deps.sealer.seal(purpose, owner, secret) }]
    unreadable.push(keyIdOf(before))
    return []
  })
  if (replacements.length === 0) return { rows, changed: 0, unreadable }
  const changed = await inTransaction(deps.database, (query) => replaceAll(query, column, replacements))
  return { rows, changed, unreadable }
}

function opened(sealer: Sealer, purpose: SealPurpose, { owner, before }: { owner: string[]; before: string }) {
  try {
    return sealer.open(purpose, owner, before)
  } catch {
    return null
  }
}

/** The next rows, in the order of the primary key, that another key sealed. */
async function nextRows({ database: { query }, currentKeyId }: ResealDeps, column: SealedColumn, after: Row | null) {
  const names = [...new Set([...column.primaryKey, ...column.owner, column.column])].map((name) => sql.ref(name))
  const key = sql.join(column.primaryKey.map((name) => sql.ref(name)))
  const rest = after === null ? sql`1 = 1` : sql`(${key}) > (${sql.join(column.primaryKey.map((name) => after[name]))})`
  const select = sql<Row>`select ${sql.join(names)} from ${sql.table(column.table)}
    where ${sql.ref(column.column)} <> '' and ${sealingKeyId(query, column.column)} <> ${currentKeyId} and ${rest}
    order by ${key} limit ${sql.lit(batchSize)}`
  return (await select.execute(query)).rows
}

interface Replacement {
  row: Row
  before: string
  sealed: string
}

/** One statement, so that other writers wait for it only briefly. Returns how many rows it changed. */
async function replaceAll(
  query: Query,
  { table, column, primaryKey }: SealedColumn,
  replacements: readonly Replacement[],
): Promise<number> {
  const rows = replacements.map(
    ({ row, before, sealed }) => sql`(${sql.join([before, sealed, ...primaryKey.map((name) => row[name])])})`,
  )
  const isRow = primaryKey.map(
    (name, at) => sql`${sql.ref(`${table}.${name}`)} = replacement.${sql.ref(`column${at + 3}`)}`,
  )
  const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = replacement.column2
    from (values ${sql.join(rows)}) as replacement
    where ${sql.join(isRow, sql` and `)} and ${sql.ref(`${table}.${column}`)} = replacement.column1`
  return Number((await update.execute(query)).numAffectedRows ?? 0n)
}
