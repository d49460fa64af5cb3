import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // Messages that wallets were asked to sign, each good once.
  `create table wallet_challenge (
     id text primary key,
     client_id text not null references client(id),
     user_id text not null,
     address text not null,
     network_key text not null,
     message text not null,
     expires_at bigint not null
   )`,
  `create index wallet_challenge_expires on wallet_challenge(expires_at)`,
  // Addresses that users have proved.
  `create table wallet_ownership (
     client_id text not null references client(id),
     user_id text not null,
     address text not null,
     network_key text not null,
     proved_at bigint not null,
     primary key (client_id, user_id, address, network_key)
   )`,
  // The address that a wallet's token names: another one is connected only after the user has confirmed it.
  `alter table link add column expected_wallet text`,
  `alter table link_session add column expected_wallet text`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
