// A migration that serves the previous version only adds to the schema, and blocks no writes for long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { buildIndex } from '../../../../server/storage/dialect.ts'
import { EmbeddedDialect } from '../../../../server/storage/embedded-dialect.ts'
import { schemaMigrations } from '../../../../server/storage/migrate.ts'
import type { SchemaMigration } from '../../../../server/storage/schema-version.ts'
import type { Tables } from '../../../../server/storage/tables.ts'

interface Schema {
  tables: Set<string>
  /** By table and name. */
  columns: Map<string, { type: string; isRequired: boolean }>
  /** By name: the table. */
  indexes: Map<string, string>
}

test('migrations that serve the previous version only add, and create indexes on its tables concurrently', async () => {
  const query = new Kysely<unknown>({ dialect: new EmbeddedDialect({ database: new Sqlite(':memory:') }) })
  const problems: string[] = []
  for (const [name, migration] of Object.entries<SchemaMigration>(schemaMigrations)) {
    const before = await readSchema(query)
    await migration.up(query)
    const after = await readSchema(query)
    for (const index of migration.indexes ?? []) await buildIndex(query as Kysely<Tables>, index)
    if (migration.servesPreviousVersion) problems.push(...changesOf(before, after).map((each) => `${name}: ${each}`))
  }
  await query.destroy()
  assert.deepEqual(problems, [])
})

test('a renamed column, a new required column and an index on an older table are reported', async () => {
  const query = new Kysely<unknown>({ dialect: new EmbeddedDialect({ database: new Sqlite(':memory:') }) })
  await sql`create table parcel (id integer primary key, label text)`.execute(query)
  const before = await readSchema(query)
  await sql`alter table parcel rename column label to title`.execute(query)
  await sql`create index parcel_title on parcel(title)`.execute(query)
  await sql`create table note (id integer not null, parcel_id integer)`.execute(query)
  await sql`create index note_parcel on note(parcel_id)`.execute(query)
  assert.deepEqual(changesOf(before, await readSchema(query)), [
    'parcel.label is gone or changed',
    'parcel_title on parcel belongs to `indexes`',
  ])
  await query.destroy()
})

function changesOf(before: Schema, after: Schema): string[] {
  const lost = [...before.columns].filter(([name, { type }]) => after.columns.get(name)?.type !== type)
  const required = [...after.columns].filter(
    ([name, { isRequired }]) =>
      isRequired && !before.columns.has(name) && before.tables.has(name.slice(0, name.indexOf('.'))),
  )
  const added = [...after.indexes].filter(([name, table]) => !before.indexes.has(name) && before.tables.has(table))
  return [
    ...lost.map(([name]) => `${name} is gone or changed`),
    ...required.map(([name]) => `${name} is required`),
    ...[...before.indexes.keys()].filter((name) => !after.indexes.has(name)).map((name) => `${name} is gone`),
    ...added.map(([name, table]) => `${name} on ${table} belongs to \`indexes\``),
  ]
}

async function readSchema(query: Kysely<unknown>): Promise<Schema> {
  const tables = await query.introspection.getTables()
  const columns = tables.flatMap((table) =>
    table.columns.map(({ name, dataType, isNullable, hasDefaultValue }) => {
      const isRequired = !isNullable && !hasDefaultValue
      return [`${table.name}.${name}`, { type: dataType.toLowerCase(), isRequired }] as const
    }),
  )
  const { rows } = await sql<{ name: string; tbl_name: string }>`
    select name, tbl_name from sqlite_master where type = 'index'`.execute(query)
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: new Map(columns),
    indexes: new Map(rows.map((row) => [row.name, row.tbl_name])),
  }
}
