// When PostgreSQL last made a base backup. Each leaves a history file in the folder of the WAL until the next one. One that was made on a
// standby, and a snapshot, leave none.

import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The role has no right to see the folder, or the engine has none. */
const hiddenStates = ['42501', '42883']

export type BaseBackup = { kind: 'made'; at: Date } | { kind: 'none' } | { kind: 'hidden' }

export async function readLastBaseBackup(query: Kysely<Tables>): Promise<BaseBackup> {
  const newest = sql<{ at: number | null }>`select (extract(epoch from max(modification)) * 1000)::int8 as at
    from pg_ls_waldir() where name like '%.backup'`
  try {
    const at = (await newest.execute(query)).rows[0]?.at ?? null
    return at === null ? { kind: 'none' } : { kind: 'made', at: new Date(at) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && hiddenStates.includes(String(error.code)))
      return { kind: 'hidden' }
    throw error
  }
}
