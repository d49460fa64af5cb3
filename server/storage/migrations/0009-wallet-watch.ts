import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // The watch of the chain for a transfer that no exchange sends.
  `create table wallet_watch (
     transfer_id text primary key references transfer(id),
     nonce bigint not null,
     mined_nonce bigint not null,
     first_block bigint not null,
     searched_block bigint not null,
     sent_nonce bigint,
     hints text not null,
     declined_at bigint,
     claim text
   )`,
  // A payment belongs to one transfer from when it is seen.
  `create unique index wallet_watch_claim on wallet_watch(claim) where claim is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
