// The ToAddresses of a request, each entry in its canonical spelling. An address that the risk check refuses is refused here
// too, before the user has signed in and chosen an amount.

import type * as z from 'zod'
import { type Destination, sameDestination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { DestinationEntry, ToAddresses } from '../contract/wire/destinations.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { RefusedList } from '../risk/refused-list.ts'
import { checkDestination, networkOf } from '../risk/risk-check.ts'

const maximumEntries = 100
const maximumProblems = 20

export interface DestinationDeps {
  networks: NetworkCatalogue
  refused?: RefusedList | undefined
}

/** Throws the catalogue's errors on destinations, each naming its field: the first, with all others beside it. */
export function readDestinations(
  deps: DestinationDeps,
  entries: z.infer<typeof ToAddresses>,
  name = 'ToAddresses',
): Destination[] {
  if (entries === null || entries === undefined || entries.length === 0) {
    throw new ApiError('toAddressesRequired', { field: name })
  }
  if (entries.length > maximumEntries) throw new ApiError('tooManyAddresses', { field: name })
  const destinations: Destination[] = []
  const problems: ApiError[] = []
  for (const [index, entry] of entries.entries()) {
    const at = `${name}[${index}]`
    try {
      const destination = readEntry(deps, entry, at)
      if (destinations.some((earlier) => sameDestination(earlier, destination)))
        throw new ApiError('duplicateAddress', { field: at })
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

function readEntry(
  { networks, refused }: DestinationDeps,
  entry: z.infer<typeof DestinationEntry>,
  at: string,
): Destination {
  const network = networkOf(networks, entry.NetworkId, `${at}.NetworkId`)
  const given = {
    networkId: network.id,
    symbol: entry.Symbol,
    address: entry.Address,
    addressTag: entry.AddressTag ?? '',
  }
  return checkDestination({
    catalogue: networks,
    network,
    destination: given,
    allowed: null,
    refused,
    field: `${at}.Address`,
  })
}
