// What operators change about the limits and the allow-list, with the entries of the audit log.

import type { RecordChange } from '../audit/audited.ts'
import type { Query } from '../storage/storage.ts'
import { type AllowedDestination, allowDestination, removeDestination } from './allowed-destinations.ts'
import { listLimits, type OperatorLimit, removeLimit, setLimit } from './operator-limits.ts'

const targetOf = (clientId: string | null) => clientId ?? 'all clients'

export async function changeLimit(query: Query, record: RecordChange, limit: OperatorLimit): Promise<void> {
  const { name, clientId, value } = limit
  const before = await factsOf(query, limit)
  await setLimit(query, limit)
  record({ action: 'limit.set', target: targetOf(clientId), before, after: { limit: name, value } })
}

/** Returns whether it was set before. */
export async function endLimit(
  query: Query,
  record: RecordChange,
  limit: Pick<OperatorLimit, 'name' | 'clientId'>,
): Promise<boolean> {
  const before = await factsOf(query, limit)
  const wasSet = await removeLimit(query, limit)
  if (wasSet) record({ action: 'limit.remove', target: targetOf(limit.clientId), before, after: null })
  return wasSet
}

async function factsOf(query: Query, { name, clientId }: Pick<OperatorLimit, 'name' | 'clientId'>) {
  const found = (await listLimits(query)).find((limit) => limit.name === name && limit.clientId === clientId)
  return found === undefined ? null : { limit: name, value: found.value }
}

export interface ShownDestination extends AllowedDestination {
  /** The address in its canonical spelling. */
  shownAddress: string
}

/** Returns whether it was not allowed before. */
export async function allowPlace(
  query: Query,
  record: RecordChange,
  { place, now }: { place: ShownDestination; now: Date },
): Promise<boolean> {
  const isNew = await allowDestination(query, place, now)
  const change = { target: targetOf(place.clientId), before: null, after: placeFacts(place) }
  if (isNew) record({ action: 'destination.allow', ...change })
  return isNew
}

/** Returns whether it was allowed before. */
export async function disallowPlace(query: Query, record: RecordChange, place: ShownDestination): Promise<boolean> {
  const wasAllowed = await removeDestination(query, place)
  const change = { target: targetOf(place.clientId), before: placeFacts(place), after: null }
  if (wasAllowed) record({ action: 'destination.remove', ...change })
  return wasAllowed
}

function placeFacts({ networkId, shownAddress, addressTag }: ShownDestination) {
  return { networkId, address: shownAddress, addressTag }
}
