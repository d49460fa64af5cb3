import type { Query } from '../storage/storage.ts'
import { attemptOf, type WebhookAttempt } from './list-deliveries.ts'

/** By endpoint: the last request that failed and is still in the log. Reads one entry of an index for each endpoint. */
export async function lastFailures(query: Query, endpointIds: readonly string[]): Promise<Map<string, WebhookAttempt>> {
  const failures = new Map<string, WebhookAttempt>()
  for (const id of endpointIds) {
    const row = await query
      .selectFrom('webhook_attempt')
      .selectAll()
      .where('endpoint_id', '=', id)
      .where('reason', 'is not', null)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) failures.set(id, attemptOf(row))
  }
  return failures
}
