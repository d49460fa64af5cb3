import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // The transfer under review when the link moved to a full page, as JSON.
  `alter table link add column continued text`,
  // A session that moves to a full page: the code that takes the link back, and until when it may read what was sent there.
  `alter table link_session add column return_hash text`,
  `alter table link_session add column follows_until bigint`,
  `create unique index link_session_return on link_session(return_hash) where return_hash is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
