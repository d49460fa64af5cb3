// The cool-down of new destinations. A stolen client secret and auth token can request any destination outside of a link, so a new
// one has to wait there. The first preview that names it starts the wait, and is refused.

import { ApiError } from '../contract/errors.ts'
import { skipClaimed } from '../storage/dialect.ts'
import type { Query } from '../storage/storage.ts'
import type { Place } from './allowed-destinations.ts'

/** A destination, and the user of a client who requests it. */
export interface RequestedPlace extends Place {
  clientId: string
  userId: string
}

const dayMs = 86_400_000
/** A destination that was not requested for so long is new again. Longer than the longest cool-down. */
const knownMs = 400 * dayMs
const deletedAtOnce = 10

/** Stores a new destination. Returns when the user requested it first. */
export async function noteDestination(query: Query, requested: RequestedPlace, now: Date): Promise<Date> {
  const found = await rowOf(query, requested)
  if (found !== undefined) {
    await refresh(query, requested, { usedAt: found.used_at, now })
    return new Date(found.first_seen_at)
  }
  const at = now.getTime()
  const insert = query
    .insertInto('known_destination')
    .values({ ...columnsOf(requested), first_seen_at: at, used_at: at })
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  await deleteUnused(query, now)
  // A concurrent request may have been first.
  return new Date((await rowOf(query, requested))?.first_seen_at ?? at)
}

/** Null if the destination is new. Stores nothing. */
export async function firstSeen(query: Query, requested: RequestedPlace): Promise<Date | null> {
  const found = await rowOf(query, requested)
  return found === undefined ? null : new Date(found.first_seen_at)
}

/** Throws `destinationCoolingDown` until the cool-down has passed. */
export function refuseCoolingDown(
  seenAt: Date,
  { coolDown, now, field }: { coolDown: number; now: Date; field: string },
): void {
  const until = new Date(seenAt.getTime() + coolDown * 1000)
  if (now < until) throw new ApiError('destinationCoolingDown', { until: until.toISOString(), field })
}

function rowOf(query: Query, { clientId, userId, networkId, address, addressTag }: RequestedPlace) {
  return query
    .selectFrom('known_destination')
    .select(['first_seen_at', 'used_at'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('network_id', '=', networkId)
    .where('address', '=', address)
    .where('address_tag', '=', addressTag)
    .executeTakeFirst()
}

/** At most once a day. */
async function refresh(
  query: Query,
  { clientId, userId, networkId, address, addressTag }: RequestedPlace,
  { usedAt, now }: { usedAt: number; now: Date },
): Promise<void> {
  if (usedAt > now.getTime() - dayMs) return
  await query
    .updateTable('known_destination')
    .set({ used_at: now.getTime() })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('network_id', '=', networkId)
    .where('address', '=', address)
    .where('address_tag', '=', addressTag)
    .execute()
}

/** Deletes more rows than it is called for, so the table does not grow for ever. */
async function deleteUnused(query: Query, now: Date): Promise<void> {
  const unused = query
    .selectFrom('known_destination')
    .select(['client_id', 'user_id', 'network_id', 'address', 'address_tag'])
    .where('used_at', '<', now.getTime() - knownMs)
    .limit(deletedAtOnce)
  await query
    .deleteFrom('known_destination')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('client_id', 'user_id', 'network_id', 'address', 'address_tag'),
        'in',
        skipClaimed(query, unused).$asTuple('client_id', 'user_id', 'network_id', 'address', 'address_tag'),
      ),
    )
    .execute()
}

function columnsOf({ clientId, userId, networkId, address, addressTag }: RequestedPlace) {
  return { client_id: clientId, user_id: userId, network_id: networkId, address, address_tag: addressTag }
}
