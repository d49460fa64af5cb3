// A statement that every request runs, and whose rows hardly ever change: they are remembered until anything at all in the
// database has changed, so what is answered is always what the database would answer now. Where a change cannot be told
// without a query, nothing is remembered.

import type { Compilable } from 'kysely'
import { preparedStatement } from './prepared-statement.ts'
import type { Database, Query } from './storage.ts'

const maximumRemembered = 5_000

interface Memory<Row> {
  version: string
  rows: Map<string, readonly Row[]>
}

/** `build` as for keptStatement. Never for use within a transaction, which sees what is not committed yet. */
export function rememberedStatement<Parameters extends string[], Row>(
  build: (query: Query, ...parameters: Parameters) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => readonly Row[] | Promise<readonly Row[]> {
  const statement = preparedStatement(build)
  const memories = new WeakMap<Database, Memory<Row>>()
  return (database, ...parameters) => {
    // Read before the rows are: a change that comes between makes them old, never the other way round.
    const version = database.version?.()
    if (version === undefined) return statement(database.query, ...parameters)
    let memory = memories.get(database)
    if (memory?.version !== version) {
      memory = { version, rows: new Map() }
      memories.set(database, memory)
    }
    const key = parameters.join('\0')
    return memory.rows.get(key) ?? ask(memory, key, statement(database.query, ...parameters))
  }
}

async function ask<Row>({ rows }: Memory<Row>, key: string, asked: Promise<Row[]>): Promise<readonly Row[]> {
  const found = await asked
  // What is not there may be asked for in any number of ways.
  if (found.length > 0 && rows.size < maximumRemembered) rows.set(key, found)
  return found
}
