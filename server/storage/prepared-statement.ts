// A statement that every request runs: built and compiled once per database, since that costs several times what running it
// does. Only its parameters change.

import type { Compilable, CompiledQuery } from 'kysely'
import type { Query } from './storage.ts'

/**
 * `build` is given a stand-in for each parameter, and must put every one of them into the statement as a value, in their order,
 * and no other value.
 */
export function preparedStatement<Parameters extends string[], Row>(
  build: (query: Query, ...parameters: Parameters) => Compilable<Row>,
): (query: Query, ...parameters: Parameters) => Promise<Row[]> {
  const kept = new WeakMap<Query, CompiledQuery<Row>>()
  return async (query, ...parameters) => {
    const found = kept.get(query) ?? build(query, ...parameters).compile()
    kept.set(query, found)
    if (found.parameters.length !== parameters.length) throw new Error('a kept statement has a value of its own')
    return (await query.executeQuery<Row>({ ...found, parameters })).rows
  }
}
