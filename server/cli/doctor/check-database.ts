// `doctor --database`: tries what the server relies on, on a table that only this check uses. It can run beside servers.

import type { Config } from '../../config.ts'
import { hostAddresses } from '../../storage/database-url.ts'
import { DatabaseUnreachable } from '../../storage/postgres.ts'
import { type Session, withTwoSessions } from '../../storage/two-sessions.ts'
import { checkDurability } from './check-data.ts'
import { type CheckResult, failed, note, passed } from './check-result.ts'
import { checkLocks } from './database-locks.ts'
import { checkScratchTables, withScratchTable } from './database-scratch.ts'
import { checkSessions } from './database-sessions.ts'
import { checkSettings, checkVersion, checkWritable } from './database-settings.ts'
import { checkStatements } from './database-statements.ts'

export async function checkDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<CheckResult[]> {
  if (databaseUrl === null) {
    return [note('SQLite is built in and needs no check.', 'To check a PostgreSQL, set DATABASE_URL.')]
  }
  try {
    return await withTwoSessions(databaseUrl, async (first, second, address) => [
      passed(`PostgreSQL at ${address} accepts connections.`),
      ...(await checkServer(first, second, { hostCount: hostAddresses(databaseUrl).length })),
    ])
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof DatabaseUnreachable)
      return [failed(message, 'The server does not start without its database.')]
    return [failed(`The checks ended early: ${message}.`, 'Run the command again.')]
  }
}

/** Later checks need a server that accepts writes and creates tables. */
async function checkServer(first: Session, second: Session, hosts: { hostCount: number }): Promise<CheckResult[]> {
  const results = [await checkVersion(first)]
  const writable = await checkWritable(first)
  results.push(writable)
  if (writable.state === 'error') return results
  results.push(...(await checkSessions(first, second)), ...(await checkSettings(first, hosts)))
  const durability = await checkDurability({ query: first })
  results.push(durability)
  // Every write would wait for a standby.
  if (durability.state === 'error') return results
  const canCreate = await checkScratchTables(first)
  results.push(canCreate)
  if (canCreate.state === 'error') return results
  return withScratchTable(first, async (table) => [
    ...results,
    ...(await checkStatements(first, table)),
    ...(await checkLocks({ first, second, table })),
  ])
}
