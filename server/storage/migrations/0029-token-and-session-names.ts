import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  'drop index token_family',
  'alter table token rename column family_id to sign_in_id',
  'create index token_sign_in on token(sign_in_id)',
  'alter table link_session rename column follows_until to reads_until',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
