// The sandbox's ready-made client, so that the README's curl lines work as they stand. Never in production.

import type { Database } from '../storage/storage.ts'
import { type ClientDeps, createClient } from './clients.ts'

export const demoClient = { id: '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01', secret: 'sk_sandbox_demo', name: 'Northwind' }

/** Makes the client on the first start; on later ones lets its callback URL follow the demo shop's port. */
export async function seedDemoClient(deps: ClientDeps, callbackUrl: string): Promise<void> {
  const { query }: Database = deps.database
  const found = await query.selectFrom('client').select('id').where('id', '=', demoClient.id).executeTakeFirst()
  if (found === undefined) {
    await createClient(deps, { ...demoClient, callbackUrls: [callbackUrl] })
    return
  }
  await query.deleteFrom('callback_url').where('client_id', '=', demoClient.id).execute()
  const row = { client_id: demoClient.id, url: callbackUrl, created_at: deps.now().getTime() }
  await query.insertInto('callback_url').values(row).execute()
}
