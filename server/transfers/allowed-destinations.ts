// Destinations that an operator has allowed, for one client or for all. An entry covers every asset on its network. The address tag is
// part of the destination.

import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { Network } from '../networks/network.ts'
import type { Query } from '../storage/storage.ts'

/** An address on a network, with its tag. */
export interface Place {
  networkId: string
  /** The same for all spellings of an address. */
  address: string
  /** '' for none. */
  addressTag: string
}

export interface AllowedDestination extends Place {
  /** Null for all clients. */
  clientId: string | null
}

const ofAllClients = ''

/** `address` in its canonical spelling. */
export function placeAt(network: Network, { address, addressTag }: Pick<Destination, 'address' | 'addressTag'>): Place {
  return { networkId: network.id, address: network.accountOf?.(address) ?? address, addressTag }
}

/** Returns whether it was not allowed before. `shownAddress` is the address in its canonical spelling. */
export async function allowDestination(
  query: Query,
  { shownAddress, ...allowed }: AllowedDestination & { shownAddress: string },
  now: Date,
): Promise<boolean> {
  const more = { shown_address: shownAddress, added_at: now.getTime() }
  const insert = query.insertInto('allowed_destination').values({ ...columnsOf(allowed), ...more })
  const [result] = await insert.onConflict((conflict) => conflict.doNothing()).execute()
  return result?.numInsertedOrUpdatedRows === 1n
}

/** Returns whether it was allowed before. */
export async function removeDestination(query: Query, allowed: AllowedDestination): Promise<boolean> {
  const { client_id, network_id, address, address_tag } = columnsOf(allowed)
  const [result] = await query
    .deleteFrom('allowed_destination')
    .where('client_id', '=', client_id)
    .where('network_id', '=', network_id)
    .where('address', '=', address)
    .where('address_tag', '=', address_tag)
    .execute()
  return result?.numDeletedRows === 1n
}

interface ListedDestination extends Omit<AllowedDestination, 'address'> {
  /** In its canonical spelling. */
  address: string
  addedAt: Date
}

/** Those of all clients first. `ofClient`: only those of all clients, and its own. */
export async function listAllowed(query: Query, ofClient?: string): Promise<ListedDestination[]> {
  const all = query.selectFrom('allowed_destination').selectAll()
  const select = ofClient === undefined ? all : all.where('client_id', 'in', [ofAllClients, ofClient])
  const rows = await select.orderBy('client_id').orderBy('added_at').orderBy('address').orderBy('address_tag').execute()
  return rows.map(({ client_id, network_id, shown_address: address, address_tag, added_at }) => {
    const clientId = client_id === ofAllClients ? null : client_id
    return { clientId, networkId: network_id, address, addressTag: address_tag, addedAt: new Date(added_at) }
  })
}

export async function isAllowed(query: Query, clientId: string, place: Place): Promise<boolean> {
  const entry = query
    .selectFrom('allowed_destination')
    .select('added_at')
    .where('client_id', 'in', [ofAllClients, clientId])
    .where('network_id', '=', place.networkId)
    .where('address', '=', place.address)
    .where('address_tag', '=', place.addressTag)
  return (await entry.executeTakeFirst()) !== undefined
}

/** `field` is the request's name for the address. */
export async function refuseUnlisted(
  query: Query,
  clientId: string,
  { place, field }: { place: Place; field: string },
): Promise<void> {
  if (!(await isAllowed(query, clientId, place))) throw new ApiError('destinationNotAllowed', { field })
}

function columnsOf({ clientId, networkId, address, addressTag }: AllowedDestination) {
  return { client_id: clientId ?? ofAllClients, network_id: networkId, address, address_tag: addressTag }
}
