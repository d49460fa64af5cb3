// Where the data lies: PostgreSQL when the configuration names one, else the embedded database in the data folder.

import { openPostgres, openPostgresBeside } from './postgres.ts'
import { openSqlite, openSqliteBeside } from './sqlite.ts'
import type { Database } from './storage.ts'

export interface StorageSettings {
  databaseUrl: string | null
  dataFolder: string
}

/** For a server. Throws FolderInUse or DatabaseUnreachable. */
export function openStorage({ databaseUrl, dataFolder }: StorageSettings): Promise<Database> {
  return databaseUrl === null ? openSqlite(dataFolder) : openPostgres(databaseUrl)
}

/** For an operator's command, which may run while a server does. Throws NoDatabase, SchemaMismatch or DatabaseUnreachable. */
export function openStorageBeside({ databaseUrl, dataFolder }: StorageSettings): Promise<Database> {
  return databaseUrl === null ? openSqliteBeside(dataFolder) : openPostgresBeside(databaseUrl)
}
