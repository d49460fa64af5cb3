// A statement that every request runs, and whose rows hardly ever change: they are remembered until anything at all in the
// database has changed, so what is answered is always what the database would answer now. Where a change cannot be told
// without a query, nothing is remembered.

import type { Compilable } from 'kysely'
import { keptStatement } from './kept-statement.ts'
import type { Database, Query } from './storage.ts'

const maximumRemembered = 5_000

interface Memory<Row> {
  version: string
  rows: Map<string, readonly Row[]>
}

/** `build` as for keptStatement. Never for use within a transaction, which sees what is not committed yet. */
export function rememberedStatement<Parameters extends string[], Row>(
  build: (query: Query, ...parameters: Parameters) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => Promise<readonly Row[]> {
  const statement = keptStatement(build)
  const memories = new WeakMap<Database, Memory<Row>>()
  return async (database, ...parameters) => {
    // Read before the rows are: a change that comes between makes them old, never the other way round.
    const version = database.version?.()
    if (version === undefined) return statement(database.query, ...parameters)
    let memory = memories.get(database)
    if (memory?.version !== version) {
      memory = { version, rows: new Map() }
      memories.set(database, memory)
    }
    const key = parameters.join('\0')
    const remembered = memory.rows.get(key)
    if (remembered !== undefined) return remembered
    const rows = await statement(database.query, ...parameters)
    // What is not there may be asked for in any number of ways.
    if (rows.length > 0 && memory.rows.size < maximumRemembered) memory.rows.set(key, rows)
    return rows
  }
}
