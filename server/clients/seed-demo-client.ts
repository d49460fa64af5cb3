// Clients that a sandbox creates: the demo client, so that the README's curl lines work unchanged. Never in production.

import { inTransaction } from '../storage/storage.ts'
import { type ClientDeps, clientById, createClient } from './clients.ts'

export const demoClient = { id: '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01', secret: 'sk_sandbox_demo', name: 'Northwind' }

export interface SandboxClient {
  id: string
  secret: string
  name: string
  /** The only one. */
  callbackUrl: string
}

/** Its callback URL is the demo shop. */
export function seedDemoClient(deps: ClientDeps, callbackUrl: string): Promise<void> {
  return seedSandboxClient(deps, { ...demoClient, callbackUrl })
}

/** Creates the client on the first start. Later starts update its callback URL, because its port may have changed. */
export async function seedSandboxClient(deps: ClientDeps, { callbackUrl, ...client }: SandboxClient): Promise<void> {
  if ((await clientById(deps.database.query, client.id)) === undefined) {
    try {
      await createClient(deps, { ...client, callbackUrls: [callbackUrl] })
      return
    } catch (error) {
      // Another process on the same database may have created it at the same moment.
      if ((await clientById(deps.database.query, client.id)) === undefined) throw error
    }
  }
  const row = { client_id: client.id, url: callbackUrl, created_at: deps.now().getTime() }
  await inTransaction(deps.database, async (query) => {
    await query.deleteFrom('callback_url').where('client_id', '=', client.id).where('url', '!=', callbackUrl).execute()
    await query
      .insertInto('callback_url')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
