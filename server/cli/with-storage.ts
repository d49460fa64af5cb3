// Opens the storage of this environment's server while a command runs. The server may be running.

import { readConfig } from '../config.ts'
import { openStorageBeside } from '../storage/open.ts'
import type { Database } from '../storage/storage.ts'
import type { Terminal } from './command.ts'

export async function withStorage<T>({ environment }: Terminal, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openStorageBeside(readConfig(environment))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
