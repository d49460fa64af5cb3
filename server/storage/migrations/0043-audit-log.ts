import { type Kysely, sql } from 'kysely'

/** Commands of the version before write no entries. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table audit_entry (n bigint primary key, at bigint not null, actor text not null, origin text not null,
    action text not null, target text not null, details text not null, previous_hash text not null,
    hash text not null)`.execute(database)
  await sql`create index audit_entry_target on audit_entry(target)`.execute(database)
}
