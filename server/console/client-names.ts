import { clientById } from '../clients/clients.ts'
import type { Query } from '../storage/storage.ts'

/** The names of clients, by id. */
export type ClientNames = ReadonlyMap<string, string>

export async function clientNames(query: Query, rows: readonly { clientId: string }[]): Promise<ClientNames> {
  const ids = [...new Set(rows.map(({ clientId }) => clientId))]
  const named = await Promise.all(ids.map(async (id) => [id, (await clientById(query, id))?.name ?? id] as const))
  return new Map(named)
}
