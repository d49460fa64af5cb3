import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

// Of a payment from any account, `seen` was the receiver's state as of the blocks searched; of a wallet's, both balances before it.
const statements = [
  'alter table wallet_watch add column receiver_state text',
  'alter table wallet_watch add column payer_balance text',
  'alter table wallet_watch add column receiver_balance text',
  `update wallet_watch set receiver_state = seen
     where transfer_id in (select id from transfer where from_address = '')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
  const { rows } = await sql<{ transfer_id: string; seen: string }>`select transfer_id, seen from wallet_watch
    where seen is not null and receiver_state is null`.execute(database)
  for (const { transfer_id: id, seen } of rows) {
    const [payer, receiver] = seen.split(':')
    await sql`update wallet_watch set payer_balance = ${payer}, receiver_balance = ${receiver}
      where transfer_id = ${id}`.execute(database)
  }
  await sql`alter table wallet_watch drop column seen`.execute(database)
}
