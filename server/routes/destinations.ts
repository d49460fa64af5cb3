// The ToAddresses of a request, each entry in its canonical spelling. An address that the risk check refuses is refused here
// too, before the user has signed in and chosen an amount.

import type * as z from 'zod'
import { type Destination, sameDestination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { DestinationEntry, ToAddresses } from '../contract/wire/destinations.ts'
import { checkDestination, requireNetwork } from '../risk/risk-check.ts'
import type { NamedDestination, Requester, RiskDeps } from '../risk/risk-subject.ts'
import { placeAt, refuseUnlisted } from '../transfers/allowed-destinations.ts'
import { limitsOf } from '../transfers/operator-limits.ts'

const maximumEntries = 100
const maximumProblems = 20

interface RequestedDestinations {
  requester: Requester
  entries: z.infer<typeof ToAddresses>
  /** The request's name for the list, for errors. */
  name?: string
}

/** Throws the first error of the destinations, with its field. `errors` contains all of them. */
export async function readDestinations(
  deps: RiskDeps,
  { requester, entries, name = 'ToAddresses' }: RequestedDestinations,
): Promise<Destination[]> {
  if (entries === null || entries === undefined || entries.length === 0) {
    throw new ApiError('toAddressesRequired', { field: name })
  }
  if (entries.length > maximumEntries) throw new ApiError('tooManyAddresses', { field: name })
  const limits = await limitsOf(deps.database.query, requester.clientId)
  const destinations: Destination[] = []
  const problems: ApiError[] = []
  for (const [index, entry] of entries.entries()) {
    const at = `${name}[${index}]`
    try {
      const destination = await checkDestination(deps, namedDestination(deps, { requester, entry, at }))
      if (destinations.some((earlier) => sameDestination(earlier, destination)))
        throw new ApiError('duplicateAddress', { field: at })
      if (limits?.usesAllowList) await refuseUnlistedEntry(deps, requester, { destination, at })
      destinations.push(destination)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.push(new ApiError(error.type, { field: `${at}.Address`, ...error.data }))
    }
  }
  const [first] = problems
  if (first === undefined) return destinations
  const errors = problems.slice(0, maximumProblems).map(({ type: errorType, message, data }) => {
    return { field: String(data.field), errorType, message }
  })
  throw new ApiError(first.type, { ...first.data, errors })
}

async function refuseUnlistedEntry(
  { database, networks }: RiskDeps,
  { clientId }: Requester,
  { destination, at }: { destination: Destination; at: string },
): Promise<void> {
  const place = placeAt(requireNetwork(networks, destination.networkId, `${at}.NetworkId`), destination)
  await refuseUnlisted(database.query, clientId, { place, field: `${at}.Address` })
}

function namedDestination(
  { networks }: RiskDeps,
  { requester, entry, at }: { requester: Requester; entry: z.infer<typeof DestinationEntry>; at: string },
): NamedDestination {
  const network = requireNetwork(networks, entry.NetworkId, `${at}.NetworkId`)
  const { Symbol: symbol, Address: address, AddressTag } = entry
  const given = { networkId: network.id, symbol, address, addressTag: AddressTag ?? '' }
  return { requester, network, given, allowed: null, field: `${at}.Address` }
}
