// The sandbox's demo client, so that the README's curl lines work unchanged. Never in production.

import { inTransaction } from '../storage/storage.ts'
import { type ClientDeps, clientById, createClient } from './clients.ts'

export const demoClient = { id: '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01', secret: 'sk_sandbox_demo', name: 'Northwind' }

/** Creates the client on the first start. Later starts update its callback URL to the demo shop's port. */
export async function seedDemoClient(deps: ClientDeps, callbackUrl: string): Promise<void> {
  if ((await clientById(deps.database.query, demoClient.id)) === undefined) {
    try {
      await createClient(deps, { ...demoClient, callbackUrls: [callbackUrl] })
      return
    } catch (error) {
      // Another process on the same database may have created it at the same moment.
      if ((await clientById(deps.database.query, demoClient.id)) === undefined) throw error
    }
  }
  const row = { client_id: demoClient.id, url: callbackUrl, created_at: deps.now().getTime() }
  await inTransaction(deps.database, async (query) => {
    await query
      .deleteFrom('callback_url')
      .where('client_id', '=', demoClient.id)
      .where('url', '!=', callbackUrl)
      .execute()
    await query
      .insertInto('callback_url')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
