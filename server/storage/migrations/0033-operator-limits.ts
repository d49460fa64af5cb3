import { type Kysely, sql } from 'kysely'

/** Servers of the version before do not know of the limits. They continue to send, and what they send is not counted. */
export const servesPreviousVersion = true

const statements = [
  'create table operator_limit (client_id text not null, name text not null, value text not null, set_at bigint not null, primary key (client_id, name))',
  'create table daily_usage (client_id text not null, user_id text not null, day bigint not null, transfers bigint not null, fiat text not null, primary key (client_id, user_id, day))',
  'create index daily_usage_day on daily_usage(day)',
  'create table allowed_destination (client_id text not null, network_id text not null, address text not null, address_tag text not null, shown_address text not null, added_at bigint not null, primary key (client_id, network_id, address, address_tag))',
  'create table known_destination (client_id text not null, user_id text not null, network_id text not null, address text not null, address_tag text not null, first_seen_at bigint not null, used_at bigint not null, primary key (client_id, user_id, network_id, address, address_tag))',
  'create index known_destination_used on known_destination(used_at)',
  'alter table transfer add column client_counted_on bigint',
  'alter table transfer add column user_counted_on bigint',
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
