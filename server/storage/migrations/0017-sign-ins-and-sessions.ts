import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // A token family is a sign-in: reuse of a refresh token ends all tokens of all its accounts.
  `update token set family_id = (select sign_in_id from account where account.id = token.account_id)`,
  // The sign-in that a connection led to, so that its tokens are erased with it.
  `alter table connection add column sign_in_id text references sign_in(id)`,
  `create index connection_sign_in on connection(sign_in_id) where sign_in_id is not null`,
  // When a code opened its session for the second and last time.
  `alter table link_session add column reopened_at bigint`,
  // The recipient of the tokens of accounts connected in a link: its page, or the client's server, which fetches them once.
  `alter table link add column token_delivery text not null default 'page'`,
  `create table token_delivery (sign_in_id text primary key references sign_in(id), link_id text not null references link(id),
     renewable integer not null, created_at bigint not null, delivered_at bigint)`,
  `create index token_delivery_link on token_delivery(link_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
