import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'

export const servesPreviousVersion = false

// The id of the master key stands between the two points of a sealed text.
const keyIds = {
  postgres: `split_part(sealed_credentials, '.', 2)`,
  sqlite: `substr(sealed_credentials, 4, instr(substr(sealed_credentials, 4), '.') - 1)`,
}

export async function up(database: Kysely<unknown>): Promise<void> {
  const keyId = keyIds[isPostgres(database) ? 'postgres' : 'sqlite']
  const statement = `create index sign_in_key on sign_in((${keyId})) where sealed_credentials <> ''`
  await sql.raw(statement).execute(database)
}
