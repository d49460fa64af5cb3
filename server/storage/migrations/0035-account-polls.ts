import type { SchemaIndex } from '../schema-index.ts'

/** Only an index. */
export const servesPreviousVersion = true

export async function up(): Promise<void> {}

/** The transfers of an account that one listing serves (transfers/lease.ts). */
export const indexes: readonly SchemaIndex[] = [
  { name: 'transfer_account_poll', on: `transfer(account_id, next_poll_at) where state = 'Submitted'` },
]
