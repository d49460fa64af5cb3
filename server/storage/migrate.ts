// Brings a database to the newest schema, each migration once, in order, in a transaction of its own.

import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as first from './migrations/0001-first.ts'
import type { Tables } from './tables.ts'

const migrations: Record<string, Migration> = { '0001-first': first }

export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
