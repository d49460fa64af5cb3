// The addresses in the links, previews and transfers of some clients. Every order of this server goes to one of them.

import { sql } from 'kysely'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Query } from '../storage/storage.ts'

interface Users {
  query: Query
  networks: NetworkCatalogue
  clientIds: readonly string[]
}

/** An address that is not stated, or has several spellings, counts as in use: the exchange may list another one. */
export async function isAddressInUse({ query, networks, clientIds }: Users, address: string | null): Promise<boolean> {
  if (address === null) return true
  if (networks.all.some((each) => each.accountOf !== undefined && each.checkAddress(address).ok)) return true
  const pattern = `%${address.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const naming = (column: 'destinations' | 'terms') =>
    sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
  const ofClients = [
    query.selectFrom('link').select('id').where('client_id', 'in', clientIds).where(naming('destinations')).limit(1),
    query.selectFrom('preview').select('id').where('client_id', 'in', clientIds).where(naming('terms')).limit(1),
    query.selectFrom('transfer').select('id').where('client_id', 'in', clientIds).where(naming('terms')).limit(1),
  ]
  for (const select of ofClients) if ((await select.executeTakeFirst()) !== undefined) return true
  return false
}
