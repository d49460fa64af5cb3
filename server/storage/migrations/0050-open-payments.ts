import type { SchemaIndex } from '../schema-index.ts'

export const servesPreviousVersion = true

export async function up(): Promise<void> {}

/**
 * Open transfers of an equal payment. The one of exchanges does not depend on the next poll: otherwise each poll would write its entry
 * again, in a random place of the index.
 */
export const indexes: readonly SchemaIndex[] = [
  {
    name: 'transfer_exchange_payment',
    on: `transfer(to_address, amount, contract, network_key) where exchange_type <> 'DeFiWallet' and status = 'Pending'`,
  },
  {
    name: 'transfer_wallet_payment',
    on: `transfer(to_address, amount, contract, network_key) where exchange_type = 'DeFiWallet' and next_poll_at is not null`,
  },
]

export const replacedIndexes: readonly string[] = ['transfer_open_payment']
