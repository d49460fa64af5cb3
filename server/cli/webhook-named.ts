import type { ClientDeps } from '../clients/clients.ts'
import { escapeText } from '../contract/plain-text.ts'
import type { Query } from '../storage/storage.ts'
import { allEndpoints, lockEndpoint, type WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'
import { CommandFailure } from './command.ts'

/** Finds a webhook endpoint by its id, or by at least the first four characters of the id. */
export async function webhookNamed(query: Query, word: string): Promise<WebhookEndpoint> {
  const found = (await allEndpoints(query)).filter(({ id }) => word.length >= 4 && id.startsWith(word.toLowerCase()))
  const [endpoint] = found
  if (word.length < 4)
    throw new CommandFailure(
      `${escapeText(word)} is too short. Name the endpoint by at least four characters of its id.`,
    )
  if (endpoint === undefined || found.length > 1)
    throw new CommandFailure(
      `${escapeText(word)} does not match exactly one webhook endpoint. "transfer-link webhook list" shows the ids.`,
    )
  return endpoint
}

/** The endpoint as the transaction finds it. Other changes of it wait until the transaction ends. */
export async function lockedEndpoint(
  { database }: Pick<ClientDeps, 'database'>,
  key: { clientId: string; id: string },
): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(database.query, key)
  if (endpoint === undefined) throw new CommandFailure('The endpoint has been deleted.')
  return endpoint
}
