// The page that a search opens by itself, because it names one thing.

import { clientById } from '../clients/clients.ts'
import { isUuid } from '../contract/ids.ts'
import type { Query } from '../storage/storage.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import type { ConsoleDeps } from './console-deps.ts'

/** `found`: the transfers that the search has found. */
export async function pageOfSearch(
  { database: { query } }: ConsoleDeps,
  text: string,
  found: readonly Transfer[],
): Promise<string | null> {
  const [only] = found
  if (only !== undefined) return found.length === 1 ? `/transfers/${only.id}` : null
  if (!isUuid(text)) return null
  const id = text.toLowerCase()
  if ((await clientById(query, id)) !== undefined) return `/clients/${id}`
  const endpointId = (await hasEndpoint(query, id)) ? id : await endpointOfEvent(query, id)
  return endpointId === null ? null : `/webhooks/${endpointId}`
}

async function hasEndpoint(query: Query, id: string): Promise<boolean> {
  const select = query.selectFrom('webhook_endpoint').select('id').where('id', '=', id)
  return (await select.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined
}

/** An event about an endpoint, such as a test. */
async function endpointOfEvent(query: Query, id: string): Promise<string | null> {
  const event = await query.selectFrom('client_event').select('subject_id').where('id', '=', id).executeTakeFirst()
  return event !== undefined && (await hasEndpoint(query, event.subject_id)) ? event.subject_id : null
}
