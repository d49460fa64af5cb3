// Opens the storage: PostgreSQL if the configuration names one, otherwise the embedded database in the data folder.

import type { Kysely } from 'kysely'
import { checkStore, claimStore } from './environment-mark.ts'
import { openPostgres, openPostgresBeside } from './postgres.ts'
import { openSqlite, openSqliteBeside } from './sqlite.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

export interface StorageSettings {
  databaseUrl: string | null
  dataFolder: string
  environment: string
}

/** For a server. Throws FolderInUse, DatabaseUnreachable, SchemaMismatch or WrongEnvironment. */
export async function openStorage({ databaseUrl, dataFolder, environment }: StorageSettings): Promise<Database> {
  // The mark is read before the schema is migrated: a store of the other environment stays unchanged.
  const check = (query: Kysely<Tables>) => checkStore(query, environment)
  const database =
    databaseUrl === null ? await openSqlite(dataFolder, check) : await openPostgres(databaseUrl, {}, check)
  return closedUnless(database, () => claimStore(database, environment))
}

/**
 * For an operator's command, which may run while a server does. Throws NoDatabase, SchemaMismatch, DatabaseUnreachable or
 * WrongEnvironment.
 */
export async function openStorageBeside({ databaseUrl, dataFolder, environment }: StorageSettings): Promise<Database> {
  const database = databaseUrl === null ? await openSqliteBeside(dataFolder) : await openPostgresBeside(databaseUrl)
  return closedUnless(database, () => checkStore(database.query, environment))
}

async function closedUnless(database: Database, check: () => Promise<void>): Promise<Database> {
  try {
    await check()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
