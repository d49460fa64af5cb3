import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import { maySend } from './endpoint-health.ts'

const readState = preparedStatement((query, { endpointId }: { endpointId: string }) =>
  query.selectFrom('webhook_endpoint').select(['state', 'paused_until']).where('id', '=', endpointId),
)

/** Whether the endpoint may get a request now. Its client may have paused or deleted it since it was leased. */
export async function isOpen(query: Query, endpointId: string, now: number): Promise<boolean> {
  const [row] = (await readState(query, { endpointId })).rows
  return row !== undefined && maySend(row, now)
}
