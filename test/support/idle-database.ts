// A database that returns no rows, for code that only passes it on. It records its statements.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
} from 'kysely'
import type { Database } from '../../server/storage/storage.ts'
import type { Tables } from '../../server/storage/tables.ts'

type DatabaseKind = 'embedded' | 'PostgreSQL'

export function idleDatabase(kind: DatabaseKind = 'embedded'): { database: Database; statements: string[] } {
  const statements: string[] = []
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => (kind === 'PostgreSQL' ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql } }) => {
      statements.push(sql)
    },
  })
  return { database: { query, close: () => query.destroy() }, statements }
}
