import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/**
 * Servers of the version before claim by `transfer_due`, which stays for them. They leave the tier as it is, and a transfer that both
 * versions poll at once changes once.
 */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column poll_tier integer not null default 0`.execute(database)
}

/** The expression is `laneOfRow` (transfers/poll-lanes.ts). */
export const indexes: readonly SchemaIndex[] = [
  {
    name: 'transfer_lane',
    on: `transfer(
      (case when state = 'Confirming' or exchange_type = 'DeFiWallet' then 'chain:' || network_key else exchange_type end),
      poll_tier, next_poll_at) where next_poll_at is not null`,
  },
]
