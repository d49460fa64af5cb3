// A store belongs to the environment whose server first opened it; the other environment refuses to open it.

import { type Kysely, sql } from 'kysely'
import { type Database, isMissingTable } from './storage.ts'
import type { Tables } from './tables.ts'

/** A store of the other environment. */
export class WrongEnvironment extends Error {
  constructor(found: string, environment: string) {
    super(
      `This database belongs to the ${found} environment, and TRANSFER_ENV here is ${environment}. Set TRANSFER_ENV=${found}, or select another database with DATA_DIR or DATABASE_URL.`,
    )
    this.name = 'WrongEnvironment'
  }
}

/** For a server: marks a store without a mark. Throws WrongEnvironment. */
export async function claimStore({ query }: Database, environment: string): Promise<void> {
  const mark = sql<string>`coalesce(${sql.ref('store.environment')}, ${sql.ref('excluded.environment')})`
  const insert = query.insertInto('store').values({ id: 1, environment, writes: 0 })
  const claim = insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ environment: mark }))
  const row = await claim.returning('environment').executeTakeFirstOrThrow()
  refuseOther(row.environment, environment)
}

/** Writes nothing. A store without a mark is accepted in both environments. Throws WrongEnvironment. */
export async function checkStore(query: Kysely<Tables>, environment: string): Promise<void> {
  const select = query.selectFrom('store').select('environment').where('id', '=', 1)
  const row = await select.executeTakeFirst().catch((error: unknown) => {
    if (isMissingTable(error)) return undefined
    throw error
  })
  refuseOther(row?.environment ?? null, environment)
}

function refuseOther(found: string | null, environment: string): void {
  if (found !== null && found !== environment) throw new WrongEnvironment(found, environment)
}
