import type { SchemaIndex } from '../schema-index.ts'

export const servesPreviousVersion = true

export async function up(): Promise<void> {}

/** Lists by status. Most transfers have succeeded and most webhooks were delivered, so a list would read all of them to find the others. */
export const indexes: readonly SchemaIndex[] = [
  { name: 'transfer_pending', on: `transfer(client_id, created_at, id) where status = 'Pending'` },
  { name: 'transfer_failed', on: `transfer(client_id, created_at, id) where status = 'Failed'` },
  { name: 'webhook_delivery_failed', on: `webhook_delivery(endpoint_id, created_at, event_id) where state = 'failed'` },
]
