// A statement that every request runs. Building and compiling it costs several times as much as running it, so both happen once for each
// kind of database. Only its values change. PostgreSQL also parses it once per connection and not on every run.
//
// SQLite plans some statements again on every run, which takes longer than a small statement: those with a join, with `order by` under a
// condition, or with a parameter as limit. Statements of every request therefore read one table at a time, or use subqueries.

import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Query } from './storage.ts'

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const names = new Map<string, string>()

/** The name under which PostgreSQL stores a prepared statement; undefined for any other text. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql)
}

/**
 * `build` runs once and receives a placeholder for each value. It must pass each of them to the statement unchanged: it can neither
 * compute with a placeholder nor compare it. Every call of the result names the same values.
 */
export function preparedStatement<Values extends object, Row>(
  build: (query: Query, values: Values) => Compilable<Row>,
): (query: Query, values: Values) => Promise<QueryResult<Row>> {
  const compiled = new Map<boolean, CompiledQuery<Row>>()
  return (query, values) => {
    const isServer = isPostgres(query)
    const found = compiled.get(isServer) ?? compile(build(query, placeholdersFor(values)), values)
    compiled.set(isServer, found)
    const parameters = found.parameters.map((parameter) => parameterOf(parameter, values))
    return query.executeQuery<Row>({ ...found, parameters })
  }
}

function placeholdersFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Placeholder(name)])) as Values
}

function compile<Row>(statement: Compilable<Row>, values: object): CompiledQuery<Row> {
  const compiled = statement.compile()
  const used = new Set(compiled.parameters.map((parameter) => parameter instanceof Placeholder && parameter.name))
  const unused = Object.keys(values).filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`a prepared statement does not contain its values ${unused.join(', ')}`)
  // PostgreSQL refuses to run it after a migration has added a column, because its result would change.
  if (/(select |returning |, |\.)\*/.test(compiled.sql)) throw new Error('a prepared statement must list its columns')
  // The name depends only on the text. Behind a pooler, another process may have stored a statement under the same name.
  names.set(compiled.sql, hash('sha256', compiled.sql, 'base64url'))
  return compiled
}

function parameterOf(parameter: unknown, values: object): unknown {
  if (!(parameter instanceof Placeholder)) return parameter
  const value = (values as Record<string, unknown>)[parameter.name]
  if (value === undefined) throw new Error(`a prepared statement was run without its value ${parameter.name}`)
  return value
}
