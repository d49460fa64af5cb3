// A statement that every request runs. Building and compiling it costs several times as much as running it, so both happen once
// per database. Only its parameters change.
//
// SQLite plans some statements again on every run, which takes longer than a small statement: those with a join, with `order by` under a
// condition, or with a parameter as limit. Statements of every request therefore read one table at a time, or use subqueries.

import type { Compilable, CompiledQuery } from 'kysely'
import type { Query } from './storage.ts'

/**
 * `build` receives a placeholder for each parameter. It must use each placeholder as a value of the statement, in order, and no
 * other value.
 */
export function preparedStatement<Parameters extends string[], Row>(
  build: (query: Query, parameters: Parameters) => Compilable<Row>,
): (query: Query, parameters: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<Query, CompiledQuery<Row>>()
  return async (query, parameters) => {
    const found = compiled.get(query) ?? build(query, parameters).compile()
    compiled.set(query, found)
    if (found.parameters.length !== parameters.length)
      throw new Error('a prepared statement contains a value that is not a parameter')
    return (await query.executeQuery<Row>({ ...found, parameters })).rows
  }
}
